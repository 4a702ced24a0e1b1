ALTER TABLE accounts ADD COLUMN mail TEXT;

CREATE TABLE recoveries (
    secret BLOB PRIMARY KEY,
    account TEXT NOT NULL REFERENCES accounts (id),
    until INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX recoveries_of ON recoveries (account);
