CREATE TABLE server_keys (
    name TEXT PRIMARY KEY,
    key BLOB NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE notices (
    match_id TEXT NOT NULL REFERENCES matches (id),
    seat INTEGER NOT NULL,
    endpoint TEXT NOT NULL,
    point BLOB NOT NULL,
    auth BLOB NOT NULL,
    language TEXT NOT NULL,
    told INTEGER NOT NULL,
    PRIMARY KEY (match_id, seat, endpoint)
) STRICT, WITHOUT ROWID;

CREATE INDEX notices_by_endpoint ON notices (endpoint);

CREATE TABLE turns (
    match_id TEXT PRIMARY KEY REFERENCES matches (id),
    seat INTEGER NOT NULL,
    since INTEGER NOT NULL,
    due INTEGER NOT NULL,
    tries INTEGER NOT NULL,
    looks INTEGER NOT NULL,
    mailed INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX due_turns ON turns (due);

ALTER TABLE accounts ADD COLUMN mail_confirmed INTEGER NOT NULL DEFAULT 0;
ALTER TABLE accounts ADD COLUMN mail_notices INTEGER NOT NULL DEFAULT 0;

CREATE TABLE confirmations (
    secret BLOB PRIMARY KEY,
    account TEXT NOT NULL REFERENCES accounts (id),
    mail TEXT NOT NULL,
    until INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX confirmations_of ON confirmations (account);
