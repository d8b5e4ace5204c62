import type { DatabaseSync, SQLInputValue, SQLOutputValue } from 'node:sqlite';
import { plainText } from '#shared/plain-text.ts';
import { families, type OperationFamily } from '../family-rules.ts';
import { findVoice } from '../find-voice.ts';
import { operationStates, type LedgerStore, type OperationQuery, type OperationState, type Unit, type Unreported } from './types.ts';

/** A kept file in what came of an operation. */
const keptName = /\/bytes\/media\/([0-9a-f]{64}\.[0-9a-z]{2,5})/gu;

/** It failed, and the service says that it was charged: nothing of it arrived, or a part. */
export const failedCharged = `(state = 'failed' AND json_extract(failure, '$.charged') = 'yes')`;

/** Whether it was charged is not known, and the service has not said that the charge was refunded. */
const inDoubt = `(json_extract(failure, '$.charged') IS 'unknown' AND json_extract(failure, '$.refunded') IS NOT 1)`;
/** Credits that were charged, without those of work whose charge is in doubt. */
export const creditsCharged = `coalesce(sum(CASE WHEN json_extract(failure, '$.charged') IS NOT 'unknown' THEN credits_used END), 0)`;
/** Credits that the service named of work whose charge is in doubt. */
export const creditsInDoubt = `coalesce(sum(CASE WHEN ${inDoubt} THEN credits_used END), 0)`;

/** Looking for operations: one condition for the pages of a list and for the sums over all of it. */
export function preparedQueries(database: DatabaseSync): Pick<LedgerStore, 'sum' | 'made' | 'projects' | 'usage' | 'holdings'> & {
  list(query: OperationQuery): Record<string, unknown>[];
} {
  database.function('plain', { deterministic: true }, (text) => plainText(String(text)));
  // No column has the voice: it is read as for the row in Jobs.
  database.function('voice_of', { deterministic: true }, (body, result) => voiceOf(body, result) ?? null);
  const found = `state IN (SELECT value FROM json_each(:states)) 
    AND (family IN (SELECT value FROM json_each(:families)) OR (:forDubs AND dub_name <> ''))
    AND (:projectId IS NULL OR project_id = :projectId) AND (:connectionId IS NULL OR connection_id = :connectionId)
    AND (:from IS NULL OR created_at >= :from) AND (:to IS NULL OR created_at < :to)
    AND (:least IS NULL OR credits_used BETWEEN :least AND :most) AND (NOT :unpriced OR credits_used IS NULL)
    AND (:operationIds IS NULL OR operation_id IN (SELECT value FROM json_each(:operationIds)))
    AND (:exceptIds IS NULL OR operation_id NOT IN (SELECT value FROM json_each(:exceptIds)))
    AND (:text IS NULL OR project_id IN (SELECT value FROM json_each(:projectIds))
      OR instr(plain(concat_ws(char(10), summary, family, operation_id, request_id, service_request_id, task_id, model_id, code, dub_name,
        CASE content_type WHEN 'application/json' THEN CAST(body AS TEXT) END)), :text) > 0
      OR (:voiceIds IS NOT NULL AND voice_of(body, result) IN (SELECT value FROM json_each(:voiceIds))))`;
  const list = database.prepare(
    `SELECT * FROM operations WHERE ${found}
       AND (:before IS NULL OR rowid < (SELECT rowid FROM operations WHERE operation_id = :before))
     ORDER BY rowid DESC LIMIT :limit`,
  );
  const sum = database.prepare(
    `SELECT count(*) AS operations, ${creditsCharged} AS credits, ${creditsInDoubt} AS in_doubt,
       coalesce(sum(json_extract(result, '$.quotaUsed')), 0) AS quota
     FROM operations WHERE ${found}`,
  );
  const unreportedSum = database.prepare(
    `SELECT connection_id, family, model_id, unit, ${inDoubt} AS is_in_doubt, sum(amount) AS amount, count(*) AS operations FROM operations
     WHERE ${found} AND (state = 'done' OR ${failedCharged} OR (state IN ('failed', 'unknown') AND ${inDoubt})) AND credits_used IS NULL
     GROUP BY connection_id, family, model_id, unit, is_in_doubt`,
  );
  const projects = database.prepare(
    `SELECT project_id, dub_name, count(*) AS operations, max(created_at) AS last_at FROM operations WHERE project_id <> ''
     GROUP BY project_id ORDER BY last_at DESC LIMIT 500`,
  );
  const day = "strftime('%Y-%m-%d', created_at / 1000, 'unixepoch', 'localtime')";
  const used = `connection_id = ? AND created_at >= ? AND family <> 'profile-update'
    AND (state <> 'failed' OR json_extract(failure, '$.charged') IS 'yes' OR ${inDoubt})`;
  const usage = database.prepare(
    `SELECT ${day} AS day, family, project_id, max(dub_name) AS dub_name, ${creditsCharged} AS credits, ${creditsInDoubt} AS in_doubt, count(*) AS operations,
       coalesce(sum(json_extract(result, '$.quotaUsed')), 0) AS quota
     FROM operations WHERE ${used} GROUP BY day, family, project_id ORDER BY day DESC, credits DESC LIMIT ?`,
  );
  const unreportedUsage = database.prepare(
    `SELECT ${day} AS day, project_id, connection_id, family, model_id, unit, ${inDoubt} AS is_in_doubt,
       sum(amount) AS amount, count(*) AS operations
     FROM operations WHERE ${used} AND credits_used IS NULL GROUP BY day, project_id, family, model_id, unit, is_in_doubt ORDER BY day DESC LIMIT ?`,
  );
  // Each part by its own index: a page of the service's list is looked up among a hundred thousand operations.
  const made = database.prepare(
    `SELECT task_id AS id, operation_id FROM operations WHERE task_id IN (SELECT value FROM json_each(:ids))
     UNION SELECT json_extract(result, '$.voiceId'), operation_id FROM operations
       WHERE family = 'voice-create' AND json_extract(result, '$.voiceId') IN (SELECT value FROM json_each(:ids))`,
  );
  const open = database.prepare("SELECT operation_id FROM operations WHERE state NOT IN ('done', 'failed')");
  const holdings = database.prepare(
    `SELECT operation_id, family, state, block_id, updated_at, result FROM operations WHERE instr(result, '/bytes/media/') > 0`,
  );
  const conditions = ({
    states = operationStates,
    families: wanted = families,
    ...query
  }: OperationQuery): Record<string, SQLInputValue> => {
    const { projectId = null, connectionId = null, from = null, to = null, cost, text = '', operationIds, exceptIds } = query;
    const { voiceIds, projectIds, forDubs = false } = query;
    const range = typeof cost === 'object' ? cost : undefined;
    return {
      states: JSON.stringify(states),
      families: JSON.stringify(wanted),
      forDubs: forDubs ? 1 : 0,
      projectId,
      connectionId,
      from,
      to,
      least: range?.from ?? null,
      most: range?.to ?? null,
      unpriced: cost === 'unknown' ? 1 : 0,
      operationIds: operationIds === undefined ? null : JSON.stringify(operationIds),
      exceptIds: exceptIds === undefined ? null : JSON.stringify(exceptIds),
      text: text.trim() === '' ? null : plainText(text.trim()),
      voiceIds: voiceIds === undefined ? null : JSON.stringify(voiceIds),
      projectIds: projectIds === undefined ? null : JSON.stringify(projectIds),
    };
  };
  return {
    list: (query) => list.all({ ...conditions(query), before: query.before ?? null, limit: Math.min(query.limit, 200) }),
    sum: (query) => {
      const wanted = conditions(query);
      const row = sum.get(wanted);
      return {
        operations: Number(row?.['operations']),
        credits: Number(row?.['credits']),
        inDoubt: Number(row?.['in_doubt']),
        quota: Number(row?.['quota']),
        unreported: unreportedSum.all(wanted).map(toUnreported),
      };
    },
    made: (ids) =>
      made.all({ ids: JSON.stringify(ids) }).map((row) => ({ id: String(row['id']), operationId: String(row['operation_id']) })),
    holdings: () => ({
      open: open.all().map((row) => String(row['operation_id'])),
      holdings: Array.from(holdings.iterate(), (row) => ({
        operationId: String(row['operation_id']),
        family: row['family'] as OperationFamily,
        state: row['state'] as OperationState,
        forBlock: row['block_id'] !== '',
        updatedAt: Number(row['updated_at']),
        names: Array.from(String(row['result']).matchAll(keptName), ([, name = '']) => name),
      })),
    }),
    usage: (connectionId, since, limit) => {
      const unreported = Map.groupBy(unreportedUsage.all(connectionId, since, limit), placeOf);
      return usage.all(connectionId, since, limit).map((row) => ({
        day: String(row['day']),
        family: row['family'] as OperationFamily,
        projectId: String(row['project_id']),
        ...dubName(row),
        credits: Number(row['credits']),
        inDoubt: Number(row['in_doubt']),
        operations: Number(row['operations']),
        quota: Number(row['quota']),
        unreported: (unreported.get(placeOf(row)) ?? []).map(toUnreported),
      }));
    },
    projects: () =>
      projects.all().map((row) => ({
        projectId: String(row['project_id']),
        ...dubName(row),
        operations: Number(row['operations']),
        lastAt: Number(row['last_at']),
      })),
  };
}

const voiceOf = (body: SQLOutputValue, result: SQLOutputValue): string | undefined =>
  findVoice({
    ...(body instanceof Uint8Array && { body }),
    result: typeof result === 'string' ? (JSON.parse(result) as Record<string, unknown>) : null,
  });

const dubName = ({ dub_name: name }: Record<string, unknown>): { projectName?: string } =>
  name === '' ? {} : { projectName: String(name) };

/** Names a row of usage. */
const placeOf = (row: Record<string, unknown>): string => JSON.stringify([row['day'], row['family'], row['project_id']]);

const toUnreported = ({
  connection_id: connectionId,
  family,
  model_id: modelId,
  unit,
  amount,
  operations,
  is_in_doubt: isInDoubt,
}: Record<string, unknown>): Unreported => ({
  connectionId: String(connectionId),
  family: family as OperationFamily,
  modelId: typeof modelId === 'string' ? modelId : null,
  unit: unit as Unit,
  amount: Number(amount),
  operations: Number(operations),
  isInDoubt: isInDoubt === 1,
});
