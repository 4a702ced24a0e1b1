ALTER TABLE accounts ADD COLUMN mail TEXT;

CREATE TABLE recoveries (
    secret BYTEA PRIMARY KEY,
    account TEXT NOT NULL REFERENCES accounts (id),
    until BIGINT NOT NULL
);

CREATE INDEX recoveries_of ON recoveries (account);
