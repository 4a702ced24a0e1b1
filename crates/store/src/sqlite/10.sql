-- The migration of the next release. Until then, each change that needs the schema adds a section.

-- Challenges are counted by account, and by the address and the site that they came from.
ALTER TABLE challenges ADD COLUMN source TEXT;
ALTER TABLE challenges ADD COLUMN site TEXT;
-- Accepted ones, which are kept for a day, are not read.
CREATE INDEX open_challenges ON challenges (until, match_id) WHERE match_id IS NULL;
CREATE INDEX open_challenges_by_account ON challenges (account, until, match_id)
    WHERE match_id IS NULL;
CREATE INDEX open_challenges_by_source ON challenges (source, until, match_id)
    WHERE match_id IS NULL;
CREATE INDEX open_challenges_by_site ON challenges (site, until, match_id)
    WHERE match_id IS NULL;
CREATE INDEX challenges_by_account ON challenges (account, until);

-- What a command said, so that another one with the same id is refused.
ALTER TABLE commands ADD COLUMN digest INTEGER;
ALTER TABLE tail ADD COLUMN digest INTEGER;

-- Whether a player's match goes on, so that the running matches of an account are few rows, and
-- otherwise when it ended. That time is negated, so that a page of the others is one ascending range of
-- an index, latest first.
ALTER TABLE players ADD COLUMN running INTEGER NOT NULL DEFAULT 1;
ALTER TABLE players ADD COLUMN minus_ended INTEGER NOT NULL DEFAULT 0;
UPDATE players
    SET running = 0, minus_ended = -(SELECT changed FROM matches WHERE id = players.match_id)
    WHERE match_id IN (SELECT id FROM matches WHERE live = 0);
CREATE INDEX running_matches ON players (account) WHERE running = 1;
CREATE INDEX ended_matches ON players (account, minus_ended, match_id) WHERE running = 0;

-- The archive. A finished game has a row in each list that it belongs to. A list is named by a game, a
-- result and a player, each of which may be left out: 'stack-em 1 n:ann' has the games of Stack'Em
-- that the guest Ann won, and '  ' has all games. The result is 0 for a draw, 1 for a win and 2 for a
-- loss; without a player, every decided game is a win. A player is 'a:' and the id of an account, or
-- 'n:' and the key of a guest's name. The time is negated, so that a page of any list is one ascending
-- range of the one index, latest first. Triggers keep it true to `archive_rows`.
CREATE TABLE archive (
    list TEXT NOT NULL,
    minus_ended INTEGER NOT NULL,
    match_id TEXT NOT NULL,
    number INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    PRIMARY KEY (list, minus_ended, match_id, number, seat)
) STRICT, WITHOUT ROWID;

-- The players of finished games, and as a player without a name everybody.
CREATE VIEW archive_players AS
    SELECT match_id, number, 0 AS seat, '' AS player, game, -ended AS minus_ended,
        CASE WHEN winner IS NULL THEN '0' ELSE '1' END AS result
    FROM results
    UNION ALL
    SELECT r.match_id, r.number, p.seat, coalesce('a:' || p.account, 'n:' || p.key), r.game,
        -r.ended,
        CASE WHEN r.winner IS NULL THEN '0' WHEN r.winner = p.seat THEN '1' ELSE '2' END
    FROM results AS r JOIN players AS p ON p.match_id = r.match_id
    WHERE p.account IS NOT NULL OR p.key IS NOT NULL;

CREATE VIEW archive_rows AS
    SELECT CASE WHEN f.by_game = 1 THEN p.game ELSE '' END || ' '
            || CASE WHEN f.by_result = 1 THEN p.result ELSE '' END || ' ' || p.player AS list,
        p.minus_ended, p.match_id, p.number, p.seat
    FROM archive_players AS p CROSS JOIN (
        SELECT 0 AS by_game, 0 AS by_result UNION ALL SELECT 0, 1 UNION ALL SELECT 1, 0
        UNION ALL SELECT 1, 1) AS f;

INSERT INTO archive SELECT * FROM archive_rows ORDER BY list, minus_ended, match_id, number, seat;

CREATE TRIGGER archive_result AFTER INSERT ON results BEGIN
    INSERT INTO archive SELECT * FROM archive_rows
    WHERE match_id = new.match_id AND number = new.number
    ON CONFLICT DO NOTHING;
END;

CREATE TRIGGER archive_player AFTER INSERT ON players BEGIN
    INSERT INTO archive SELECT * FROM archive_rows
    WHERE match_id = new.match_id AND seat = new.seat
    ON CONFLICT DO NOTHING;
END;

-- The result in the name of a list is one of four texts: none, '0', '1' and '2'.
CREATE TRIGGER archive_renamed AFTER UPDATE OF account, key ON players
WHEN coalesce('a:' || old.account, 'n:' || old.key)
    IS NOT coalesce('a:' || new.account, 'n:' || new.key)
BEGIN
    DELETE FROM archive
    WHERE list IN (
            SELECT g.game || ' ' || f.result || ' '
                || coalesce('a:' || old.account, 'n:' || old.key)
            FROM (SELECT '' AS game
                UNION SELECT game FROM results WHERE match_id = old.match_id) AS g
            CROSS JOIN (SELECT '' AS result UNION ALL SELECT '0' UNION ALL SELECT '1'
                UNION ALL SELECT '2') AS f)
        AND minus_ended IN (SELECT -ended FROM results WHERE match_id = old.match_id)
        AND match_id = old.match_id AND seat = old.seat;
    INSERT INTO archive SELECT * FROM archive_rows
    WHERE match_id = new.match_id AND seat = new.seat
    ON CONFLICT DO NOTHING;
END;

-- Nothing searches by these any more.
DROP INDEX results_by_time;
DROP INDEX players_by_key;

-- The live matches of one game, latest first.
CREATE INDEX live_matches_by_game ON matches (game, changed) WHERE live = 1;

-- A hash of both seat secrets, which tells whether one of them has changed. The store fills it in.
ALTER TABLE matches ADD COLUMN secret_check BLOB;

-- The time of the room. `heartbeat` has at most one row: the latest time at which a server was
-- serving, and when the database wrote it by its own clock, which only PostgreSQL has. `outages` are
-- the times in which no server was; nobody is charged for them.
CREATE TABLE heartbeat (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    beat INTEGER NOT NULL,
    written INTEGER NOT NULL
) STRICT;

CREATE TABLE outages (
    began INTEGER PRIMARY KEY,
    until INTEGER NOT NULL
) STRICT;

-- The server of the version before was certainly serving when a match last changed.
INSERT INTO heartbeat (id, beat, written)
SELECT 1, max(changed), 0 FROM matches HAVING count(*) > 0;

-- The one row that a check of readiness writes, to see whether the store can be written.
CREATE TABLE readiness (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    checked INTEGER NOT NULL
) STRICT;

-- Who asked for an analysis, as a hash: callers take turns.
ALTER TABLE analyses ADD COLUMN caller TEXT NOT NULL DEFAULT '';
