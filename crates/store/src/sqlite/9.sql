-- What came in a rush, in the order in which it came. Nothing is looked up here, so it has no index.
CREATE TABLE tail (
    number INTEGER PRIMARY KEY,
    match_id TEXT NOT NULL,
    version INTEGER NOT NULL,
    events TEXT NOT NULL,
    seat INTEGER,
    command TEXT,
    first_event INTEGER,
    last_event INTEGER,
    changed INTEGER NOT NULL,
    game TEXT NOT NULL,
    live INTEGER NOT NULL,
    due INTEGER
) STRICT;
