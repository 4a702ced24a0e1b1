CREATE TABLE analyses (
    match_id TEXT NOT NULL REFERENCES matches (id),
    number INTEGER NOT NULL,
    asked INTEGER NOT NULL,
    claimed INTEGER NOT NULL,
    tries INTEGER NOT NULL,
    done INTEGER NOT NULL,
    of_all INTEGER NOT NULL,
    review TEXT,
    PRIMARY KEY (match_id, number)
) STRICT, WITHOUT ROWID;

CREATE INDEX waiting_analyses ON analyses (asked) WHERE review IS NULL;
