-- Version 4. What a club needs: clocks, ratings, invitations, notices, and when the server was away.

ALTER TABLE matches ADD COLUMN finished BOOLEAN NOT NULL DEFAULT FALSE;

UPDATE matches SET finished = TRUE WHERE replace(summary, '"over":true', '') <> summary;

ALTER TABLE matches ADD COLUMN rated BOOLEAN NOT NULL DEFAULT FALSE;

ALTER TABLE matches ADD COLUMN terms TEXT NOT NULL DEFAULT '';

CREATE INDEX matches_finished ON matches (finished, updated);

CREATE TABLE clocks (
    match_id TEXT NOT NULL REFERENCES matches (id),
    side TEXT NOT NULL,
    used BIGINT NOT NULL,
    since BIGINT NOT NULL,
    until BIGINT NOT NULL,
    PRIMARY KEY (match_id, side)
);

CREATE INDEX clocks_until ON clocks (until);

CREATE TABLE alive (
    id INTEGER PRIMARY KEY,
    time BIGINT NOT NULL
);

CREATE TABLE downtimes (
    began BIGINT NOT NULL,
    ended BIGINT NOT NULL PRIMARY KEY
);

CREATE TABLE presence (
    match_id TEXT NOT NULL REFERENCES matches (id),
    user_id TEXT NOT NULL REFERENCES users (id),
    time BIGINT NOT NULL,
    PRIMARY KEY (match_id, user_id)
);

CREATE TABLE ratings (
    user_id TEXT NOT NULL REFERENCES users (id),
    game TEXT NOT NULL,
    side TEXT NOT NULL,
    rating DOUBLE PRECISION NOT NULL,
    deviation DOUBLE PRECISION NOT NULL,
    volatility DOUBLE PRECISION NOT NULL,
    played INTEGER NOT NULL,
    won INTEGER NOT NULL,
    drawn INTEGER NOT NULL,
    time BIGINT NOT NULL,
    PRIMARY KEY (user_id, game, side)
);

CREATE INDEX ratings_game ON ratings (game, side);

CREATE TABLE rated (
    match_id TEXT NOT NULL REFERENCES matches (id),
    side TEXT NOT NULL,
    user_id TEXT NOT NULL REFERENCES users (id),
    score DOUBLE PRECISION NOT NULL,
    old DOUBLE PRECISION NOT NULL,
    new DOUBLE PRECISION NOT NULL,
    time BIGINT NOT NULL,
    PRIMARY KEY (match_id, side)
);

CREATE TABLE wishes (
    user_id TEXT PRIMARY KEY REFERENCES users (id),
    mail TEXT NOT NULL,
    confirmed BOOLEAN NOT NULL,
    code TEXT NOT NULL,
    guesses INTEGER NOT NULL,
    webhook TEXT NOT NULL,
    form TEXT NOT NULL,
    invitations BOOLEAN NOT NULL
);

CREATE TABLE browsers (
    endpoint TEXT PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id),
    p256dh TEXT NOT NULL,
    auth TEXT NOT NULL,
    time BIGINT NOT NULL
);

CREATE INDEX browsers_user ON browsers (user_id);

CREATE TABLE told (
    match_id TEXT NOT NULL REFERENCES matches (id),
    user_id TEXT NOT NULL REFERENCES users (id),
    time BIGINT NOT NULL,
    PRIMARY KEY (match_id, user_id)
);

CREATE TABLE outbox (
    id TEXT PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id),
    channel TEXT NOT NULL,
    target TEXT NOT NULL,
    content TEXT NOT NULL,
    tries INTEGER NOT NULL,
    due BIGINT NOT NULL,
    created BIGINT NOT NULL
);

CREATE INDEX outbox_due ON outbox (due);

CREATE INDEX outbox_user ON outbox (user_id);

CREATE TABLE keys (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
);
