import { z } from 'zod';
import { fail, toFailure, type Failure } from '#shared/failure.ts';
import { realtimeFormats, realtimeLimits, realtimeModes, realtimeVersions } from '#shared/wire/realtime.ts';
import type { AccountKeeper } from '../../paid-requests/account.ts';
import type { ConnectionKeeper } from '../../service-client/connection.ts';
import type { Clock } from '../../paid-requests/clock.ts';
import { isOwner } from '../../paid-requests/ownership.ts';
import { interrupted, isSession, settleSalvaged, type Ending } from '../../paid-requests/recovery.ts';
import type { Ledger, LedgerEntry, Outcome } from '../../paid-requests/ledger/types.ts';
import type { Log } from '../../infra/platform.ts';
import { parseJson } from '../../service-client/answers.ts';
import { Feed } from './feed.ts';
import { keepSound, readManifest, soundPath, type Manifest } from './save.ts';
import { LiveLog } from './log.ts';
import { failureOfStatus } from './refusals.ts';
import { LiveRequest, type RequestPlan } from './request.ts';
import { message } from '#shared/messages/message.ts';

/** What the ledger holds of a realtime request: its settings, and the session that it is of. Its phrases are in its log. */
export const bodySchema = z.object({
  version: z.enum(realtimeVersions),
  mode: z.enum(realtimeModes),
  session: z.string().optional(),
  request: z.looseObject({ voiceId: z.string(), modelId: z.string(), format: z.enum(realtimeFormats) }),
});

export function planOfEntry(entry: Pick<LedgerEntry, 'operationId' | 'requestId' | 'body'>): RequestPlan {
  const { version, mode, request } = bodySchema.parse(parseJson(Buffer.from(entry.body).toString('utf8')));
  const { operationId, requestId } = entry;
  const { sessionUnits, segmentCharacters, textCharacters } = realtimeLimits;
  return { operationId, requestId, version, mode, request, sessionUnits, segmentCharacters, textCharacters };
}

/**
 * Settles the realtime requests that an earlier run left `sending`. What had come is kept; a reliable request is asked for, which costs
 * nothing, and is whole when the service has it whole. Everything else becomes `unknown` with its next step.
 */
export function createLiveRecovery(options: {
  connection: ConnectionKeeper;
  ledger: Ledger;
  account: AccountKeeper;
  directory: string;
  log: Log;
  live: ReadonlySet<string>;
  clock: Clock;
}): { recover(signal: AbortSignal): Promise<void> } {
  const { connection, ledger, account, directory, log, live, clock } = options;

  const salvage = async (entry: LedgerEntry, signal: AbortSignal): Promise<Ending> => {
    const { operationId } = entry;
    const plan = planOfEntry(entry);
    const known = await readManifest(directory, operationId);
    // It was whole; only the ledger did not know.
    if (known?.whole === true) return { state: 'done', outcome: outcomeOf(plan, known) };
    // A phrase is in the log before it leaves.
    if (!LiveLog.exists(directory, operationId)) return neverSaid;
    const file = await LiveLog.open(directory, operationId);
    try {
      if (file.standing().length === 0) return neverSaid;
      const failure = plan.mode === 'reliable' ? await ask(entry, plan, file, signal) : undefined;
      const manifest = await keepSound(file, plan.request.format, plan.mode === 'simple');
      const outcome = outcomeOf(plan, manifest);
      if (manifest.whole) return { state: 'done', outcome, afterwards: () => file.remove() };
      const state = failure === undefined || failure.charged === 'unknown' ? 'unknown' : 'failed';
      return { state, outcome: { ...outcome, failure: failure ?? interrupted(entry, cutShort) } };
    } finally {
      await file.close();
    }
  };

  const outcomeOf = (plan: RequestPlan, manifest: Manifest): Outcome => ({
    result: resultOf(plan, directory, manifest),
    amount: unitsOf(manifest.segments),
  });

  /** What is whole at the service is fetched; answers with what is known when it is not. */
  const ask = async (entry: LedgerEntry, plan: RequestPlan, file: LiveLog, signal: AbortSignal): Promise<Failure | undefined> => {
    try {
      const client = await connection.ready(signal);
      if (!(await isOwner(entry, client, account, signal))) return undefined;
      const feed = new Feed();
      feed.end();
      const tell = (): Promise<void> => Promise.resolve();
      const request = new LiveRequest({ plan, log: file, feed, tell, signal, tools: { realtime: client.realtime, log, clock } });
      const status = await request.status();
      if (status === undefined) return undefined;
      await request.fetchStored(status);
      return status.state === 'failed_terminal' ? failureOfStatus(status, request).failure : undefined;
    } catch (thrown) {
      const { kind } = toFailure(thrown);
      if (kind === 'cancelled') throw thrown;
      log.info('a realtime request could not be asked for', { operationId: entry.operationId, kind });
      return undefined;
    }
  };

  return {
    recover: async (signal) => {
      const left = (await ledger.pending()).filter((entry) => isSession(entry) && !live.has(entry.operationId));
      for (const entry of left) if (!signal.aborted) await settleSalvaged({ ledger, log }, entry, () => salvage(entry, signal));
    },
  };
}

const cutShort = message('live.studioEnded');
const neverSaid: Ending = {
  state: 'failed',
  outcome: { failure: fail('cancelled', message('live.studioEndedBefore')).failure },
};

const unitsOf = (segments: readonly { texts: readonly string[] }[]): number =>
  segments.reduce((sum, { texts }) => sum + texts.join('').length, 0);

function resultOf(plan: RequestPlan, directory: string, { bytes, whole, durationMs, segments }: Manifest) {
  const path = bytes === 0 ? null : soundPath(directory, plan.operationId, plan.request.format);
  return { path, bytes, whole, ...(durationMs !== undefined && { durationMs }), segments: segments.length };
}
