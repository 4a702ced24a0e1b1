CREATE TABLE endgame_jobs (
    family TEXT NOT NULL,
    kind TEXT NOT NULL,
    class TEXT NOT NULL,
    worker TEXT NOT NULL,
    claimed BIGINT NOT NULL,
    hash BYTEA,
    checked BIGINT NOT NULL,
    PRIMARY KEY (family, kind, class)
);

CREATE TABLE endgame_files (
    family TEXT NOT NULL,
    kind TEXT NOT NULL,
    class TEXT NOT NULL,
    worker TEXT NOT NULL,
    part BIGINT NOT NULL,
    bytes BYTEA NOT NULL,
    PRIMARY KEY (family, kind, class, worker, part)
);
