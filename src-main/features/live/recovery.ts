import { z } from 'zod';
import { fail, FailureError, toFailure, type Failure } from '#shared/failure.ts';
import { realtimeFormats, realtimeLimits, realtimeModes, realtimeVersions } from '#shared/wire/realtime.ts';
import type { AccountKeeper } from '../../paid-requests/account.ts';
import type { ConnectionKeeper } from '../../service-client/connection.ts';
import type { Clock } from '../../paid-requests/attempts.ts';
import { isOwner } from '../../paid-requests/ownership.ts';
import type { Ledger, LedgerEntry } from '../../paid-requests/ledger/types.ts';
import type { Log } from '../../infra/platform.ts';
import { parseJson } from '../../service-client/answers.ts';
import { Feed } from './feed.ts';
import { keepSound, readManifest, soundPath } from './save.ts';
import { LiveLog } from './log.ts';
import { failureOfStatus } from './refusals.ts';
import { LiveRequest, type RequestPlan } from './request.ts';

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

  const settle = async (entry: LedgerEntry, signal: AbortSignal): Promise<void> => {
    const { operationId } = entry;
    const plan = planOfEntry(entry);
    const known = await readManifest(directory, operationId);
    if (known?.whole === true) {
      // It was whole; only the ledger had not been told.
      await ledger.settle(operationId, 'done', { result: resultOf(plan, directory, known), amount: unitsOf(known.segments) });
      return;
    }
    if (!LiveLog.exists(directory, operationId)) {
      // A phrase is in the log before it leaves: nothing of this was ever said.
      await ledger.settle(operationId, 'failed', { failure: fail('cancelled', 'The studio ended before anything was said.').failure });
      return;
    }
    const file = await LiveLog.open(directory, operationId);
    try {
      if (file.standing().length === 0) {
        await ledger.settle(operationId, 'failed', { failure: fail('cancelled', 'The studio ended before anything was said.').failure });
        return;
      }
      const failure = plan.mode === 'reliable' ? await ask(entry, plan, file, signal) : undefined;
      const manifest = await keepSound(file, plan.request.format, plan.mode === 'simple');
      const result = resultOf(plan, directory, manifest);
      const amount = unitsOf(manifest.segments);
      if (manifest.whole) await ledger.settle(operationId, 'done', { result, amount });
      else
        await ledger.settle(operationId, failure === undefined || failure.charged === 'unknown' ? 'unknown' : 'failed', {
          ...{ result, amount },
          failure: failure ?? lostOf(entry, plan),
        });
      if (manifest.whole) await file.remove();
    } finally {
      await file.close();
    }
  };

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
      for (const entry of await ledger.pending()) {
        if ((entry.family !== 'realtime-simple' && entry.family !== 'realtime-reliable') || live.has(entry.operationId)) continue;
        try {
          await settle(entry, signal);
        } catch (thrown) {
          if (signal.aborted) return;
          if (!(thrown instanceof FailureError)) log.error('a realtime request could not be settled', { error: String(thrown) });
          log.warn('a realtime request could not be settled yet', { operationId: entry.operationId, kind: toFailure(thrown).kind });
        }
      }
    },
  };
}

function lostOf(entry: LedgerEntry, plan: RequestPlan): Failure {
  const words = 'The studio ended while this was being spoken. What had arrived of it is kept; it may have been charged.';
  return fail('outcome-unknown', words, {
    ...{ charged: 'unknown', requestId: entry.requestId, next: plan.mode === 'reliable' ? 'retry' : 'generate-anew' },
  }).failure;
}

const unitsOf = (segments: readonly { texts: readonly string[] }[]): number =>
  segments.reduce((sum, { texts }) => sum + texts.join('').length, 0);

function resultOf(plan: RequestPlan, directory: string, manifest: { bytes: number; whole: boolean; segments: readonly unknown[] }) {
  const path = manifest.bytes === 0 ? null : soundPath(directory, plan.operationId, plan.request.format);
  return { path, bytes: manifest.bytes, whole: manifest.whole, segments: manifest.segments.length };
}
