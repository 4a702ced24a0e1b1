CREATE TABLE players (
    match_id TEXT NOT NULL REFERENCES matches (id),
    seat INTEGER NOT NULL,
    name TEXT,
    level INTEGER,
    PRIMARY KEY (match_id, seat)
) STRICT, WITHOUT ROWID;

CREATE TABLE computers (
    match_id TEXT PRIMARY KEY REFERENCES matches (id),
    seat INTEGER NOT NULL,
    level INTEGER NOT NULL,
    seed BLOB NOT NULL,
    looked INTEGER NOT NULL,
    asleep INTEGER NOT NULL,
    claimed INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX waking_computers ON computers (match_id) WHERE asleep = 0;

CREATE TABLE challenges (
    id TEXT PRIMARY KEY,
    made INTEGER NOT NULL,
    until INTEGER NOT NULL,
    listed INTEGER NOT NULL,
    game TEXT NOT NULL,
    settings TEXT NOT NULL,
    seat INTEGER NOT NULL,
    name TEXT,
    secret BLOB NOT NULL,
    match_id TEXT REFERENCES matches (id)
) STRICT, WITHOUT ROWID;

CREATE INDEX waiting_challenges ON challenges (made) WHERE match_id IS NULL;
CREATE INDEX ending_challenges ON challenges (until);
