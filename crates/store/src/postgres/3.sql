CREATE TABLE accounts (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    key TEXT NOT NULL UNIQUE,
    password TEXT NOT NULL,
    made BIGINT NOT NULL,
    banned BIGINT NOT NULL
);

CREATE TABLE sessions (
    secret BYTEA PRIMARY KEY,
    id TEXT NOT NULL,
    account TEXT NOT NULL REFERENCES accounts (id),
    made BIGINT NOT NULL,
    seen BIGINT NOT NULL,
    program TEXT NOT NULL
);

CREATE INDEX sessions_of ON sessions (account);

CREATE TABLE tokens (
    secret BYTEA PRIMARY KEY,
    id TEXT NOT NULL,
    account TEXT NOT NULL REFERENCES accounts (id),
    name TEXT NOT NULL,
    scopes TEXT NOT NULL,
    made BIGINT NOT NULL
);

CREATE INDEX tokens_of ON tokens (account);

CREATE TABLE blocks (
    account TEXT NOT NULL REFERENCES accounts (id),
    blocked TEXT NOT NULL REFERENCES accounts (id),
    PRIMARY KEY (account, blocked)
);

CREATE TABLE reports (
    id TEXT PRIMARY KEY,
    reporter TEXT NOT NULL,
    about TEXT NOT NULL,
    match_id TEXT,
    words TEXT NOT NULL,
    made BIGINT NOT NULL
);

CREATE TABLE ratings (
    account TEXT NOT NULL REFERENCES accounts (id),
    game TEXT NOT NULL,
    rating BIGINT NOT NULL,
    deviation BIGINT NOT NULL,
    volatility BIGINT NOT NULL,
    games BIGINT NOT NULL,
    changed BIGINT NOT NULL,
    PRIMARY KEY (account, game)
);

ALTER TABLE players ADD COLUMN key TEXT;
ALTER TABLE players ADD COLUMN account TEXT REFERENCES accounts (id);
ALTER TABLE challenges ADD COLUMN account TEXT REFERENCES accounts (id);

CREATE INDEX players_by_key ON players (key);
CREATE INDEX players_by_account ON players (account);

CREATE TABLE results (
    match_id TEXT NOT NULL REFERENCES matches (id),
    number BIGINT NOT NULL,
    game TEXT NOT NULL,
    first BIGINT,
    winner BIGINT,
    reason TEXT NOT NULL,
    ended BIGINT NOT NULL,
    plies BIGINT NOT NULL,
    rated BIGINT NOT NULL,
    change_one BIGINT,
    change_two BIGINT,
    PRIMARY KEY (match_id, number)
);

CREATE INDEX results_by_time ON results (ended);
CREATE INDEX results_to_rate ON results (ended) WHERE rated = 1;
