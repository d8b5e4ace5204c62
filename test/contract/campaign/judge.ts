import { isDeepStrictEqual } from 'node:util';
import type { LedgerEntry } from '#main/paid-requests/ledger/types.ts';
import { shown } from '#main/paid-requests/family.ts';
import type { Ledger as ChargeBook } from '../../helpers/local-service.ts';
import { intents } from './intents.ts';
import { onDisk, paidPart, type ReferenceClient } from './on-disk.ts';
import type { CampaignStudio } from './studio.ts';

type Charge = ChargeBook['entries'][number];

/** What is wrong after a schedule, in words; nothing when all rules held. */
export async function judge(facts: {
  studio: CampaignStudio;
  entries: readonly LedgerEntry[];
  /** What was final before, at each end of a run. */
  terminal: readonly LedgerEntry[];
  /** How often something was wanted that may be paid. */
  acts: number;
  charges: readonly Charge[];
  reference: ReferenceClient;
}): Promise<string[]> {
  const { studio, entries, terminal, acts, charges, reference } = facts;
  const deleted = entries
    .filter(({ family, state }) => family === 'voice-delete' && state === 'done')
    .map(({ path }) => path.split('/').at(-1));
  const wrong: string[] = [];
  const byRequest = new Map(entries.map((entry) => [entry.requestId, entry]));
  const standing = charges.filter(({ state }) => state === 'settled' || state === 'reserved');
  const paid = standing.filter(({ credits, characters }) => credits + characters > 0);

  const strays = standing.filter(({ requestId }) => !byRequest.has(requestId));
  for (const { operation, requestId } of strays) wrong.push(`charged for ${operation} (${requestId}), which the ledger does not know`);
  if (new Set(paid.map(({ requestId }) => requestId)).size > acts) wrong.push(`${paid.length} charges for ${acts} intents`);
  // A live session begins another request for what the one before could not take; that many of them are paid says the line above.
  const begun = entries.filter(({ family }) => !family.startsWith('realtime')).length;
  if (begun > acts) wrong.push(`${begun} operations for ${acts} intents`);

  for (const entry of entries) {
    const mine = standing.filter(({ requestId }) => requestId === entry.requestId);
    const found = ofEntry(entry, mine);
    // A voice that was deleted later is not looked for.
    const isGone = deleted.includes(String(entry.result?.['voiceId']));
    found.push(...(entry.state !== 'done' || isGone ? await paidPart(entry, studio, mine.length) : await onDisk(entry, studio, reference)));
    wrong.push(...found.map((words) => `${entry.family} ${entry.state}: ${words}`));
  }
  for (const before of terminal) {
    const now = entries.find(({ operationId }) => operationId === before.operationId);
    if (!isDeepStrictEqual(now, before)) wrong.push(`${before.family} was ${before.state} and is not as it was`);
  }
  return wrong;
}

function ofEntry(entry: LedgerEntry, charges: readonly Charge[]): string[] {
  const wrong: string[] = [];
  const { state, family, failure } = entry;
  const { recoverable, charges: most } = intents[family];
  if (charges.length > most) wrong.push(`charged ${charges.length} times`);
  const cost = charges.reduce((sum, { credits }) => sum + credits, 0);
  if (state === 'sending' || state === 'waiting') wrong.push('still open when all was settled');
  if (state === 'failed' && charges.length > 0 && failure?.charged === 'no') wrong.push('charged, and says that it was not');
  if (state === 'unknown' && failure?.charged === 'no') wrong.push('unknown, and says that it was not charged');
  if ((state === 'unknown' || state === 'failed') && failure === null) wrong.push('does not say why');
  if (state === 'unknown' && failure?.next === 'none' && shown(entry).actions.length === 0) wrong.push('has no next step');
  if (state === 'unknown' && recoverable && charges.length > 0) wrong.push(`was paid for and is not had: ${failure?.message ?? ''}`);
  // A dubbing whose lip sync failed has its speech paid and kept, and a live request that failed for good its phrases: `paidPart` looks at both.
  const partlyPaid = family === 'dubbing' || family === 'realtime-reliable';
  if (state === 'failed' && recoverable && !partlyPaid && charges.length > 0)
    wrong.push(`was paid for and is given up: ${failure?.message ?? ''}`);
  if (state === 'done' && cost > 0 && entry.creditsUsed !== null && entry.creditsUsed !== cost)
    wrong.push(`cost ${entry.creditsUsed} by the ledger, and ${cost} by the book`);
  if (state === 'done' && charges.length === 0 && intents[family].charges > 0 && !family.startsWith('realtime'))
    wrong.push('done, and nothing was charged');
  return wrong;
}
