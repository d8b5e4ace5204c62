import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PaidOperations } from '#main/features/exports/paid-operations.ts';
import { describeOrigin, formatReceiptsJson, formatReceiptsPage } from '#main/features/exports/receipts-page.ts';
import { makeReceipts, traceTake, type PlacedBlock } from '#shared/masters/receipts.ts';
import { messages } from '#shared/messages/index.ts';
import { editTake } from '#shared/narration/edited-take.ts';
import type { Take } from '#shared/narration/take.ts';

const second = 48_000;

function take(id: string, seconds: number, facts: Partial<Take> = {}): Take {
  return {
    id,
    blockId: `block ${id}`,
    fingerprint: `work ${id}`,
    createdAt: 0,
    text: `Text of ${id}.`,
    voiceId: 'anna',
    modelId: 'm1',
    samples: Math.round(seconds * second),
    state: 'complete',
    alignment: 'none',
    words: [],
    creditsUsed: 10,
    requestId: `request ${id}`,
    ignoredParameters: [],
    starred: false,
    ...facts,
  };
}

const block = (of: Take, startMs: number): PlacedBlock => ({
  chapter: 1,
  blockId: of.blockId,
  take: of,
  startMs,
  endMs: startMs + of.samples / 48,
});

const findIn =
  (...takes: readonly Take[]) =>
  (id: string): Take | undefined =>
    takes.find((one) => one.id === id);

const noLedger = { nameOfVoice: () => undefined, findOperation: () => undefined, project: { operations: 0, credits: 0 } };

describe('traceTake', () => {
  const [one, two] = [take('one', 4), take('two', 2)];
  const repaired = take('repaired', 4.5, {
    derivedFrom: [
      { takeId: 'one', startMs: 0, endMs: 1000, gainDb: 0 },
      { takeId: 'two', startMs: 250, endMs: 1750, gainDb: 1 },
      { takeId: 'one', startMs: 2000, endMs: 4000, gainDb: 0 },
    ],
  });
  const find = findIn(one, two, repaired);

  it('leads a repaired take back to the takes that were bought', () => {
    expect(traceTake(repaired, 0, 4500, find).map(({ take: { id }, startMs, endMs, atMs }) => [id, startMs, endMs, atMs])).toEqual([
      ['one', 0, 1000, 0],
      ['two', 250, 1750, 1000],
      ['one', 2000, 4000, 2500],
    ]);
  });

  it('leads a part of a repair of a repair back', () => {
    const again = take('again', 3, {
      derivedFrom: [
        { takeId: 'repaired', startMs: 500, endMs: 2500, gainDb: 0 },
        { takeId: 'two', startMs: 0, endMs: 1000, gainDb: 0 },
      ],
    });
    const found = traceTake(again, 250, 2500, findIn(one, two, repaired, again));
    expect(found.map(({ take: { id }, startMs, endMs, atMs }) => [id, startMs, endMs, atMs])).toEqual([
      ['one', 750, 1000, 0],
      ['two', 250, 1750, 250],
      ['two', 0, 500, 1750],
    ]);
  });

  it('leaves the pause between two takes that were joined without a source', () => {
    const joined = take('joined', 7, {
      derivedAs: 'cut',
      derivedFrom: [
        { takeId: 'one', startMs: 0, endMs: 4000, gainDb: 0 },
        { takeId: 'two', startMs: 0, endMs: 2000, gainDb: 0 },
      ],
    });
    const receipts = makeReceipts('Book', [{ name: 'a.wav', durationMs: 7000, blocks: [block(joined, 0)] }], {
      ...noLedger,
      find: findIn(one, two, joined),
    });
    expect(receipts.files[0]?.lines.map(({ startMs, endMs, sound }) => [startMs, endMs, sound?.takeId])).toEqual([
      [0, 4000, 'one'],
      [4000, 5000, undefined],
      [5000, 7000, 'two'],
    ]);
  });
});

describe('makeReceipts', () => {
  it('covers every millisecond of a file once, whatever its blocks are', () => {
    const arbitraryTake = fc.record({
      seconds: fc.integer({ min: 1, max: 20 }),
      trim: fc.integer({ min: 0, max: 400 }),
      pause: fc.nat(3000),
    });
    fc.assert(
      fc.property(fc.array(arbitraryTake, { minLength: 1, maxLength: 20 }), fc.integer({ min: -500, max: 1500 }), (wanted, shift) => {
        const takes = wanted.map(({ seconds }, index) => take(`t${index}`, seconds));
        let at = 0;
        const blocks = wanted.map(({ trim, pause }, index) => {
          const placed = block(editTake(takes[index]!, { trimStartMs: trim }), at + shift);
          at = placed.endMs - shift + pause;
          return placed;
        });
        const durationMs = Math.max(1, Math.round(at + shift + 1000));
        const { files, totals } = makeReceipts('Book', [{ name: 'a.mp3', durationMs, blocks }], { ...noLedger, find: findIn(...takes) });
        const lines = files[0]?.lines ?? [];
        expect(lines[0]?.startMs).toBe(0);
        expect(lines.at(-1)?.endMs).toBe(durationMs);
        for (const [index, line] of lines.entries()) {
          expect(line.endMs).toBeGreaterThan(line.startMs);
          if (index > 0) expect(line.startMs).toBe(lines[index - 1]?.endMs);
        }
        expect(totals.syntheticMs + totals.recordedMs + totals.silenceMs).toBeCloseTo(durationMs, 6);
        expect(totals.credits).toBe(10 * takes.length);
      }),
    );
  });

  it('counts a charge once that several blocks share', () => {
    const [first, again] = [take('first', 1), take('again', 1, { requestId: 'request first' })];
    const files = [{ name: 'a.wav', durationMs: 2000, blocks: [block(first, 0), block(again, 1000)] }];
    const receipts = makeReceipts('Book', files, { ...noLedger, find: findIn(first, again) });
    expect(receipts.charges).toMatchObject([{ takeIds: ['first', 'again'], credits: 10, durationMs: 2000 }]);
    expect(receipts.totals.credits).toBe(10);
  });

  it('says that a trimmed take begins later in its sound', () => {
    const whole = take('whole', 2);
    const files = [{ name: 'a.wav', durationMs: 1700, blocks: [block(editTake(whole, { trimStartMs: 300 }), 0)] }];
    const { files: made } = makeReceipts('Book', files, { ...noLedger, find: findIn(whole) });
    expect(made[0]?.lines).toMatchObject([{ startMs: 0, endMs: 1700, sound: { takeId: 'whole', takeStartMs: 300 } }]);
  });
});

describe('the receipts of an export', () => {
  const [bought, spoken] = [
    take('bought', 3),
    take('spoken', 1, { source: 'recording', voiceId: '', fileName: '<nora>.wav', requestId: null }),
  ];
  const takes = [bought, spoken];
  const entry = (operationId: string, facts: object) => ({
    operationId,
    origin: 'https://service.example',
    creditsUsed: 7,
    state: 'done',
    fingerprint: `work ${operationId}`,
    requestId: operationId,
    serviceRequestId: null,
    purpose: { projectId: 'project1' },
    ...facts,
  });
  const ledger = {
    list: () => Promise.resolve([entry('op1', { serviceRequestId: 'request bought' }), entry('op2', { creditsUsed: 5 })]),
    sum: () => Promise.resolve({ operations: 2, credits: 10, inDoubt: 2 }),
    paid: () => Promise.resolve(undefined),
  } as never;
  const files = [{ name: 'a.wav', durationMs: 4000, blocks: [block(bought, 0), block(spoken, 3000)] }];

  it('take what the ledger says before what the project recorded, and add up to it', async () => {
    const operations = new PaidOperations('project1', 'local');
    await operations.read(ledger, takes, new AbortController().signal);
    const receipts = operations.receiptsOf('Book', files, { takes, nameOfVoice: () => undefined });
    expect(receipts.ledger).toEqual({
      project: { operations: 2, credits: 12 },
      used: { operations: 1, credits: 7 },
      unused: { operations: 1, credits: 5 },
    });
    expect(receipts.totals).toMatchObject({ credits: 7, unknownCharges: 0, syntheticMs: 3000, recordedMs: 1000, silenceMs: 0 });
    expect(receipts.charges[0]?.operation).toMatchObject({ operationId: 'op1', isOfProject: true });
    expect(JSON.parse(formatReceiptsJson(receipts))).toMatchObject({ disclosure: describeOrigin(receipts), title: 'Book' });
    expect(describeOrigin(receipts)).toContain('https://service.example');
    const here = receipts.charges.map((charge) => ({
      ...charge,
      operation: charge.operation && { ...charge.operation, origin: 'http://127.0.0.1:36573' },
    }));
    expect(describeOrigin({ ...receipts, charges: here })).toContain(messages.exports.receipts.serviceOfMaker);
    expect(describeOrigin({ ...receipts, charges: here })).not.toContain('127.0.0.1');
    expect(formatReceiptsPage(receipts)).toContain('&lt;nora&gt;.wav');
    expect(formatReceiptsPage(receipts)).not.toContain('<nora>');
  });

  it('name the model that answered where the block left it to the voice', async () => {
    const byDefault = take('bought', 3, { modelId: null });
    const operations = new PaidOperations('project1', 'local');
    const answered = {
      ...(ledger as object),
      list: () => Promise.resolve([entry('op1', { serviceRequestId: 'request bought', modelId: 'm7' })]),
    };
    await operations.read(answered as never, [byDefault], new AbortController().signal);
    const played = [{ name: 'a.wav', durationMs: 3000, blocks: [block(byDefault, 0)] }];
    const receipts = operations.receiptsOf('Book', played, { takes: [byDefault], nameOfVoice: () => undefined });
    expect(receipts.charges.map(({ modelId }) => modelId)).toEqual(['m7']);
  });

  it('name voices, with their id where programs and support look for it; a voice that no list has keeps its id', async () => {
    const operations = new PaidOperations('project1', 'local');
    await operations.read(ledger, takes, new AbortController().signal);
    const named = operations.receiptsOf('Book', files, { takes, nameOfVoice: () => 'Anna <of> Sea' });
    expect(named.charges.map(({ voiceId, voiceName }) => [voiceId, voiceName])).toEqual([
      ['anna', 'Anna <of> Sea'],
      ['', null],
    ]);
    expect(formatReceiptsPage(named)).toContain('<td>Anna &lt;of&gt; Sea<br><small>anna</small></td>');
    expect(describeOrigin(named)).toContain('Voices: Anna <of> Sea.');
    const unnamed = operations.receiptsOf('Book', files, { takes, nameOfVoice: () => undefined });
    expect(formatReceiptsPage(unnamed)).toContain('<td>anna</td>');
    expect(describeOrigin(unnamed)).toContain('Voices: anna.');
  });
});
