CREATE TABLE server_keys (
    name TEXT PRIMARY KEY,
    key BYTEA NOT NULL
);

CREATE TABLE notices (
    match_id TEXT NOT NULL REFERENCES matches (id),
    seat SMALLINT NOT NULL,
    endpoint TEXT NOT NULL,
    point BYTEA NOT NULL,
    auth BYTEA NOT NULL,
    language TEXT NOT NULL,
    told BIGINT NOT NULL,
    PRIMARY KEY (match_id, seat, endpoint)
);

CREATE INDEX notices_by_endpoint ON notices (endpoint);

CREATE TABLE turns (
    match_id TEXT PRIMARY KEY REFERENCES matches (id),
    seat SMALLINT NOT NULL,
    since BIGINT NOT NULL,
    due BIGINT NOT NULL,
    tries BIGINT NOT NULL,
    looks BIGINT NOT NULL,
    mailed BIGINT NOT NULL
);

CREATE INDEX due_turns ON turns (due);

ALTER TABLE accounts ADD COLUMN mail_confirmed BIGINT NOT NULL DEFAULT 0;
ALTER TABLE accounts ADD COLUMN mail_notices BIGINT NOT NULL DEFAULT 0;

CREATE TABLE confirmations (
    secret BYTEA PRIMARY KEY,
    account TEXT NOT NULL REFERENCES accounts (id),
    mail TEXT NOT NULL,
    until BIGINT NOT NULL
);

CREATE INDEX confirmations_of ON confirmations (account);
