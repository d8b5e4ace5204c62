import type { DatabaseSync } from 'node:sqlite';
import type { OperationFamily } from '../family-rules.ts';
import { creditsCharged, creditsInDoubt, failedCharged } from './queries.ts';
import type { LedgerStore, Price, Spent, Unit } from './types.ts';

const balanceEvent = 'balance-fell';

/** What work cost: learned prices, what an account spent, and the balance that it is reckoned from. */
export function preparedSums(
  database: DatabaseSync,
  now: () => number,
): Pick<LedgerStore, 'price' | 'spent' | 'checkpoint' | 'setCheckpoint' | 'balanceFell'> {
  const learned = `SELECT sum(credits_used) AS credits, sum(amount) AS amount, count(*) AS samples FROM operations
     WHERE state = 'done' AND credits_used IS NOT NULL AND connection_id = ? AND unit = ?`;
  const priceOfModel = database.prepare(`${learned} AND model_id = ?`);
  const priceOfFamily = database.prepare(`${learned} AND family = ?`);
  const priceByBalance = database.prepare(
    `SELECT sum(json_extract(facts, '$.balanceFell')) AS credits, sum(amount) AS amount, count(*) AS samples
     FROM operations JOIN events USING (operation_id)
     WHERE event = '${balanceEvent}' AND state = 'done' AND credits_used IS NULL AND connection_id = ? AND unit = ? AND family = ?`,
  );
  const noteFall = database.prepare(
    `INSERT INTO events (operation_id, at, event, facts)
     SELECT operation_id, :now, '${balanceEvent}', json_object('balanceFell', :credits) FROM operations AS this
     WHERE operation_id = :operationId AND state = 'done' AND credits_used IS NULL AND NOT EXISTS (
       SELECT 1 FROM operations AS other
       WHERE other.connection_id = this.connection_id AND other.account_id = this.account_id AND other.operation_id <> this.operation_id
         AND (other.state IN ('sending', 'waiting') OR other.updated_at >= :since))`,
  );
  const since = 'connection_id = ? AND account_id = ? AND created_at >= ?';
  const charged = database.prepare(
    `SELECT ${creditsCharged} AS credits, ${creditsInDoubt} AS in_doubt FROM operations WHERE ${since} AND credits_used IS NOT NULL`,
  );
  const uncharged = database.prepare(
    `SELECT family, model_id, unit, CASE WHEN ${failedCharged} THEN 'charged' WHEN state IN ('done', 'failed') THEN state ELSE 'open' END AS standing,
       sum(amount) AS amount, count(*) AS operations
     FROM operations WHERE ${since} AND credits_used IS NULL AND (state <> 'failed' OR json_extract(failure, '$.charged') IN ('yes', 'unknown'))
     GROUP BY family, model_id, unit, standing`,
  );
  const checkpoint = database.prepare('SELECT at, credits FROM checkpoints WHERE connection_id = ? AND account_id = ?');
  const underWay = database.prepare(
    `SELECT 1 FROM operations WHERE connection_id = ? AND account_id = ? AND (state IN ('sending', 'waiting') OR updated_at >= ?) LIMIT 1`,
  );
  const setCheckpoint = database.prepare(
    `INSERT INTO checkpoints (connection_id, account_id, at, credits) VALUES (?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET at = excluded.at, credits = excluded.credits`,
  );
  return {
    price: (connectionId, of) => {
      if ('modelId' in of) return toPrice(priceOfModel.get(connectionId, of.unit, of.modelId));
      const key = [connectionId, of.unit, of.family] as const;
      return toPrice(priceOfFamily.get(...key)) ?? toPrice(priceByBalance.get(...key));
    },
    spent: (...account) => ({
      credits: Number(charged.get(...account)?.['credits'] ?? 0),
      inDoubt: Number(charged.get(...account)?.['in_doubt'] ?? 0),
      open: uncharged.all(...account).map(({ family, model_id: modelId, unit, standing, amount, operations }) => ({
        family: family as OperationFamily,
        modelId: modelId === null ? null : String(modelId),
        unit: unit as Unit,
        standing: standing as Spent['open'][number]['standing'],
        amount: Number(amount),
        operations: Number(operations),
      })),
    }),
    balanceFell: (operationId, fall) => noteFall.run({ operationId, now: now(), ...fall }).changes === 1,
    checkpoint: (connectionId, accountId) => {
      const row = checkpoint.get(connectionId, accountId);
      return row === undefined ? undefined : { at: Number(row['at']), credits: Number(row['credits']) };
    },
    setCheckpoint: (connectionId, accountId, { at, credits }) => {
      if (underWay.get(connectionId, accountId, at) !== undefined) return false;
      setCheckpoint.run(connectionId, accountId, at, credits);
      return true;
    },
  };
}

function toPrice(row: Record<string, unknown> | undefined): Price | undefined {
  const amount = Number(row?.['amount'] ?? 0);
  return amount === 0 ? undefined : { creditsPerUnit: Number(row?.['credits']) / amount, samples: Number(row?.['samples']) };
}
