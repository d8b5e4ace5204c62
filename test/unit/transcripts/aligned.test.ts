import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { KeptFiles } from '#main/library/kept-files.ts';
import { RemovedResults } from '#main/library/removed-results.ts';
import { Transcripts } from '#main/features/transcripts/service.ts';
import type { AlignmentOrder } from '#main/media/alignment/alignment-thread.ts';
import { shown } from '#main/paid-requests/family.ts';
import { createDocument } from '#shared/narration/document.ts';
import { fail, toFailure } from '#shared/failure.ts';
import { message } from '#shared/messages/message.ts';
import type { KeptFile } from '#shared/operations/kept-file.ts';
import { buzz } from '../../contract/clone/fixture.ts';
import { quietLog } from '../../helpers/quiet-log.ts';

let profile: string;
let ledger: ReturnType<typeof paid>[];
let orders: AlignmentOrder[];
let refuses: Error | undefined;
beforeEach(() => {
  profile = mkdtempSync(join(tmpdir(), 'voicewright-aligned-'));
  [ledger, orders, refuses] = [[], [], undefined];
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(profile, { recursive: true, force: true });
});

const context = (emit: (event: unknown) => void = () => undefined) => ({ signal: new AbortController().signal, emit, sends: [] }) as never;

/** A transcription of the ledger. */
const paid = (operationId: string, createdAt: number, text = 'Paid for.', files: KeptFile[] = []) => ({
  operationId,
  createdAt,
  family: 'transcription',
  state: 'done',
  body: Buffer.from(JSON.stringify({ audio_url: 'https://x.example/a.wav' })),
  result: { text, duration: 3, files },
  purpose: null,
  summary: '',
});

/** Finds every word, a tenth of a second each. */
const aligner = {
  align: (order: AlignmentOrder, _signal: unknown, report?: (share: number) => void) => {
    orders.push(order);
    report?.(0.5);
    if (refuses !== undefined) return Promise.reject(refuses);
    const words = order.text.split(/\s+/u).map((text, at) => ({ text, startMs: at * 100, endMs: at * 100 + 90, confidence: 0.9 }));
    return Promise.resolve({ language: 'en', words });
  },
  close: () => Promise.resolve(),
};

/** What a person took out of the list. */
let removed: RemovedResults;

function open() {
  const kept = new KeptFiles(profile);
  const path = join(profile, 'talk.wav');
  writeFileSync(path, buzz(3));
  return new Transcripts({
    profileDirectory: profile,
    removed: (removed = new RemovedResults(profile, quietLog())),
    kept,
    log: quietLog(),
    aligner,
    coordinator: { shown },
    ledger: {
      entry: (id: string) => Promise.resolve(ledger.find(({ operationId }) => operationId === id)),
      list: ({ before, limit }: { before?: string; limit: number }) => {
        const from = ledger.findIndex(({ operationId }) => operationId === before) + 1;
        return Promise.resolve(ledger.slice(from, from + limit));
      },
    },
    uploadPath: (id: string) => (id === 'upload0001' ? path : undefined),
    library: { chapter: () => Promise.resolve({ document: createDocument(['First block. It goes on.', 'Second block.']) }) },
  } as never).services;
}

const source = { uploadId: 'upload0001', name: 'talk.wav' };
const align = (services: ReturnType<typeof open>, text: string, emit?: (event: unknown) => void) =>
  services['transcripts.align']({ source, text: { text } }, context(emit));

it('a text that is aligned becomes a transcript that is kept with its sound, read again by another studio, and edited', async () => {
  const events: unknown[] = [];
  const made = await align(open(), 'Good morning. Come in.', (event) => events.push(event));
  expect(events).toEqual([{ fraction: 0.5 }]);
  expect(made.record).toMatchObject({
    operation: null,
    draft: false,
    textName: null,
    name: 'talk.wav',
    language: 'en',
    seconds: 3,
    edited: false,
  });
  expect(made.record.sound).toMatchObject({ contentType: 'audio/wav', bytes: buzz(3).byteLength });
  expect(made.segments.map(({ text, startMs, endMs }) => [text, startMs, endMs])).toEqual([
    ['Good morning.', 0, 190],
    ['Come in.', 200, 390],
  ]);
  const { id } = made.record;
  const again = open();
  expect(await again['transcripts.open']({ id }, context())).toEqual(made);
  const edits = { texts: { '1': 'Come out.' }, speakers: {} };
  await again['transcripts.edit']({ id, edits }, context());
  expect(await again['transcripts.open']({ id }, context())).toMatchObject({ record: { edited: true }, edits });
  // The sound is aligned to another text without being given again.
  const other = await again['transcripts.align']({ source: { id }, text: { text: 'Another one.' } }, context());
  expect(other.record).toMatchObject({ name: 'talk.wav', sound: made.record.sound });
});

it('a chapter of an open project is aligned by its blocks, and names the transcript’s text', async () => {
  const text = { projectId: 'project0001', chapterId: 'chapter0001', name: 'Chapter One' };
  const { record, segments } = await open()['transcripts.align']({ source, text, language: 'en-GB' }, context());
  expect(record).toMatchObject({ textName: 'Chapter One', language: 'en' });
  expect(segments.map((segment) => segment.text)).toEqual(['First block.', 'It goes on.', 'Second block.']);
});

it('a recording that says another text is refused, and nothing is kept', async () => {
  const services = open();
  refuses = fail('unprocessable', message('alignment.otherText'), { next: 'choose-file' });
  const failure = await align(services, 'Something else entirely.').catch(toFailure);
  expect(failure).toMatchObject({ kind: 'unprocessable', text: { id: 'alignment.otherText' } });
  expect(readdirSync(join(profile, 'aligned-transcripts'))).toEqual([]);
  expect((await services['transcripts.list']({ limit: 50, removed: false }, context())).transcripts).toEqual([]);
});

it('of a text that could not be said in the recording’s time, no more is looked for than could', async () => {
  const { record } = await align(open(), 'Word after word. '.repeat(200));
  expect(orders.map(({ mayEndEarly }) => mayEndEarly)).toEqual([true]);
  const looked = orders[0]!.text.split(/\s+/u).length;
  expect(orders[0]!.text.length).toBeLessThanOrEqual(60 * 3);
  expect(looked).toBeGreaterThan(30);
  expect(record.unsaid).toBe(200 - Math.ceil(looked / 3));
});

it('the list has both kinds by their time, in pages that miss nothing and repeat nothing, and a search finds both', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const services = open();
  const ids: string[] = [];
  for (const at of [10, 20, 30, 40, 50]) {
    vi.setSystemTime(at);
    ids.unshift((await align(services, at === 30 ? 'The lighthouse.' : 'Good morning.')).record.id);
  }
  ledger = [paid('paid00045', 45, 'The lighthouse.'), paid('paid00025', 25), paid('paid00022', 22), paid('paid00005', 5)];
  const all = [ids[0], 'paid00045', ids[1], ids[2], 'paid00025', 'paid00022', ids[3], ids[4], 'paid00005'];
  for (const limit of [1, 2, 3, 4, 9, 50]) {
    const found: string[] = [];
    let before: string | null = null;
    do {
      const page: { transcripts: { id: string }[]; next: string | null } = await services['transcripts.list'](
        { limit, removed: false, ...(before !== null && { before }) },
        context(),
      );
      found.push(...page.transcripts.map(({ id }) => id));
      before = page.next;
    } while (before !== null && found.length < 100);
    expect(found, `pages of ${limit}`).toEqual(all);
  }
  const found = await services['transcripts.list']({ limit: 50, removed: false, search: 'LIGHTHOUSE' }, context());
  expect(found.transcripts.map(({ id }) => id)).toEqual(['paid00045', ids[2]]);
});

it('the list of both kinds shows a corrected text, and a search finds what it says now, not what it said before', async () => {
  const services = open();
  const aligned = (await align(services, 'Good morning. Come in.')).record.id;
  const answer = { text: 'The light house.', segments: [{ id: 0, start: 0, end: 1, text: 'The light house.' }] };
  const file = await new KeptFiles(profile).keep([Buffer.from(JSON.stringify(answer))], 'application/json');
  ledger = [paid('paid00045', 45, 'The light house.', [file]), paid('paid00025', 25, 'Without its file.')];
  for (const id of [aligned, 'paid00045', 'paid00025'])
    await services['transcripts.edit']({ id, edits: { texts: { '0': `The lighthouse of ${id}.` }, speakers: {} } }, context());
  const found = async (search: string) => {
    const { transcripts } = await services['transcripts.list']({ limit: 50, removed: false, search }, context());
    return transcripts.map(({ id, excerpt }) => [id, excerpt]);
  };
  const now = [
    [aligned, `The lighthouse of ${aligned}. Come in.`],
    ['paid00045', 'The lighthouse of paid00045.'],
    ['paid00025', 'Without its file.'],
  ];
  expect(await found('')).toEqual(now);
  expect(await found('lighthouse')).toEqual(now);
  expect(await found('light house')).toEqual(now);
  expect(await found('good')).toEqual([]);
  // Taken back, it is found as it was sent.
  await services['transcripts.edit']({ id: aligned, edits: { texts: {}, speakers: {} } }, context());
  expect(await found('good')).toEqual([[aligned, 'Good morning. Come in.']]);
});

it('a correction is found wherever it is in a long text', async () => {
  const services = open();
  const made = await align(services, 'Word after word. '.repeat(10));
  const { id } = made.record;
  await services['transcripts.edit']({ id, edits: { texts: { '0': 'a'.repeat(3_000), '9': 'Zebra.' }, speakers: {} } }, context());
  expect((await services['transcripts.list']({ limit: 50, removed: false, search: 'zebra' }, context())).transcripts).toMatchObject([
    { id },
  ]);
});

it('of both kinds, a transcript that was removed is only among the removed ones, opens as before, and can be put back', async () => {
  const services = open();
  const aligned = (await align(services, 'Good morning.')).record.id;
  ledger = [paid('paid00045', 45), paid('paid00025', 25)];
  const listed = async (removed: boolean): Promise<string[]> =>
    (await services['transcripts.list']({ limit: 2, removed }, context())).transcripts.map(({ id }) => id);
  for (const id of [aligned, 'paid00045']) removed.set(id, true);
  expect([await listed(false), await listed(true)]).toEqual([['paid00025'], [aligned, 'paid00045']]);
  expect((await services['transcripts.open']({ id: aligned }, context())).record.id).toBe(aligned);
  removed.set(aligned, false);
  expect([await listed(false), await listed(true)]).toEqual([[aligned, 'paid00025'], ['paid00045']]);
});

it('a page that cannot be read is left where it is, and the others are listed', async () => {
  const { record } = await align(open(), 'Good morning.');
  const damaged = join(profile, 'aligned-transcripts', 'damaged0001.json');
  writeFileSync(damaged, '{"half');
  const { transcripts } = await open()['transcripts.list']({ limit: 50, removed: false }, context());
  expect(transcripts.map(({ id }) => id)).toEqual([record.id]);
  expect(readFileSync(damaged, 'utf8')).toBe('{"half');
});
