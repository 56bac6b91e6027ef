-- Version 3. Courses kept as bytes; notes belong to a person; who has sat where, and whether a match has had guests.

CREATE TABLE marks (
    match_id TEXT PRIMARY KEY REFERENCES matches (id),
    number INTEGER NOT NULL,
    stamp TEXT NOT NULL,
    content BYTEA NOT NULL
);

CREATE TABLE sat (
    match_id TEXT NOT NULL REFERENCES matches (id),
    side TEXT NOT NULL,
    user_id TEXT NOT NULL REFERENCES users (id),
    PRIMARY KEY (match_id, side, user_id)
);

INSERT INTO sat SELECT match_id, side, user_id FROM seats WHERE user_id IS NOT NULL;

ALTER TABLE matches ADD COLUMN guests BOOLEAN NOT NULL DEFAULT FALSE;

UPDATE matches SET guests = TRUE WHERE id IN (SELECT match_id FROM seats WHERE kind = 'link');

CREATE TABLE own_notes (
    match_id TEXT NOT NULL REFERENCES matches (id),
    side TEXT NOT NULL,
    who TEXT NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (match_id, side, who)
);

INSERT INTO own_notes SELECT n.match_id, n.side, coalesce(s.user_id, s.token), n.text
    FROM notes n JOIN seats s ON s.match_id = n.match_id AND s.side = n.side
    WHERE coalesce(s.user_id, s.token) IS NOT NULL;

DROP TABLE notes;

ALTER TABLE own_notes RENAME TO notes;
