import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Exports } from '#main/library/exports.ts';
import { Transcripts } from '#main/features/transcripts/service.ts';
import { message } from '#shared/messages/message.ts';
import { noEdits } from '#shared/transcripts/edits.ts';
import { newId } from '#shared/ids.ts';
import { transcriptOperations } from '#shared/operations/transcripts.ts';
import type { CallContext, In } from '#shared/rpc.ts';
import { transcriptionPath } from '#shared/wire/transcription.ts';
import { startLocalService, type LocalService } from '../../helpers/local-service.ts';
import { interview, writeRecogniser } from '../../helpers/recogniser.ts';
import { buzz } from '../clone/fixture.ts';
import { chargesOf, PaidStudio } from '../paid-work/studio.ts';
import { outputsIn } from '../../helpers/outputs.ts';

const post = `POST ${transcriptionPath}`;
type Names = keyof typeof transcriptOperations;
type Handlers = Transcripts['services'];

let service: LocalService;
let studio: PaidStudio;
let transcripts: Handlers;
let key: string;
let accounts = 0;
const folder = mkdtempSync(join(tmpdir(), 'voicewright-transcripts-'));
const recogniser = writeRecogniser(interview);

beforeAll(async () => {
  service = await startLocalService({ recogniser: recogniser.program });
});
beforeEach(async () => {
  await service.clearFaults();
  key = `local-transcripts${++accounts}`;
  studio = await PaidStudio.open({ baseUrl: service.baseUrl, apiKey: key });
  transcripts = open(studio);
});
afterEach(() => studio.close());
afterAll(async () => {
  await service.stop();
  recogniser.remove();
  rmSync(folder, { recursive: true, force: true });
});

const open = (studio: PaidStudio): Handlers => opened(studio).services;

function opened({ directory, connection, ledger, kept, log, work }: PaidStudio): Transcripts {
  // Texts are exported without the pool, which is for sound.
  const exports = new Exports(join(directory, 'exports'), outputsIn(directory));
  const uploadPath = (id: string): string | undefined => uploads.get(id);
  return new Transcripts({
    profileDirectory: directory,
    connection,
    ledger,
    kept,
    log,
    coordinator: work.coordinator,
    exports,
    uploadPath,
    library: { chapter: () => Promise.reject(new Error('no project is open')) },
  });
}

const uploads = new Map<string, string>();
function upload(bytes: Uint8Array): string {
  const id = newId();
  const path = join(folder, id);
  writeFileSync(path, bytes);
  uploads.set(id, path);
  return id;
}

function call<Name extends Names>(
  name: Name,
  input: In<(typeof transcriptOperations)[Name]>,
  { signal = new AbortController().signal, emit = () => undefined }: { signal?: AbortSignal; emit?: (event: never) => void } = {},
): ReturnType<Handlers[Name]> {
  const handler = transcripts[name] as (input: unknown, context: CallContext<never>) => ReturnType<Handlers[Name]>;
  const sends = (async function* () {
    // nothing is sent
  })();
  return handler(transcriptOperations[name].in.parse(input), { signal, emit, sends });
}

const create = (name = 'talk.wav', bytes: Uint8Array = buzz(8)) =>
  call('transcripts.create', { source: { uploadId: upload(bytes), name }, timestamps: true });

describe('a transcript of a file', () => {
  it('says in the list that it was made for Clone, and of one that was made here it says nothing', async () => {
    const { record: own } = await create();
    const { record: clones } = await create('draft.wav', buzz(7));
    const keep = await opened(studio).keepSound(uploads.get(upload(buzz(7))) ?? '', 'anna.wav');
    await keep(clones.id);
    const { transcripts: listed } = await call('transcripts.list', { limit: 9 });
    expect(listed.map(({ id, name, isForClone }) => [id, name, isForClone])).toEqual([
      [clones.id, 'anna.wav', true],
      [own.id, 'talk.wav', undefined],
    ]);
  });

  it('is bought once, kept with its sound, and read again by another studio on the same profile', async () => {
    const { record, segments, failure } = await create();
    expect(failure).toBeNull();
    expect(segments.map(({ startMs, speaker, rest }) => [startMs, speaker, rest['confidence']])).toEqual([
      [200, 'SPEAKER_00', 0.97],
      [2200, 'SPEAKER_01', 0.93],
      [4600, 'SPEAKER_00', 0.88],
      [6400, 'SPEAKER_01', 0.91],
    ]);
    expect(record).toMatchObject({ name: 'talk.wav', address: null, seconds: 8, edited: false, operation: { state: 'done', amount: 8 } });
    expect(record.sound).toMatchObject({ contentType: 'audio/wav', bytes: buzz(8).byteLength });
    expect(await chargesOf(service, key)).toMatchObject([{ state: 'settled', credits: record.operation!.creditsUsed }]);

    transcripts = open(studio);
    // The same bytes under another name are the same transcript; others are none.
    const paid = uploads.get(upload(buzz(8))) ?? '';
    expect(await opened(studio).findPaid(paid, 'again.wav')).toBe(record.id);
    expect(await opened(studio).findPaid(uploads.get(upload(buzz(7))) ?? '', 'again.wav')).toBeNull();
    const { operationId } = record.operation!;
    expect(await call('transcripts.open', { id: operationId })).toMatchObject({ record, segments });
    expect(await call('transcripts.list', { search: 'LIGHTHOUSE talk' })).toMatchObject({
      transcripts: [{ name: 'talk.wav' }],
      next: null,
    });
    expect((await call('transcripts.list', { search: 'lighthouse keeper' })).transcripts).toEqual([]);
  });

  it('has no times after the end of its sound, whatever the service names: they are left out, and said to be', async () => {
    const { record, segments } = await create('short.wav', buzz(5));
    const shown = segments.map(({ startMs, endMs, isOutside }) => [startMs, endMs === null ? null : endMs <= 5000, isOutside]);
    expect(shown).toEqual([
      [200, true, undefined],
      [2200, true, undefined],
      [4600, true, undefined],
      [null, null, true],
    ]);
    expect((await call('transcripts.open', { id: record.id })).segments).toEqual(segments);
    const wanted = { id: record.id, format: 'srt', split: false, speakers: true, path: join(folder, 'short.srt') } as const;
    expect(await studio.failureOf(call('transcripts.export', wanted))).toMatchObject({ kind: 'invalid-input', field: 'format' });
  });

  it('is looked at before anything is sent: what holds no sound, is empty, or is gone', async () => {
    const failureOf = (bytes: Uint8Array) => studio.failureOf(call('transcripts.inspect', { uploadId: upload(bytes), name: 'x.wav' }));
    expect(await call('transcripts.inspect', { uploadId: upload(buzz(3)), name: 'x.wav' })).toEqual({ seconds: 3 });
    expect(await failureOf(Buffer.from('these are words'))).toMatchObject({ kind: 'unsupported-media', charged: 'no', field: 'uploadId' });
    expect((await failureOf(new Uint8Array(0))).message).toContain('empty');
    expect(await failureOf(new Uint8Array(33 * 1024 * 1024))).toMatchObject({ kind: 'too-large' });
    expect(await studio.failureOf(call('transcripts.inspect', { uploadId: newId(), name: 'x.wav' }))).toMatchObject({ kind: 'not-found' });
    expect(await studio.failureOf(create('notes.txt', Buffer.from('words')))).toMatchObject({ charged: 'no' });
    expect(await chargesOf(service, key)).toEqual([]);
    expect((await call('transcripts.list', {})).transcripts).toEqual([]);
  });

  it('whose answer is lost may have been charged, is never sent again, keeps its sound, and can be asked for again on purpose', async () => {
    await service.setFaults([{ on: post, kind: 'drop-after-charge' }]);
    expect(await studio.failureOf(create())).toMatchObject({ kind: 'outcome-unknown', charged: 'unknown' });
    const [lost] = (await call('transcripts.list', {})).transcripts;
    expect(lost).toMatchObject({ name: 'talk.wav', operation: { state: 'unknown', attempts: 1, actions: [] } });
    expect(lost!.sound).not.toBeNull();
    expect(await studio.failureOf(call('transcripts.open', { id: lost!.operation!.operationId }))).toMatchObject({
      charged: 'unknown',
    });
    expect(await chargesOf(service, key)).toHaveLength(1);
    const { operationId } = lost!.operation!;
    const again = await call('transcripts.create', { source: { id: operationId }, timestamps: true });
    expect(again.segments).toHaveLength(4);
    expect(again.record).toMatchObject({ name: 'talk.wav', sound: lost!.sound });
    expect(await chargesOf(service, key)).toHaveLength(2);
  });

  it('goes on without who asked for it, once it has left', async () => {
    await service.setFaults([{ on: post, kind: 'delay', ms: 400 }]);
    const leaving = new AbortController();
    const begun: string[] = [];
    const emit = ({ operationId }: { operationId: string }): void => {
      begun.push(operationId);
      leaving.abort();
    };
    const source = { uploadId: upload(buzz(2)), name: 'left.wav' };
    const asked = call('transcripts.create', { source, timestamps: false }, { signal: leaving.signal, emit });
    expect(await studio.failureOf(asked)).toMatchObject({ kind: 'cancelled' });
    const done = await studio.over({ operationId: begun[0]! });
    expect(done.state).toBe('done');
    // Without times there is one segment for each line, and no captions.
    const { segments } = await call('transcripts.open', { id: begun[0]! });
    expect(segments).toMatchObject([{ startMs: null, text: interview.text }]);
    expect(await studio.failureOf(call('transcripts.export', { id: begun[0]!, format: 'srt', split: true, speakers: true }))).toMatchObject(
      { kind: 'invalid-input', field: 'format' },
    );
  });

  it.each([
    [402, 'payment-required'],
    [422, 'unprocessable'],
  ] as const)('a refusal with %i charges nothing and says so', async (status, kind) => {
    await service.setFaults([{ on: post, kind: 'status', status, code: 'ERR_REFUSED' }]);
    expect(await studio.failureOf(create())).toMatchObject({ kind, charged: 'no' });
    expect((await call('transcripts.list', {})).transcripts).toMatchObject([{ operation: { state: 'failed' } }]);
    expect(await chargesOf(service, key)).toEqual([]);
  });
});

describe('what a person makes of it', () => {
  it('edits outlive the studio, what was sent stays, and a damaged page is set aside', async () => {
    const { record, segments, rest } = await create();
    const { operationId } = record.operation!;
    const edits = { texts: { '1': 'Thank you very much.' }, speakers: { SPEAKER_00: 'Anna' } };
    await Promise.all([
      call('transcripts.edit', { id: operationId, edits: noEdits }),
      call('transcripts.edit', { id: operationId, edits: { texts: { '0': 'x' }, speakers: {} } }),
      call('transcripts.edit', { id: operationId, edits }),
    ]);
    transcripts = open(studio);
    const excerpt = expect.stringContaining('Thank you very much.') as string;
    expect(await call('transcripts.open', { id: operationId })).toEqual({
      record: { ...record, edited: true, excerpt },
      segments,
      rest,
      edits,
    });
    writeFileSync(join(studio.directory, 'transcripts', `${operationId}.json`), '{"half');
    expect((await call('transcripts.open', { id: operationId })).edits).toEqual(noEdits);
    await expect(call('transcripts.edit', { id: newId(), edits })).rejects.toMatchObject({ failure: { kind: 'not-found' } });
  });

  it('is exported as it is read now, where a person wants it, and never over another file', async () => {
    const { record } = await create();
    const { operationId } = record.operation!;
    await call('transcripts.edit', { id: operationId, edits: { texts: { '1': '' }, speakers: { SPEAKER_00: 'Anna' } } });
    const path = join(studio.directory, 'talk.srt');
    const order = { id: operationId, format: 'srt', split: true, speakers: true, path } as const;
    expect(await call('transcripts.export', order)).toMatchObject({ name: 'talk.srt', path, url: null });
    const written = readFileSync(path, 'utf8');
    expect(written).toContain('1\r\n00:00:00,200 --> 00:00:02,000\r\nAnna: Good morning, and welcome.');
    expect(written).not.toContain('Thank you');
    expect(await studio.failureOf(call('transcripts.export', order))).toMatchObject({ kind: 'file-exists', field: 'path' });
    expect(await call('transcripts.export', { ...order, path: undefined, format: 'txt' })).toMatchObject({ name: 'talk.txt', path: null });
  });
});

describe('a transcript of an address', () => {
  it('has no sound here until a person gives it one', async () => {
    const { record: source } = await create();
    // The service fetches from this machine, too: the sound of the first transcript, behind an address that it is given.
    const { createServer } = await import('node:http');
    const server = createServer((_request, response) => response.end(buzz(2)));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    try {
      const at = server.address();
      const address = `http://127.0.0.1:${typeof at === 'object' ? String(at?.port) : ''}/news/today.wav`;
      const { record } = await call('transcripts.create', { source: { address }, language: 'en', timestamps: true });
      expect(record).toMatchObject({ name: 'today.wav', address, sound: null, language: 'en', seconds: 2 });
      const { operationId } = record.operation!;
      const refused = call('transcripts.attach', { id: operationId, uploadId: upload(Buffer.from('no sound')), name: 'today.wav' });
      expect(await studio.failureOf(refused)).toMatchObject({ kind: 'unsupported-media' });
      const attached = await call('transcripts.attach', { id: operationId, uploadId: upload(buzz(2)), name: 'today.wav' });
      expect(attached.sound).toMatchObject({ contentType: 'audio/wav' });
      expect(attached.sound).not.toEqual(source.sound);
    } finally {
      server.close();
    }
  });

  it('a service elsewhere cannot fetch a file of this machine, and is sent none', async () => {
    const far = { ready: () => Promise.resolve({ origin: 'https://speech.example' }), current: () => ({ id: 'far' }) };
    const { directory, ledger, kept, log, work } = studio;
    const exports = new Exports(join(directory, 'exports'), outputsIn(directory));
    transcripts = new Transcripts({
      profileDirectory: directory,
      ledger,
      kept,
      log,
      coordinator: work.coordinator,
      exports,
      uploadPath: (id: string) => uploads.get(id),
      connection: far as never,
      library: { chapter: () => Promise.reject(new Error('no project is open')) },
    }).services;
    expect((await call('transcripts.reach', null)).reason).toEqual(message('transcribe.serviceCannotReachFile', 'speech.example'));
    expect(await studio.failureOf(create())).toMatchObject({ kind: 'conflict', charged: 'no', field: 'source' });
  });
});
