CREATE TABLE analyses (
    match_id TEXT NOT NULL REFERENCES matches (id),
    number BIGINT NOT NULL,
    asked BIGINT NOT NULL,
    claimed BIGINT NOT NULL,
    tries BIGINT NOT NULL,
    done BIGINT NOT NULL,
    of_all BIGINT NOT NULL,
    review TEXT,
    PRIMARY KEY (match_id, number)
);

CREATE INDEX waiting_analyses ON analyses (asked) WHERE review IS NULL;
