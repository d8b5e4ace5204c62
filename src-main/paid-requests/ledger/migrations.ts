/** One step for each version of the schema; a step that has shipped is never changed. */
export const migrations: readonly string[] = [
  `CREATE TABLE operations (
     operation_id TEXT PRIMARY KEY,
     family TEXT NOT NULL,
     connection_id TEXT NOT NULL,
     account_id TEXT NOT NULL,
     origin TEXT NOT NULL,
     method TEXT NOT NULL,
     path TEXT NOT NULL,
     body BLOB NOT NULL,
     idempotency_key TEXT NOT NULL UNIQUE,
     request_id TEXT NOT NULL,
     fingerprint TEXT NOT NULL,
     model_id TEXT,
     characters INTEGER NOT NULL,
     format TEXT NOT NULL,
     project_id TEXT NOT NULL,
     chapter_id TEXT NOT NULL,
     block_id TEXT NOT NULL,
     state TEXT NOT NULL CHECK (state IN ('sending', 'waiting', 'unknown', 'done', 'failed')),
     task_id TEXT,
     attempts INTEGER NOT NULL,
     created_at INTEGER NOT NULL,
     first_sent_at INTEGER NOT NULL,
     last_sent_at INTEGER NOT NULL,
     updated_at INTEGER NOT NULL,
     latency_ms INTEGER,
     status INTEGER,
     code TEXT,
     credits_used REAL,
     quota_remaining INTEGER,
     service_request_id TEXT,
     failure TEXT
   ) STRICT;
   CREATE INDEX open_operations ON operations (state, created_at) WHERE state NOT IN ('done', 'failed');
   CREATE INDEX operations_of_work ON operations (fingerprint, created_at);
   CREATE INDEX operations_of_block ON operations (project_id, block_id, created_at);
   CREATE INDEX prices ON operations (connection_id, model_id) WHERE state = 'done' AND credits_used IS NOT NULL;
   CREATE TRIGGER final_states_stay BEFORE UPDATE ON operations WHEN OLD.state IN ('done', 'failed')
     BEGIN SELECT RAISE(ABORT, 'a final state was to be changed'); END;
   CREATE TRIGGER what_was_sent_stays
     BEFORE UPDATE OF operation_id, connection_id, account_id, origin, method, path, body, idempotency_key, request_id, fingerprint ON operations
     BEGIN SELECT RAISE(ABORT, 'what was sent was to be changed'); END;
   CREATE TRIGGER nothing_is_forgotten BEFORE DELETE ON operations
     BEGIN SELECT RAISE(ABORT, 'an operation was to be deleted'); END;`,
  `ALTER TABLE operations RENAME COLUMN characters TO amount;
   ALTER TABLE operations ADD COLUMN unit TEXT NOT NULL DEFAULT 'character';
   ALTER TABLE operations ADD COLUMN content_type TEXT NOT NULL DEFAULT 'application/json';
   ALTER TABLE operations ADD COLUMN summary TEXT NOT NULL DEFAULT '';
   ALTER TABLE operations ADD COLUMN result TEXT;
   CREATE TABLE events (
     number INTEGER PRIMARY KEY AUTOINCREMENT,
     operation_id TEXT NOT NULL REFERENCES operations (operation_id),
     at INTEGER NOT NULL,
     event TEXT NOT NULL,
     facts TEXT NOT NULL
   ) STRICT;
   CREATE INDEX events_of_operation ON events (operation_id, number);`,
  `CREATE TABLE checkpoints (
     connection_id TEXT NOT NULL,
     account_id TEXT NOT NULL,
     at INTEGER NOT NULL,
     credits REAL NOT NULL,
     PRIMARY KEY (connection_id, account_id)
   ) STRICT, WITHOUT ROWID;`,
  `ALTER TABLE operations ADD COLUMN body_bytes INTEGER;
   ALTER TABLE operations ADD COLUMN body_digest TEXT;
   DROP TRIGGER what_was_sent_stays;
   CREATE TRIGGER what_was_sent_stays
     BEFORE UPDATE OF operation_id, connection_id, account_id, origin, method, path, idempotency_key, request_id, fingerprint ON operations
     BEGIN SELECT RAISE(ABORT, 'what was sent was to be changed'); END;
   CREATE TRIGGER what_may_be_sent_again_stays BEFORE UPDATE OF body, body_bytes, body_digest ON operations
     WHEN NEW.state NOT IN ('done', 'failed') OR NEW.body_bytes IS NOT length(OLD.body) OR NEW.body_digest IS NULL
     BEGIN SELECT RAISE(ABORT, 'what was sent was to be changed'); END;
   DROP TRIGGER nothing_is_forgotten;
   CREATE TRIGGER nothing_open_is_forgotten BEFORE DELETE ON operations WHEN OLD.state NOT IN ('done', 'failed') OR OLD.result IS NOT NULL
     BEGIN SELECT RAISE(ABORT, 'an operation was to be deleted'); END;
   CREATE INDEX operations_to_forget ON operations (state) WHERE state IN ('done', 'failed') AND result IS NULL;`,
  `CREATE INDEX operations_of_task ON operations (task_id) WHERE task_id IS NOT NULL;
   CREATE INDEX operations_of_voice ON operations (json_extract(result, '$.voiceId')) WHERE family = 'voice-create';`,
  // Amounts and quotas may be decimals: the interface calls few of them integers, and a strict column of integers refuses the end of a paid request.
  `DROP TRIGGER final_states_stay;
   ALTER TABLE operations ADD COLUMN amount_used REAL NOT NULL DEFAULT 0;
   ALTER TABLE operations ADD COLUMN quota_left REAL;
   UPDATE operations SET amount_used = amount, quota_left = quota_remaining;
   ALTER TABLE operations DROP COLUMN amount;
   ALTER TABLE operations DROP COLUMN quota_remaining;
   ALTER TABLE operations RENAME COLUMN amount_used TO amount;
   ALTER TABLE operations RENAME COLUMN quota_left TO quota_remaining;
   CREATE TRIGGER final_states_stay BEFORE UPDATE ON operations WHEN OLD.state IN ('failed', 'done')
     BEGIN SELECT RAISE(ABORT, 'a final state was to be changed'); END;`,
  // A line of a dub stands under its dub as a block's sound stands under its project, with the dub's name, which stays when the dub is removed.
  "ALTER TABLE operations ADD COLUMN dub_name TEXT NOT NULL DEFAULT '';",
];
