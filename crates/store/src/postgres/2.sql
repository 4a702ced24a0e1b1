CREATE TABLE players (
    match_id TEXT NOT NULL REFERENCES matches (id),
    seat BIGINT NOT NULL,
    name TEXT,
    level BIGINT,
    PRIMARY KEY (match_id, seat)
);

CREATE TABLE computers (
    match_id TEXT PRIMARY KEY REFERENCES matches (id),
    seat BIGINT NOT NULL,
    level BIGINT NOT NULL,
    seed BYTEA NOT NULL,
    looked BIGINT NOT NULL,
    asleep BIGINT NOT NULL,
    claimed BIGINT NOT NULL
);

CREATE INDEX waking_computers ON computers (match_id) WHERE asleep = 0;

CREATE TABLE challenges (
    id TEXT PRIMARY KEY,
    made BIGINT NOT NULL,
    until BIGINT NOT NULL,
    listed BIGINT NOT NULL,
    game TEXT NOT NULL,
    settings TEXT NOT NULL,
    seat BIGINT NOT NULL,
    name TEXT,
    secret BYTEA NOT NULL,
    match_id TEXT REFERENCES matches (id)
);

CREATE INDEX waiting_challenges ON challenges (made) WHERE match_id IS NULL;
CREATE INDEX ending_challenges ON challenges (until);
