import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { isSpeech, type LedgerEntry } from '#main/ledger/types.ts';
import { readManifest } from '#main/live/keep.ts';
import { filesOf, shown } from '#main/paid-work/work.ts';
import type { Ledger as ChargeBook } from '../../helpers/local-service.ts';
import { join } from 'node:path';
import { intents } from './intents.ts';
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
}): Promise<string[]> {
  const { studio, entries, terminal, acts, charges } = facts;
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
    wrong.push(...(await ofEntry(entry, mine, studio)).map((words) => `${entry.family} ${entry.state}: ${words}`));
  }
  for (const before of terminal) {
    const now = entries.find(({ operationId }) => operationId === before.operationId);
    if (!isDeepStrictEqual(now, before)) wrong.push(`${before.family} was ${before.state} and is not as it was`);
  }
  return wrong;
}

async function ofEntry(entry: LedgerEntry, charges: readonly Charge[], studio: CampaignStudio): Promise<string[]> {
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
  if (state === 'done' && cost > 0 && entry.creditsUsed !== null && entry.creditsUsed !== cost)
    wrong.push(`cost ${entry.creditsUsed} by the ledger, and ${cost} by the book`);
  if (state === 'done' && charges.length === 0 && intents[family].charges > 0 && !family.startsWith('realtime'))
    wrong.push('done, and nothing was charged');
  if (state === 'done') wrong.push(...(await onDisk(entry, studio)));
  return wrong;
}

/** What is wrong with the result of something that is done. */
async function onDisk(entry: LedgerEntry, studio: CampaignStudio): Promise<string[]> {
  const { family, taskId } = entry;
  const { library, kept, directory } = studio.profile;
  const client = await studio.connection.ready();
  const whole = async (body: AsyncIterable<Uint8Array>): Promise<Buffer> => {
    const pieces: Uint8Array[] = [];
    for await (const piece of body) pieces.push(piece);
    return Buffer.concat(pieces);
  };
  if (isSpeech(entry)) {
    const found = await library.findPaid(entry.fingerprint);
    if (found?.state !== 'complete') return ['its sound is not in the store'];
    const bytes = readFileSync(join(directory, 'results', found.contentHash.slice(0, 2), found.contentHash));
    if (createHash('sha256').update(bytes).digest('hex') !== found.contentHash) return ['its sound is not what was kept'];
    if (family !== 'job' || taskId === null) return [];
    return (await whole((await client.jobAudio(taskId)).body)).equals(bytes) ? [] : ['its sound is not that of the job'];
  }
  if (family === 'realtime-reliable' || family === 'realtime-simple') {
    const manifest = await readManifest(join(directory, 'live'), entry.operationId);
    if (manifest?.whole !== true) return ['its sound is not whole'];
    const path = entry.result?.['path'];
    if (manifest.segments.length === 0) return []; // all that it was to say went into another request
    return typeof path === 'string' && existsSync(path) && readFileSync(path).byteLength === manifest.bytes
      ? []
      : ['its sound is not there'];
  }
  const files = filesOf(entry);
  const missing = files.filter(({ url, bytes }) => {
    const path = kept.path(url.split('/').at(-1) ?? '');
    return !existsSync(path) || readFileSync(path).byteLength !== bytes;
  });
  if (missing.length > 0) return [`${missing.length} of its files are not there`];
  const resources = { 'lip-sync': client.lipSync, dubbing: client.dubbing, image: client.media.images, video: client.media.videos };
  const resource = family in resources ? resources[family as keyof typeof resources] : undefined;
  if (resource === undefined || taskId === null) return [];
  const { job } = await resource.get(taskId);
  const theirs = await whole((await client.files.media(job.resultUrl ?? '')).body);
  const own = kept.path(files[0]?.url.split('/').at(-1) ?? '');
  return files.length === 1 && theirs.equals(readFileSync(own)) ? [] : ['its result is not that of the job'];
}
