import type { DatabaseSync } from 'node:sqlite';
import { ledgerLimits } from './limits.ts';
import type { LedgerStore } from './types.ts';

/** What happened to an operation, line by line. */
export function preparedTimeline(database: DatabaseSync, now: () => number): Pick<LedgerStore, 'events' | 'note'> {
  const events = database.prepare('SELECT at, event, facts FROM events WHERE operation_id = ? ORDER BY number');
  const addEvent = database.prepare(
    `INSERT INTO events (operation_id, at, event, facts) SELECT :operationId, :now, :event, :facts
     WHERE (SELECT count(*) FROM events WHERE operation_id = :operationId) < ${ledgerLimits.events}`,
  );
  return {
    events: (operationId) =>
      events.all(operationId).map(({ at, event, facts }) => ({
        at: Number(at),
        event: String(event),
        facts: JSON.parse(String(facts)) as Record<string, unknown>,
      })),
    note: (operationId, event, facts) => {
      addEvent.run({ operationId, now: now(), event, facts: JSON.stringify(facts) });
    },
  };
}
