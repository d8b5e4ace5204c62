import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { paidOperations } from '#shared/operations/paid.ts';
import { previewExpired, voiceDesignsPath } from '#shared/wire/voice-designs.ts';
import { startLocalService, type LocalService } from '../../helpers/local-service.ts';
import { chargesOf, PaidStudio } from './studio.ts';

let service: LocalService;
let studio: PaidStudio;
let key: string;
let accounts = 0;
beforeAll(async () => {
  service = await startLocalService();
});
beforeEach(async () => {
  await service.clearFaults();
  key = `local-designs${++accounts}`;
  studio = await PaidStudio.open({ baseUrl: service.baseUrl, apiKey: key });
});
afterEach(() => studio.close());
afterAll(() => service.stop());

const order = { prompt: 'A calm old man with a deep voice', previewText: 'Hello there.', providers: ['alpha' as const] };
const design = (change: Partial<typeof order> = {}) => studio.call('designs.create', { ...order, ...change });
const listed = async (query: Parameters<typeof studio.call<'designs.list'>>[1] = {}) => studio.call('designs.list', query);

describe('the history of designs', () => {
  it('is read of the ledger: prompts, candidates and saved voices outlive the studio and the service’s own previews', async () => {
    const { designId, candidates } = await design();
    const { voiceId } = await studio.call('designs.save', { designId, candidateId: candidates[0]!.candidateId, name: 'Old Tom' });
    await service.setFaults([{ on: `POST ${voiceDesignsPath}/*/voices`, kind: 'expire' }]);
    const late = studio.call('designs.save', { designId, candidateId: candidates[1]!.candidateId, name: 'Too late' });
    expect(await studio.failureOf(late)).toMatchObject({ kind: 'not-found', code: previewExpired, charged: 'no' });
    await studio.shut();
    const again = await PaidStudio.open({ baseUrl: service.baseUrl, apiKey: key }, studio.directory);
    const { designs, next } = await again.call('designs.list', {});
    expect(next).toBeNull();
    expect(designs).toHaveLength(1);
    expect(designs[0]).toMatchObject({ ...order, candidates, operation: { state: 'done', taskId: designId } });
    expect(designs[0]!.saves.map(({ fields, voiceId: id, operation }) => [fields.name, id, operation.state])).toEqual([
      ['Old Tom', voiceId, 'done'],
      ['Too late', null, 'failed'],
    ]);
    for (const { preview } of designs[0]!.candidates) expect((await again.bytes(preview!)).length).toBe(preview!.bytes);
    await again.close();
  });

  it('is searched by prompt, text and name, whatever the case, page after page', async () => {
    await design();
    const young = await design({ prompt: 'A young woman, lively' });
    await studio.call('designs.save', { designId: young.designId, candidateId: young.candidates[0]!.candidateId, name: 'Zoë' });
    const prompts = async (search: string) => (await listed({ search })).designs.map(({ prompt }) => prompt);
    expect(await prompts('')).toEqual(['A young woman, lively', order.prompt]);
    expect(await prompts('VOICE calm')).toEqual([order.prompt]);
    expect(await prompts('zoë')).toEqual(['A young woman, lively']);
    expect(await prompts('nobody')).toEqual([]);
    const first = await listed({ limit: 1 });
    const second = await listed({ limit: 1, before: first.next! });
    expect([...first.designs, ...second.designs].map(({ prompt }) => prompt)).toEqual(await prompts(''));
  });

  it('what is removed from it is listed apart, keeps its sounds and its line in the ledger, and can be put back', async () => {
    const { operation, candidates } = await design();
    const sounds = async () => (await readdir(join(studio.directory, 'media'), { recursive: true })).sort();
    const before = await sounds();
    await studio.call('designs.mark', { operationId: operation.operationId, removed: true, winner: candidates[0]!.candidateId });
    expect((await listed()).designs).toEqual([]);
    expect((await studio.newest()).operationId).toBe(operation.operationId);
    expect(await sounds()).toEqual(before);
    expect((await listed({ removed: true })).designs.map(({ marks }) => marks.winner)).toEqual([candidates[0]!.candidateId]);
    await studio.call('designs.mark', { operationId: operation.operationId, removed: false });
    expect((await listed()).designs[0]!.marks).toMatchObject({ removed: false, winner: candidates[0]!.candidateId });
  });
});

it('a candidate whose voice was deleted is saved again in the very same words: another request, and another voice', async () => {
  const { designId, candidates } = await design();
  const fields = { designId, candidateId: candidates[0]!.candidateId, name: 'Old Tom' };
  const first = await studio.call('designs.save', fields);
  await studio.call('voices.delete', { voiceId: first.voiceId });
  const second = await studio.call('designs.save', { ...fields, language: 'de-DE' });
  await studio.call('voices.delete', { voiceId: second.voiceId });
  const third = await studio.call('designs.save', fields);
  expect(new Set([first, second, third].map(({ voiceId }) => voiceId)).size).toBe(3);
  expect(third.operation.requestId).not.toBe(first.operation.requestId);
  const { voices } = await studio.call('voices.search', { modelType: 'personal' });
  expect(voices.map(({ voiceId }) => voiceId)).toEqual([third.voiceId]);
  expect((await listed()).designs[0]!.saves.map(({ voiceId }) => voiceId)).toEqual([first.voiceId, second.voiceId, third.voiceId]);
});

describe('a design is paid for once', () => {
  it('asked for twice in one breath', async () => {
    await service.setFaults([{ on: `POST ${voiceDesignsPath}`, kind: 'delay', ms: 300 }]);
    const first = design();
    while ((await studio.call('jobs.list', {})).operations.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    const [one, other] = await Promise.all([first, design()]);
    expect(other.designId).toBe(one.designId);
    expect(await chargesOf(service, key)).toHaveLength(1);
  });

  it('asked for again while its previews could not be fetched', async () => {
    const on = `GET ${voiceDesignsPath}/*/candidates/*/audio`;
    await service.setFaults([{ on, kind: 'status', status: 403, times: 2 }]);
    expect(await studio.failureOf(design())).toMatchObject({ kind: 'forbidden', charged: 'yes' });
    await service.clearFaults();
    expect((await design()).candidates.every(({ preview }) => preview !== null)).toBe(true);
    expect(await chargesOf(service, key)).toHaveLength(1);
  });

  it('and asked for with another word it is another one, with a key of its own', async () => {
    await service.setFaults([{ on: `POST ${voiceDesignsPath}`, kind: 'drop-after-charge' }]);
    await studio.failureOf(design());
    await design({ previewText: 'Hello there!' });
    const requests = (await studio.call('jobs.list', {})).operations.map(({ requestId, state }) => [requestId, state]);
    expect(new Set(requests.map(([id]) => id)).size).toBe(2);
    expect(requests.map(([, state]) => state)).toEqual(['done', 'unknown']);
    await design();
    expect((await studio.call('jobs.list', {})).operations.map(({ state }) => state)).toEqual(['done', 'done']);
    expect(await chargesOf(service, key)).toHaveLength(2);
  });
});

it('the price of a design is learned of designs, by characters and providers, and unknown before', async () => {
  expect(await studio.call('designs.estimate', { characters: 12, providers: 1 })).toEqual({ credits: null, learnedFrom: 0 });
  await design();
  const charged = (await chargesOf(service, key))[0]!.credits;
  expect(await studio.call('designs.estimate', { characters: 12, providers: 1 })).toEqual({ credits: charged, learnedFrom: 1 });
  expect(await studio.call('designs.estimate', { characters: 24, providers: 2 })).toEqual({ credits: charged * 4, learnedFrom: 1 });
});

it.each([
  ['designs.create', { ...order, prompt: ' ' }, 'prompt'],
  ['designs.create', { ...order, prompt: 'x'.repeat(1_001) }, 'prompt'],
  ['designs.create', { ...order, previewText: 'bell\u0007' }, 'previewText'],
  ['designs.create', { ...order, providers: ['alpha', 'alpha'] }, 'providers'],
  ['designs.save', { designId: 'd', candidateId: 'c', name: 'x'.repeat(10_000) }, 'name'],
  ['designs.save', { designId: 'd', candidateId: 'c', name: 'two\nlines' }, 'name'],
  ['designs.save', { designId: 'd', candidateId: 'c', name: 'Tom', description: 'nul\0' }, 'description'],
] as const)('%s of what cannot be sent is refused, and names the field: %#', (name, input, field) => {
  expect(paidOperations[name].in.safeParse(input).error?.issues[0]?.path[0]).toBe(field);
});
