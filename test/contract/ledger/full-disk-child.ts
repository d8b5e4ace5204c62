import { join } from 'node:path';
import { openLedger } from '#main/ledger/ledger.ts';
import { toFailure } from '#shared/failure.ts';
import { idsOf, SpeechDesk } from '../speech/desk.ts';

/**
 * Runs where no file may grow beyond a bound: `… DIRECTORY BASE_URL KEY`. Fills the ledger until nothing more fits, generates,
 * and prints what came of it.
 */
const [directory, baseUrl, apiKey] = process.argv.slice(2);
const desk = await SpeechDesk.open({ baseUrl: baseUrl!, apiKey: apiKey! }, directory);
const project = await desk.project(['One.', 'Two.']);
let filled = 0;
try {
  for (; filled < 10_000; filled++) {
    const operationId = `filler${String(filled).padStart(10, '0')}`;
    await desk.ledger.begin({
      ...{ operationId, family: 'aligned', connectionId: 'local', accountId: 'nobody', origin: 'http://x', method: 'POST', path: '/x' },
      ...{
        body: Buffer.alloc(8000),
        idempotencyKey: operationId,
        requestId: operationId,
        fingerprint: operationId,
        modelId: null,
        characters: 1,
      },
      ...{ format: 'wav', purpose: { projectId: 'p', chapterId: 'c', blockId: 'b' } },
    });
    await desk.ledger.settle(operationId, 'failed', {});
  }
} catch (thrown) {
  if (toFailure(thrown).kind !== 'disk-full') throw thrown;
}
const { events, out } = await desk.generate(project, idsOf(project));
console.log(
  JSON.stringify({
    filled,
    out,
    failures: events.flatMap((event) => (event.type === 'failed' ? [event.failure] : [])),
    sent: events.filter((event) => event.type === 'sending').length,
  }),
);
await desk.shut();
// What was written before is there.
const again = await openLedger({ profileDirectory: join(directory!, 'profile'), log: desk.log });
console.log(JSON.stringify({ last: (await again.entry(`filler${String(filled - 1).padStart(10, '0')}`))?.state ?? null }));
await again.close();
