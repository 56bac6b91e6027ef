-- Version 2. A bot that can say why it acts has its reason kept with the action.

ALTER TABLE actions ADD COLUMN why TEXT NOT NULL DEFAULT '';
