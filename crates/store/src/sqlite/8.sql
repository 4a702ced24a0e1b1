CREATE TABLE endgame_jobs (
    family TEXT NOT NULL,
    kind TEXT NOT NULL,
    class TEXT NOT NULL,
    worker TEXT NOT NULL,
    claimed INTEGER NOT NULL,
    hash BLOB,
    checked INTEGER NOT NULL,
    PRIMARY KEY (family, kind, class)
) STRICT, WITHOUT ROWID;

CREATE TABLE endgame_files (
    family TEXT NOT NULL,
    kind TEXT NOT NULL,
    class TEXT NOT NULL,
    worker TEXT NOT NULL,
    part INTEGER NOT NULL,
    bytes BLOB NOT NULL,
    PRIMARY KEY (family, kind, class, worker, part)
) STRICT;
