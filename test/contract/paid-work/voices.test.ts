import { join } from 'node:path';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { consentEvents } from '#shared/clone/consent.ts';
import { paidOperations } from '#shared/operations/paid.ts';
import { speechPath } from '#shared/wire/speech.ts';
import { transcriptionPath } from '#shared/wire/transcription.ts';
import { voiceDesignsPath } from '#shared/wire/voice-designs.ts';
import { voicesV1Path } from '#shared/wire/voices.ts';
import { startLocalService, type LocalService } from '../../helpers/local-service.ts';
import { startFileServer, type FileServer } from '../local-service/media/media-support.ts';
import { call, voiceFor } from '../local-service/support.ts';
import { chargesOf, PaidStudio } from './studio.ts';

let service: LocalService;
let studio: PaidStudio;
let files: FileServer;
let folder: string;
let key: string;
let accounts = 0;
let audioUrl: string;
const said = 'Good morning. This is a test of the studio.';
const upload = 'recording0001';
beforeAll(async () => {
  [service, files] = await Promise.all([startLocalService(), startFileServer()]);
  folder = await mkdtemp(join(tmpdir(), 'voicewright-voices-'));
  const { voiceId } = await voiceFor(service, 'en', 'alpha');
  const answer = await call(service, 'POST', speechPath, { body: { text: said, voiceId, format: 'wav' } });
  const wav = new Uint8Array(await answer.arrayBuffer());
  audioUrl = files.serve('/said.wav', wav);
  await writeFile(join(folder, 'said.wav'), wav);
});
beforeEach(async () => {
  await service.clearFaults();
  key = `local-voices${++accounts}`;
  studio = await PaidStudio.open({ baseUrl: service.baseUrl, apiKey: key });
  studio.upload(upload, join(folder, 'said.wav'));
});
afterEach(() => studio.close());
afterAll(async () => {
  await Promise.all([service.stop(), files.close()]);
  await rm(folder, { recursive: true, force: true });
});

const clone = (name = 'Anna') => studio.call('voices.clone', { name, files: [{ uploadId: upload, name: 'said.wav' }], consent: true });
const mine = async () => (await studio.call('voices.search', { modelType: 'personal' })).voices.map((voice) => voice.title);

describe('voices', () => {
  it('are listed by every filter of the interface, and read one by one', async () => {
    const all = await studio.call('voices.search', { pageSize: 5 });
    expect(all.voices).toHaveLength(5);
    expect(all.totalPages).toBe(Math.ceil(all.total! / 5));
    const second = await studio.call('voices.search', { pageSize: 5, page: 2 });
    expect(second.voices[0]!.voiceId).not.toBe(all.voices[0]!.voiceId);
    const { voiceId, title } = all.voices[0]!;
    const found = await studio.call('voices.search', { search: title.toUpperCase(), includePersonal: true });
    expect(found.voices.map((voice) => voice.voiceId)).toContain(voiceId);
    const one = await studio.call('voices.get', { voiceId });
    expect(one).toMatchObject({ voiceId, name: title, isPersonal: false });
    const spoken = await studio.call('voices.search', {
      language: one.primaryLanguage,
      supportsLanguage: one.primaryLanguage,
      pageSize: 100,
    });
    expect(spoken.voices.map((voice) => voice.voiceId)).toContain(voiceId);
    expect((await studio.call('voices.search', { modelType: 'personal' })).voices).toEqual([]);
    expect(await chargesOf(service, key)).toEqual([]);
  });

  it(
    'whose clone no charge is reported for have the price that the balance fell by, which the next clone is estimated to cost',
    { tags: ['beside'] },
    async () => {
      const price = () => studio.call('jobs.price', { unit: 'request', family: 'voice-create' });
      expect(await price()).toBeNull();
      const { operation } = await clone();
      expect(operation.creditsUsed).toBeNull();
      const [charge] = await chargesOf(service, key);
      expect(charge?.credits).toBeGreaterThan(0);
      expect(await price()).toEqual({ creditsPerUnit: charge?.credits, samples: 1 });
    },
  );

  it('are cloned from recordings, whose exact form the ledger holds until it is over, and its digest from then on', async () => {
    const order = {
      name: 'Ännå "2"',
      description: 'Warm',
      referenceText: said,
      visibility: 'private' as const,
      languages: ['en-US'],
      consent: true as const,
    };
    const { operation, voiceId } = await studio.call('voices.clone', { ...order, files: [{ uploadId: upload, name: 'said "1".wav' }] });
    expect(operation).toMatchObject({ family: 'voice-create', state: 'done', attempts: 1, result: { voiceId, title: order.name } });
    expect(await studio.call('voices.get', { voiceId })).toMatchObject({ name: order.name, isPersonal: true, primaryLanguage: 'en-US' });
    const entry = await studio.ledger.entry(operation.operationId);
    expect(entry).toMatchObject({ bodyDigest: expect.stringMatching(/^[0-9a-f]{64}$/u) as string });
    expect([entry!.body.byteLength, entry!.bodyBytes! > 64 * 1024]).toEqual([0, true]);
    const shown = await studio.call('jobs.show', { operationId: operation.operationId });
    expect(shown.request).toMatchObject({ method: 'POST', path: voicesV1Path, text: null, bytes: entry!.bodyBytes });
    expect(shown.events.map(({ event }) => event)).toEqual(expect.arrayContaining(['begun', consentEvents.confirmed, 'done']));
  });

  it('a recording of a wrong kind, empty or too large is refused by name before anything is sent', async () => {
    await writeFile(join(folder, 'empty.wav'), '');
    await writeFile(join(folder, 'large.wav'), Buffer.alloc(10 * 1024 * 1024 + 1));
    const refused = async (uploadId: string, path: string, name: string) => {
      studio.upload(uploadId, join(folder, path));
      return studio.failureOf(studio.call('voices.clone', { name: 'X', files: [{ uploadId, name }], consent: true }));
    };
    expect(await refused('recording0002', 'said.wav', 'said.txt')).toMatchObject({ kind: 'unsupported-media', field: 'files.0' });
    expect(await refused('recording0003', 'empty.wav', 'empty.wav')).toMatchObject({ kind: 'invalid-input', field: 'files.0' });
    expect(await refused('recording0004', 'large.wav', 'large.wav')).toMatchObject({ kind: 'too-large', field: 'files.0' });
    expect(await refused('recording0005', 'gone.wav', 'gone.wav')).toMatchObject({ kind: 'file-missing' });
    expect((await studio.call('jobs.list', {})).operations).toEqual([]);
  });

  it('a clone without the consent of the speaker is refused before anything is sent or written down', () => {
    const order = { name: 'X', files: [{ uploadId: upload, name: 'said.wav' }] };
    for (const consent of [undefined, false]) {
      const refused = paidOperations['voices.clone'].in.safeParse({ ...order, consent });
      expect(refused.error?.issues).toMatchObject([{ path: ['consent'] }]);
    }
    expect(paidOperations['voices.clone'].in.safeParse({ ...order, consent: true }).success).toBe(true);
  });

  it('voice create whose answer is lost is never sent again by itself: it is looked up by name and time, and adopted', async () => {
    await clone('Berta');
    await service.setFaults([{ on: `POST ${voicesV1Path}`, kind: 'drop-after-charge' }]);
    expect(await studio.failureOf(clone('Anna'))).toMatchObject({ kind: 'outcome-unknown', charged: 'unknown', next: 'look-up' });
    const { operationId, ...lost } = await studio.newest();
    expect(lost).toMatchObject({ state: 'unknown', attempts: 1, actions: ['look-up'] });
    const { candidates } = await studio.call('jobs.lookUp', { operationId });
    expect(candidates).toMatchObject([{ name: 'Anna' }]);
    expect(await studio.call('jobs.adopt', { operationId, id: candidates[0]!.id })).toMatchObject({
      state: 'done',
      result: { voiceId: candidates[0]!.id, adopted: true },
    });
    expect((await mine()).sort()).toEqual(['Anna', 'Berta']);
    expect(await chargesOf(service, key)).toHaveLength(2);
  });

  it.each([429, 503])('voice create that is refused with %i is not tried again by itself', async (status) => {
    await service.setFaults([{ on: `POST ${voicesV1Path}`, kind: 'status', status, retryAfterSeconds: 0 }]);
    expect(await studio.failureOf(clone())).toMatchObject({ charged: 'no', status });
    expect(await studio.newest()).toMatchObject({ state: 'failed', attempts: 1 });
  });

  it('voice delete: GET first, 404 means done, and nothing is sent', async () => {
    const { voiceId } = await clone();
    expect((await studio.call('voices.delete', { voiceId })).operation).toMatchObject({ family: 'voice-delete', state: 'done' });
    expect(await mine()).toEqual([]);
    const count = (await studio.call('jobs.list', {})).operations.length;
    expect(await studio.call('voices.delete', { voiceId })).toEqual({ operation: null });
    expect((await studio.call('jobs.list', {})).operations).toHaveLength(count);
  });

  it.each([
    ['drop-after-charge', 'done', []],
    ['drop-before-charge', 'failed', ['Anna']],
  ] as const)('voice delete whose answer is lost (%s) is verified by a read: %s', async (kind, state, left) => {
    const { voiceId } = await clone();
    await service.setFaults([{ on: `DELETE ${voicesV1Path}/*`, kind }]);
    const gone = studio.call('voices.delete', { voiceId });
    if (state === 'done') expect((await gone).operation).toMatchObject({ state });
    else expect(await studio.failureOf(gone)).toMatchObject({ kind: 'service-failed', charged: 'no', next: 'retry' });
    expect(await studio.newest()).toMatchObject({ family: 'voice-delete', state, attempts: 1 });
    expect(await mine()).toEqual(left);
  });

  it('a public voice is not deleted, and the failure says why', async () => {
    const { voiceId } = await voiceFor(service, 'en');
    expect(await studio.failureOf(studio.call('voices.delete', { voiceId }))).toMatchObject({
      kind: 'forbidden',
      charged: 'no',
      status: 403,
    });
  });
});

describe('voice design', () => {
  const design = () => studio.call('designs.create', { prompt: 'A calm old man with a deep voice', previewText: 'Hello there.' });

  it('keeps its previews on the disk, where they outlive the service’s own, and learns the price of a character', async () => {
    const { operation, designId, candidates } = await design();
    expect(operation).toMatchObject({ family: 'design', state: 'done', taskId: designId, unit: 'character' });
    expect(new Set(candidates.map((candidate) => candidate.provider))).toEqual(new Set(['alpha', 'beta']));
    for (const { preview } of candidates) expect((await studio.bytes(preview!)).length).toBe(preview!.bytes);
    const { credits } = (await chargesOf(service, key))[0]!;
    expect(operation.creditsUsed).toBe(credits);
    expect(await studio.call('jobs.price', { unit: 'character', family: 'design' })).toMatchObject({ creditsPerUnit: 1, samples: 1 });
  });

  it('a preview that breaks off is fetched again; one that the service has dropped is missing, and said to be', async () => {
    const on = `GET ${voiceDesignsPath}/*/candidates/*/audio`;
    await service.setFaults([{ on, kind: 'cut-after-bytes', bytes: 10 }]);
    expect((await design()).candidates.every(({ preview }) => preview !== null)).toBe(true);
    await service.setFaults([{ on, kind: 'expire', nth: 2 }]);
    const { candidates } = await studio.call('designs.create', { prompt: 'A young woman', previewText: 'Hello there.' });
    expect(candidates.map(({ preview }) => preview !== null).indexOf(false)).toBe(1);
  });

  it('voice design whose answer is lost is sent again by the user, same key and body, and is charged once', async () => {
    await service.setFaults([{ on: `POST ${voiceDesignsPath}`, kind: 'drop-after-charge' }]);
    expect(await studio.failureOf(design())).toMatchObject({ kind: 'outcome-unknown', next: 'retry' });
    expect(await studio.newest()).toMatchObject({ state: 'unknown', attempts: 1, actions: ['retry'] });
    // The same order again is the same operation, without the user thinking of it.
    const { operation, candidates } = await design();
    expect(operation).toMatchObject({ state: 'done', attempts: 2 });
    expect(candidates.every(({ preview }) => preview !== null)).toBe(true);
    expect(await chargesOf(service, key)).toHaveLength(1);
  });

  it('voice design, save: sent again by the user it is answered with the same voice', async () => {
    const { designId, candidates } = await design();
    const order = { designId, candidateId: candidates[0]!.candidateId, name: 'Old Tom' };
    await service.setFaults([{ on: `POST ${voiceDesignsPath}/*/voices`, kind: 'drop-after-charge' }]);
    expect(await studio.failureOf(studio.call('designs.save', order))).toMatchObject({ kind: 'outcome-unknown', next: 'retry' });
    const { operationId } = await studio.newest();
    const saved = await studio.call('jobs.retry', { operationId });
    expect(saved).toMatchObject({ family: 'design-save', state: 'done', attempts: 2, result: { title: 'Old Tom' } });
    expect(await mine()).toEqual(['Old Tom']);
    expect((await studio.call('designs.save', { ...order, name: 'Young Tom' })).voiceId).not.toBe(saved.result!['voiceId']);
  });
});

describe('transcription', () => {
  const transcribe = () => studio.call('transcription.create', { audioUrl, fileName: 'said.wav' });

  it('lands whole in the profile, segments and unknown fields and all, and learns the price of a second', async () => {
    const { operation, text, duration, segments, failure } = await transcribe();
    expect([text, failure]).toEqual([said, null]);
    expect(segments.length).toBeGreaterThan(0);
    expect(operation).toMatchObject({ state: 'done', unit: 'second', amount: Math.ceil(duration!), result: { text: said } });
    const kept = JSON.parse((await studio.bytes(operation.files[0])).toString('utf8')) as Record<string, unknown>;
    expect(kept).toMatchObject({ text, duration, segments });
    expect((await studio.call('jobs.price', { unit: 'second', family: 'transcription' }))!.samples).toBe(1);
    const bare = await studio.call('transcription.create', { audioUrl, ignoreTimestamps: true });
    expect([bare.text, bare.segments]).toEqual([said, []]);
  });

  it.each(['drop-after-charge', 'drop-before-charge'])(
    'transcription whose answer is lost (%s) may have been charged, and is never sent again',
    async (kind) => {
      await service.setFaults([{ on: `POST ${transcriptionPath}`, kind }]);
      const failure = await studio.failureOf(transcribe());
      expect(failure).toMatchObject({ kind: 'outcome-unknown', charged: 'unknown', next: 'generate-again' });
      expect(failure.message).toContain('may have been charged');
      const { operationId, ...lost } = await studio.newest();
      expect(lost).toMatchObject({ state: 'unknown', attempts: 1, actions: [] });
      expect(await studio.failureOf(studio.call('jobs.retry', { operationId }))).toMatchObject({ kind: 'conflict' });
      expect(await studio.failureOf(studio.call('jobs.lookUp', { operationId }))).toMatchObject({ kind: 'conflict' });
      expect(await chargesOf(service, key)).toHaveLength(kind === 'drop-after-charge' ? 1 : 0);
    },
  );

  it('transcription that the service asks to wait for is not sent again by itself either', async () => {
    await service.setFaults([{ on: `POST ${transcriptionPath}`, kind: 'status', status: 429, retryAfterSeconds: 0 }]);
    expect(await studio.failureOf(transcribe())).toMatchObject({ kind: 'rate-limited', charged: 'no' });
    expect((await studio.newest()).attempts).toBe(1);
  });
});
