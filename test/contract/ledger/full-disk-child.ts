import { join } from 'node:path';
import { openLedger } from '#main/paid-requests/ledger/ledger.ts';
import { toFailure } from '#shared/failure.ts';
import { idsOf, SpeechFixture } from '../speech/fixture.ts';

/**
 * Runs where no file may grow beyond a bound: `… DIRECTORY BASE_URL KEY`. Fills the ledger until nothing more fits, generates,
 * and prints what came of it.
 */
const [directory, baseUrl, apiKey] = process.argv.slice(2);
const fixture = await SpeechFixture.open({ baseUrl: baseUrl!, apiKey: apiKey! }, directory);
const project = await fixture.project(['One.', 'Two.']);
const begun: string[] = [];
const refusedToBegin: string[] = [];
/** Writes and settles one entry; false where the disk refused either. */
async function fill(operationId: string, bytes: number): Promise<boolean> {
  let written = false;
  try {
    await fixture.ledger.begin({
      operationId,
      family: 'aligned',
      connectionId: 'local',
      accountId: 'nobody',
      origin: 'http://x',
      method: 'POST',
      path: '/x',
      body: Buffer.alloc(bytes),
      idempotencyKey: operationId,
      requestId: operationId,
      fingerprint: operationId,
      modelId: null,
      contentType: 'application/json',
      summary: 'filler',
      amount: 1,
      unit: 'character',
      format: 'wav',
      purpose: { projectId: 'p', chapterId: 'c', blockId: 'b' },
    });
    written = true;
    begun.push(operationId);
    await fixture.ledger.settle(operationId, 'failed', {});
    return true;
  } catch (thrown) {
    if (toFailure(thrown).kind !== 'disk-full') throw thrown;
    if (!written) refusedToBegin.push(operationId);
    return false;
  }
}

// One refusal is not yet a full disk: where a large entry does not fit, a small one may, and a checkpoint may make room again.
const refusalsInARow = 20;
/** Written together, so that a group meets the bound too. */
const together = 4;
let last = '';
for (let tried = 0, refused = 0; tried < 10_000 && refused < refusalsInARow; tried++) {
  const ids = Array.from({ length: together }, (_, at) => `filler${String(tried * together + at).padStart(10, '0')}`);
  const filled = await Promise.all(ids.map((operationId) => fill(operationId, refused === 0 ? 8000 : 1)));
  last = ids[filled.lastIndexOf(true)] ?? last;
  refused = filled.includes(true) ? 0 : refused + 1;
}
const { events, out } = await fixture.generate(project, idsOf(project));
console.log(
  JSON.stringify({
    out,
    failures: events.flatMap((event) => (event.type === 'failed' ? [event.failure] : [])),
    sent: events.filter((event) => event.type === 'sending').length,
  }),
);
await fixture.shut();
// What was written before is there.
const again = await openLedger({ profileDirectory: join(directory!, 'profile'), log: fixture.log });
const isThere = async (operationId: string): Promise<boolean> => (await again.entry(operationId)) !== undefined;
const lost = (await Promise.all(begun.map(isThere))).filter((there) => !there).length;
const leftBehind = (await Promise.all(refusedToBegin.map(isThere))).filter((there) => there).length;
const met = { begun: begun.length > together, refused: refusedToBegin.length > 0 };
console.log(JSON.stringify({ last: (await again.entry(last))?.state ?? null, lost, leftBehind, met }));
await again.close();
