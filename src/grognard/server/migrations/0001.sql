-- Version 1. Plain SQL that SQLite and PostgreSQL both read; statements end with a semicolon at the end of a line.
-- Times are milliseconds since 1970. Secrets (seat tokens, session cookies) are kept as SHA-256 only.

CREATE TABLE users (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    folded TEXT NOT NULL UNIQUE,
    password TEXT NOT NULL,
    created BIGINT NOT NULL
);

CREATE TABLE sessions (
    token TEXT PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id),
    created BIGINT NOT NULL,
    expires BIGINT NOT NULL
);

CREATE TABLE matches (
    id TEXT PRIMARY KEY,
    game TEXT NOT NULL,
    title TEXT NOT NULL,
    header TEXT NOT NULL,
    owner TEXT REFERENCES users (id),
    seed_known BOOLEAN NOT NULL,
    summary TEXT NOT NULL,
    created BIGINT NOT NULL,
    updated BIGINT NOT NULL
);

CREATE INDEX matches_updated ON matches (updated);

CREATE TABLE seats (
    match_id TEXT NOT NULL REFERENCES matches (id),
    side TEXT NOT NULL,
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    token TEXT,
    user_id TEXT REFERENCES users (id),
    PRIMARY KEY (match_id, side)
);

CREATE INDEX seats_token ON seats (token);

CREATE INDEX seats_user ON seats (user_id);

CREATE TABLE actions (
    match_id TEXT NOT NULL REFERENCES matches (id),
    number INTEGER NOT NULL,
    kind TEXT NOT NULL,
    side TEXT NOT NULL,
    action TEXT NOT NULL,
    target INTEGER NOT NULL,
    time BIGINT NOT NULL,
    PRIMARY KEY (match_id, number)
);

CREATE TABLE snapshots (
    match_id TEXT NOT NULL REFERENCES matches (id),
    number INTEGER NOT NULL,
    position TEXT NOT NULL,
    PRIMARY KEY (match_id, number)
);

CREATE TABLE messages (
    match_id TEXT NOT NULL REFERENCES matches (id),
    number INTEGER NOT NULL,
    who TEXT NOT NULL,
    text TEXT NOT NULL,
    time BIGINT NOT NULL,
    PRIMARY KEY (match_id, number)
);

CREATE TABLE notes (
    match_id TEXT NOT NULL REFERENCES matches (id),
    side TEXT NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (match_id, side)
);

CREATE TABLE proposals (
    match_id TEXT NOT NULL REFERENCES matches (id),
    number INTEGER NOT NULL,
    side TEXT NOT NULL,
    kind TEXT NOT NULL,
    target INTEGER NOT NULL,
    status TEXT NOT NULL,
    time BIGINT NOT NULL,
    PRIMARY KEY (match_id, number)
);
