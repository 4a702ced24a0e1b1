CREATE TABLE matches (
    id TEXT PRIMARY KEY,
    game TEXT NOT NULL,
    version INTEGER NOT NULL,
    changed INTEGER NOT NULL,
    live INTEGER NOT NULL,
    due INTEGER,
    secret_one BLOB NOT NULL,
    secret_two BLOB NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX live_matches ON matches (changed) WHERE live = 1;
CREATE INDEX due_matches ON matches (due) WHERE due IS NOT NULL;

CREATE TABLE events (
    match_id TEXT NOT NULL REFERENCES matches (id),
    version INTEGER NOT NULL,
    event TEXT NOT NULL,
    PRIMARY KEY (match_id, version)
) STRICT, WITHOUT ROWID;

CREATE TABLE commands (
    match_id TEXT NOT NULL REFERENCES matches (id),
    seat INTEGER NOT NULL,
    id TEXT NOT NULL,
    first_event INTEGER NOT NULL,
    last_event INTEGER NOT NULL,
    PRIMARY KEY (match_id, seat, id)
) STRICT, WITHOUT ROWID;
