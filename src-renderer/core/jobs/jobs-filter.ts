import { cutText } from '#shared/cut-text.ts';
import type { JobsQuery, PaidOperation } from '#shared/operations/paid.ts';
import type { OperationFamily, OperationState } from '#shared/paid-work.ts';
import { plainText } from '#shared/plain-text.ts';
import { messages } from '#shared/messages/index.ts';
import { noneNamed, type Named } from './row-names.ts';

/** What a person narrows the list of jobs by; one choice of each. */
export interface JobsFilter {
  text: string;
  state: StateChoice;
  kind: KindChoice;
  projectId: string | undefined;
  connectionId: string | undefined;
  cost: CostChoice;
  date: DateChoice;
}

export const stateChoices = {
  any: { name: messages.jobs.anyState, states: undefined },
  running: { name: messages.jobs.running, states: ['sending', 'waiting'] },
  /** What the status bar counts: the same, by their ids. */
  unknown: { name: messages.jobs.outcomeUnknown, states: undefined },
  /** Unknown too, and by a person's wish: requested again, stopped or given up. */
  left: { name: messages.jobs.leftUnknown, states: ['unknown'] },
  done: { name: messages.jobs.done, states: ['done'] },
  failed: { name: messages.jobs.failed, states: ['failed'] },
} as const satisfies Record<string, { name: string; states: readonly OperationState[] | undefined }>;
type StateChoice = keyof typeof stateChoices;

/** The lines of a dub are speech, and part of what the dub cost: both choices find them. */
export const kindChoices = {
  any: { name: messages.jobs.anyKind, families: undefined },
  speech: {
    name: messages.jobs.speech,
    families: ['aligned', 'speech', 'job', 'speech-v1', 'speech-v1-cached', 'job-v1', 'speech-v2', 'compatibility'],
  },
  live: { name: messages.jobs.live, families: ['realtime-simple', 'realtime-reliable'] },
  clone: { name: messages.jobs.voiceClones, families: ['voice-create', 'voice-delete'] },
  design: { name: messages.jobs.voiceDesigns, families: ['design', 'design-save'] },
  'lip-sync': { name: messages.jobs.lipSync, families: ['lip-sync'] },
  dubbing: { name: messages.jobs.dubbing, families: ['dubbing'], forDubs: true },
  transcription: { name: messages.jobs.transcriptions, families: ['transcription'] },
  media: { name: messages.jobs.imagesVideo, families: ['image', 'video'] },
  account: { name: messages.jobs.account, families: ['profile-update'] },
} as const satisfies Record<string, { name: string; families: readonly OperationFamily[] | undefined; forDubs?: true }>;
type KindChoice = keyof typeof kindChoices;

const most = Number.MAX_SAFE_INTEGER;
export const costChoices = {
  any: { name: messages.jobs.anyCost, cost: undefined },
  free: { name: messages.jobs.free, cost: { from: 0, to: 0 } },
  small: { name: messages.jobs.upTo10Credits, cost: { from: 0.000_001, to: 10 } },
  middle: { name: messages.jobs.upTo100Credits, cost: { from: 10, to: 100 } },
  large: { name: messages.jobs.over100Credits, cost: { from: 100.000_001, to: most } },
  unknown: { name: messages.jobs.costUnknownFilter, cost: 'unknown' },
} as const satisfies Record<string, { name: string; cost: JobsQuery['cost'] }>;
type CostChoice = keyof typeof costChoices;

export const dateChoices = {
  any: { name: messages.jobs.anyDate, days: undefined },
  today: { name: messages.jobs.today, days: 1 },
  week: { name: messages.jobs.last7Days, days: 7 },
  month: { name: messages.jobs.last30Days, days: 30 },
  year: { name: messages.jobs.last365Days, days: 365 },
} as const;
type DateChoice = keyof typeof dateChoices;

export const noFilter: JobsFilter = {
  text: '',
  state: 'any',
  kind: 'any',
  projectId: undefined,
  connectionId: undefined,
  cost: 'any',
  date: 'any',
};

export const isNarrowed = (filter: JobsFilter): boolean =>
  (Object.keys(noFilter) as (keyof JobsFilter)[]).some((name) => filter[name] !== noFilter[name]);

/** The filter as main is asked. Days begin at this machine's midnight. `unsettled`: the ids of what the status bar counts. `named`: the voices and projects whose names have the text. */
export function queryOf(filter: JobsFilter, now: number, unsettled: readonly string[], named: Named = noneNamed): JobsQuery {
  const { states } = stateChoices[filter.state];
  const { families, forDubs }: { families: readonly OperationFamily[] | undefined; forDubs?: true } = kindChoices[filter.kind];
  const { cost } = costChoices[filter.cost];
  const from = since(filter, now);
  const text = cutText(filter.text.trim(), 200);
  return {
    ...(states !== undefined && { states: [...states] }),
    ...(filter.state === 'unknown' && { operationIds: [...unsettled] }),
    ...(filter.state === 'left' && { exceptIds: [...unsettled] }),
    ...(families !== undefined && { families: [...families] }),
    ...(forDubs !== undefined && { forDubs }),
    ...(filter.projectId !== undefined && { projectId: filter.projectId }),
    ...(filter.connectionId !== undefined && { connectionId: filter.connectionId }),
    ...(cost !== undefined && { cost }),
    ...(from !== undefined && { from }),
    ...(text !== '' && { text }),
    ...(text !== '' && named.voiceIds.length > 0 && { voiceIds: [...named.voiceIds] }),
    ...(text !== '' && named.projectIds.length > 0 && { projectIds: [...named.projectIds] }),
  };
}

function since({ date }: JobsFilter, now: number): number | undefined {
  const { days } = dateChoices[date];
  if (days === undefined) return undefined;
  // By the calendar: a day on which the clock changes has 23 or 25 hours.
  const today = new Date(now);
  return new Date(today.getFullYear(), today.getMonth(), today.getDate() - (days - 1)).getTime();
}

/** Whether something that began, or changed, belongs into the list as it is narrowed. What was sent is known to main alone. */
export function fits(
  operation: PaidOperation,
  filter: JobsFilter,
  now: number,
  unsettled: readonly string[],
  named: Named = noneNamed,
): boolean {
  const query = queryOf(filter, now, unsettled, named);
  const { states, projectId, connectionId, cost, from, text, operationIds, exceptIds } = query;
  const { creditsUsed } = operation;
  if (states !== undefined && !states.includes(operation.state)) return false;
  if (operationIds?.includes(operation.operationId) === false || exceptIds?.includes(operation.operationId) === true) return false;
  if (!isOfKind(operation, query)) return false;
  if (projectId !== undefined && operation.projectId !== projectId) return false;
  if (connectionId !== undefined && operation.connectionId !== connectionId) return false;
  if (cost === 'unknown' && creditsUsed !== null) return false;
  if (typeof cost === 'object' && (creditsUsed === null || creditsUsed < cost.from || creditsUsed > cost.to)) return false;
  if (from !== undefined && operation.createdAt < from) return false;
  if (text === undefined) return true;
  if (operation.voiceId !== undefined && query.voiceIds?.includes(operation.voiceId) === true) return true;
  if (operation.projectId !== null && query.projectIds?.includes(operation.projectId) === true) return true;
  const { summary, family, operationId, requestId, serviceRequestId, taskId, modelId, code, projectName } = operation;
  const searched = [summary, family, operationId, requestId, serviceRequestId, taskId, modelId, code, projectName];
  return plainText(searched.join('\n')).includes(plainText(text));
}

const isOfKind = ({ family, projectName }: PaidOperation, { families, forDubs = false }: JobsQuery): boolean =>
  families === undefined || families.includes(family) || (forDubs && projectName !== undefined);

/** A job that the service lists and this studio did not begin. */
export interface ElsewhereJob {
  kind: 'speech' | 'lip-sync';
  taskId: string;
  status: string;
  /** Unix milliseconds; 0 where the service does not say. */
  createdAt: number;
  creditsUsed: number | null;
}

/** By the word of the service, which may be any. */
const elsewhereStates = new Map<string, OperationState>([
  ['pending', 'waiting'],
  ['processing', 'waiting'],
  ['success', 'done'],
  ['completed', 'done'],
  ['partial_fail', 'failed'],
  ['fail', 'failed'],
  ['failed', 'failed'],
]);
export const elsewhereState = ({ status }: ElsewhereJob): OperationState => elsewhereStates.get(status) ?? 'waiting';

/** A project is this studio's own: what was made elsewhere is in none. */
export function fitsElsewhere(job: ElsewhereJob, filter: JobsFilter, now: number): boolean {
  const { states, cost, text } = queryOf(filter, now, []);
  const from = since(filter, now);
  if (filter.state === 'unknown' || filter.projectId !== undefined || (filter.kind !== 'any' && filter.kind !== job.kind)) return false;
  if (states !== undefined && !states.includes(elsewhereState(job))) return false;
  if (cost === 'unknown' && job.creditsUsed !== null) return false;
  if (typeof cost === 'object' && (job.creditsUsed === null || job.creditsUsed < cost.from || job.creditsUsed > cost.to)) return false;
  if (from !== undefined && job.createdAt < from) return false;
  return text === undefined || plainText(job.taskId).includes(plainText(text));
}

/** How many jobs that were made elsewhere the list shows, as far as they are read. */
export const countElsewhere = ({ elsewhere, filter }: { elsewhere: readonly ElsewhereJob[]; filter: JobsFilter }): number =>
  elsewhere.filter((job) => fitsElsewhere(job, filter, Date.now())).length;

/** What they cost, as far as the service lists it. */
export const creditsElsewhere = ({ elsewhere, filter }: { elsewhere: readonly ElsewhereJob[]; filter: JobsFilter }): number =>
  elsewhere.reduce((sum, job) => sum + (fitsElsewhere(job, filter, Date.now()) ? (job.creditsUsed ?? 0) : 0), 0);

export type JobRow = { id: string; operation: PaidOperation } | { id: string; elsewhere: ElsewhereJob };

/**
 * Both kinds in one list, newest first; each keeps its own order. `whole`: the ledger has no older ones. While it has, what was made elsewhere
 * before the oldest that is here waits, so that nothing is put between two rows later.
 */
export function mergeRows(operations: readonly PaidOperation[], elsewhere: readonly ElsewhereJob[], whole: boolean): JobRow[] {
  const rows: JobRow[] = [];
  let next = 0;
  const takeUntil = (time: number): void => {
    for (let job = elsewhere[next]; job && job.createdAt > time; job = elsewhere[++next])
      rows.push({ id: `${job.kind}:${job.taskId}`, elsewhere: job });
  };
  for (const operation of operations) {
    takeUntil(operation.createdAt);
    rows.push({ id: operation.operationId, operation });
  }
  if (whole) takeUntil(-1);
  return rows;
}
