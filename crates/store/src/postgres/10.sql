-- The migration of the next release. Until then, each change that needs the schema adds a section.

-- Challenges are counted by account and by the address that they came from.
ALTER TABLE challenges ADD COLUMN source TEXT;
CREATE INDEX challenges_by_source ON challenges (source) WHERE match_id IS NULL;
CREATE INDEX challenges_by_account ON challenges (account);

-- What a command said, so that another one with the same id is refused.
ALTER TABLE commands ADD COLUMN digest BIGINT;

-- Whether a player's match goes on, so that the running matches of an account are few rows.
ALTER TABLE players ADD COLUMN running BIGINT NOT NULL DEFAULT 1;
UPDATE players SET running = 0 WHERE match_id IN (SELECT id FROM matches WHERE NOT live);
CREATE INDEX running_matches ON players (account) WHERE running = 1;
