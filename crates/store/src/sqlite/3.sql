CREATE TABLE accounts (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    key TEXT NOT NULL UNIQUE,
    password TEXT NOT NULL,
    made INTEGER NOT NULL,
    banned INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE sessions (
    secret BLOB PRIMARY KEY,
    id TEXT NOT NULL,
    account TEXT NOT NULL REFERENCES accounts (id),
    made INTEGER NOT NULL,
    seen INTEGER NOT NULL,
    program TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX sessions_of ON sessions (account);

CREATE TABLE tokens (
    secret BLOB PRIMARY KEY,
    id TEXT NOT NULL,
    account TEXT NOT NULL REFERENCES accounts (id),
    name TEXT NOT NULL,
    scopes TEXT NOT NULL,
    made INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX tokens_of ON tokens (account);

CREATE TABLE blocks (
    account TEXT NOT NULL REFERENCES accounts (id),
    blocked TEXT NOT NULL REFERENCES accounts (id),
    PRIMARY KEY (account, blocked)
) STRICT, WITHOUT ROWID;

CREATE TABLE reports (
    id TEXT PRIMARY KEY,
    reporter TEXT NOT NULL,
    about TEXT NOT NULL,
    match_id TEXT,
    words TEXT NOT NULL,
    made INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE ratings (
    account TEXT NOT NULL REFERENCES accounts (id),
    game TEXT NOT NULL,
    rating INTEGER NOT NULL,
    deviation INTEGER NOT NULL,
    volatility INTEGER NOT NULL,
    games INTEGER NOT NULL,
    changed INTEGER NOT NULL,
    PRIMARY KEY (account, game)
) STRICT, WITHOUT ROWID;

ALTER TABLE players ADD COLUMN key TEXT;
ALTER TABLE players ADD COLUMN account TEXT REFERENCES accounts (id);
ALTER TABLE challenges ADD COLUMN account TEXT REFERENCES accounts (id);

CREATE INDEX players_by_key ON players (key);
CREATE INDEX players_by_account ON players (account);

CREATE TABLE results (
    match_id TEXT NOT NULL REFERENCES matches (id),
    number INTEGER NOT NULL,
    game TEXT NOT NULL,
    first INTEGER,
    winner INTEGER,
    reason TEXT NOT NULL,
    ended INTEGER NOT NULL,
    plies INTEGER NOT NULL,
    rated INTEGER NOT NULL,
    change_one INTEGER,
    change_two INTEGER,
    PRIMARY KEY (match_id, number)
) STRICT, WITHOUT ROWID;

CREATE INDEX results_by_time ON results (ended);
CREATE INDEX results_to_rate ON results (ended) WHERE rated = 1;
