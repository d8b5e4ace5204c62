import { fail, toFailure, type Failure } from '#shared/failure.ts';
import type { Log } from '../infra/platform.ts';
import type { Clock } from './clock.ts';
import { familyRules, nextAfterUnknown } from './family-rules.ts';
import { isSpeech, type Ledger, type LedgerEntry, type Outcome } from './ledger/types.ts';
import { lostAnHourAgo } from './ownership.ts';
import { message } from '#shared/messages/message.ts';

/** How an operation ended that nobody was sending any more: what is written down of it. */
export interface Ending {
  state: 'done' | 'failed' | 'unknown';
  outcome: Outcome;
  /** Called once it is written down. */
  afterwards?: () => Promise<void>;
}

/** Paid work whose end a person has to know of: what it was, and what is known of it. */
export interface Unsettled {
  operationId: string;
  summary: string;
  failure: Failure;
}

/**
 * What becomes of a request that an earlier run of the program left on its way (rules 2, 4 and 8). `resend`: the same ids again, by itself.
 * `follow`: the service has it, and is asked for it. `verify`: read whether it happened. `salvage`: sound came as it was made, and what is on the
 * disk says how it ended. `give-up`: nothing can be done without a person.
 */
export function afterCrash(entry: LedgerEntry, now: number): 'resend' | 'follow' | 'verify' | 'salvage' | 'give-up' {
  const { family, state, taskId } = entry;
  const rule = familyRules[family];
  if (isSession(entry) || (isSpeech(entry) && family !== 'job')) return 'salvage';
  if (state === 'waiting' || (isSpeech(entry) && taskId !== null)) return 'follow';
  if (lostAnHourAgo(entry, now) !== undefined) return 'give-up';
  if (rule.afterUnknown === 'verify') return 'verify';
  return rule.resends > 0 ? 'resend' : 'give-up';
}

/** A live session, which is one operation over many connections. */
export const isSession = ({ family }: Pick<LedgerEntry, 'family'>): boolean =>
  family === 'realtime-simple' || family === 'realtime-reliable';

/**
 * Writes down how those of `entries` ended that cannot go on; the others stay as they are. `salvage` looks at what came of a sound, and answers
 * with how it ended; where it cannot look, the entry stays as it is, and the next start looks again.
 */
export async function settleInterrupted(
  { ledger, clock, log }: { ledger: Pick<Ledger, 'settle'>; clock: Pick<Clock, 'now'>; log: Log },
  entries: readonly LedgerEntry[],
  salvage?: (entry: LedgerEntry) => Promise<Ending>,
): Promise<void> {
  for (const entry of entries) {
    const what = afterCrash(entry, clock.now());
    if (what === 'give-up') await ledger.settle(entry.operationId, 'unknown', { failure: interrupted(entry) });
    else if (what === 'salvage' && salvage !== undefined) await settleSalvaged({ ledger, log }, entry, salvage);
  }
}

export async function settleSalvaged<Entry extends LedgerEntry>(
  { ledger, log }: { ledger: Pick<Ledger, 'settle'>; log: Log },
  entry: Entry,
  salvage: (entry: Entry) => Promise<Ending>,
): Promise<void> {
  const { operationId } = entry;
  try {
    const { state, outcome, afterwards } = await salvage(entry);
    await ledger.settle(operationId, state, outcome);
    await afterwards?.();
  } catch (thrown) {
    const { kind } = toFailure(thrown);
    if (kind !== 'cancelled') log.error('what a crash left could not be kept yet', { operationId, kind });
  }
}

/** The program ended before the service had answered. */
export function interrupted(entry: Pick<LedgerEntry, 'family' | 'requestId'>, how = message('paidRequests.studioEnded')): Failure {
  return fail('outcome-unknown', how, {
    charged: 'unknown',
    requestId: entry.requestId,
    next: nextAfterUnknown[familyRules[entry.family].afterUnknown],
  }).failure;
}
