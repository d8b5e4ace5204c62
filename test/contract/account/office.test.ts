import { mkdtempSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { officeOperations, storageParts } from '#shared/operations/office.ts';
import { startLocalService, type LocalService } from '../../helpers/local-service.ts';
import { openTestStudio, type TestStudio } from '../../helpers/studio.ts';
import { quickVoices } from '../../helpers/quick-voices.ts';

let service: LocalService;
let studio: TestStudio;
/** Each test has an account of its own. */
let own: { baseUrl: string; realtimeUrl: string; apiKey: string };
let accounts = 0;
beforeAll(async () => {
  service = await startLocalService({ credits: 5000 });
});
beforeEach(async () => {
  own = { baseUrl: service.baseUrl, realtimeUrl: service.realtimeUrl, apiKey: `local-office${++accounts}` };
  studio = await openTestStudio({ service: own });
});
afterEach(async () => {
  await service.clearFaults();
  await studio.close();
});
afterAll(() => service.stop());

/** A project with two blocks, made; answers with its takes. */
async function narrated() {
  const { client } = studio;
  const { voices } = await client.run('voices.list', null);
  const project = await client.run('project.create', { title: 'Café, “the book”', sample: true });
  const { projectId, chapters } = project;
  const modelId = 'alpha-s21pro-flash';
  const voice = quickVoices(voices).find(({ modelIds, primaryLanguage }) => modelIds.includes(modelId) && primaryLanguage.startsWith('en'));
  await client.run('project.update', { projectId, voiceId: voice!.voiceId, modelId });
  const document = chapters[0]!.document as { content: { attrs: { id: string } }[] };
  const blockIds = document.content.slice(0, 2).map(({ attrs }) => attrs.id);
  const call = client.call('speech.generate', { projectId, chapterId: chapters[0]!.id, blockIds });
  await call.result;
  const { takes } = await client.run('project.open', { path: project.path });
  return { projectId, chapterId: chapters[0]!.id, takes };
}

describe('Jobs finds what was paid for', () => {
  it('by state, kind, project, cost, date and text without case and accents, and sums all of what it finds', async () => {
    const { client } = studio;
    const { projectId } = await narrated();
    const all = await client.run('jobs.list', {});
    expect(all.operations).toHaveLength(2);
    const credits = all.operations.reduce((sum, { creditsUsed }) => sum + (creditsUsed ?? 0), 0);
    expect(all.sum).toEqual({ operations: 2, credits, quota: 0, estimate: 0, possible: 0 });
    expect((await client.run('jobs.list', { limit: 1 })).sum).toEqual(all.sum);
    expect((await client.run('jobs.list', { limit: 1, before: all.operations[0]!.operationId })).operations).toEqual([all.operations[1]]);
    const count = async (query: Parameters<typeof client.run<'jobs.list'>>[1]) => (await client.run('jobs.list', query)).sum?.operations;
    const [newest] = all.operations;
    expect(await count({ states: ['failed', 'unknown'] })).toBe(0);
    expect(await count({ families: ['image'] })).toBe(0);
    expect(await count({ projectId })).toBe(2);
    expect(await count({ projectId: 'another0' })).toBe(0);
    expect(await count({ connectionId: 'local' })).toBe(0);
    expect(await count({ cost: { from: newest!.creditsUsed!, to: newest!.creditsUsed! }, text: newest!.requestId })).toBe(1);
    expect(await count({ cost: 'unknown' })).toBe(0);
    expect(await count({ from: newest!.createdAt, to: newest!.createdAt + 1 })).toBe(1);
    expect(await count({ to: 1 })).toBe(0);
    const [word] = /\p{L}{5,}/u.exec(newest!.summary)!;
    expect(await count({ text: word.toUpperCase() })).toBeGreaterThan(0);
    expect(await count({ text: '%' })).toBe(0);
    const voiceIds = [newest!.voiceId!];
    expect(await count({ text: '%', voiceIds })).toBe(2);
    expect(await count({ text: '%', projectIds: [projectId] })).toBe(2);
    expect(await count({ text: '%', voiceIds, states: ['failed'] })).toBe(0);
    expect(await count({ text: '%', voiceIds: ['another'], projectIds: ['another0'] })).toBe(0);
    expect((await client.run('jobs.projects', null)).projects).toMatchObject([{ projectId, operations: 2 }]);
    const { recent } = await firstRecent();
    expect(recent[0]).toMatchObject({ projectId, title: 'Café, “the book”' });
  });

  async function firstRecent() {
    const call = studio.client.call('studio.watch', null);
    for await (const event of call) if (event.type === 'recent') return event;
    throw new Error('no recent projects were told');
  }

  it('shows what was sent without the key, and hands over the sound that came of it', async () => {
    const { client } = studio;
    await narrated();
    const { operations } = await client.run('jobs.list', { limit: 1 });
    const shown = await client.run('jobs.show', { operationId: operations[0]!.operationId });
    expect(shown.request.headers.map(({ name }) => name)).toEqual(['Authorization', 'Content-Type', 'Idempotency-Key', 'X-Request-Id']);
    expect(JSON.stringify(shown)).not.toContain('local-office');
    const [sound] = shown.operation.files;
    const bytes = await (await studio.bytes(sound!.url)).arrayBuffer();
    expect(bytes.byteLength).toBe(sound!.bytes);
    expect(shown.events.map(({ event }) => event)).toEqual(['begun', 'done']);
  });

  it('tells each change of the sound of blocks, as of all other work', async () => {
    const call = studio.client.call('studio.watch', null);
    const states: string[] = [];
    const watching = (async () => {
      for await (const event of call) {
        if (event.type === 'operation') states.push(event.operation.state);
        if (states.filter((state) => state === 'done').length === 2) return;
      }
    })();
    await narrated();
    await watching;
    expect(states).toContain('sending');
  });

  it('exports what is found as CSV: every row once, quotes doubled, and the file never written over', async () => {
    const { client } = studio;
    await narrated();
    const download = await client.run('jobs.export', {});
    expect(download).toMatchObject({ rows: 2, path: null });
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await (await studio.bytes(download.url!)).arrayBuffer());
    expect(text.startsWith('\ufeffBegun,')).toBe(true);
    const lines = text.trimEnd().split('\r\n');
    expect(lines).toHaveLength(3);
    for (const { operationId } of (await client.run('jobs.list', {})).operations) expect(text).toContain(operationId);
    const path = join(mkdtempSync(join(tmpdir(), 'voicewright-csv-')), 'jobs.csv');
    await client.run('jobs.export', { states: ['done'], path });
    expect((await readFile(path, 'utf8')).split('\r\n')).toHaveLength(4);
    await expect(client.run('jobs.export', { path })).rejects.toMatchObject({ failure: { kind: 'file-exists' } });
  });
});

describe('a lost answer', () => {
  it('of a block leaves it unknown; asked again by the user with its own ids it says what became of it, and is charged once', async () => {
    const { client } = studio;
    const on = 'POST /api/open/v3/speech/tts/aligned';
    await service.setFaults([
      { on, kind: 'drop-after-charge' },
      { on, kind: 'drop-before-charge', nth: 2 },
    ]);
    await narrated();
    const { operations } = await client.run('jobs.list', {});
    const lost = operations.find(({ state }) => state === 'unknown');
    expect(lost?.actions).toEqual(['retry']);
    await service.clearFaults();
    const after = await client.run('jobs.retry', { operationId: lost!.operationId }).catch(() => undefined);
    const { operation } = await client.run('jobs.show', { operationId: lost!.operationId });
    expect(after?.state ?? operation.state).toBe(operation.state);
    // The service made it and answers once: paid, and said so.
    expect(operation).toMatchObject({ state: 'failed', code: 'ERR_REQUEST_ALREADY_COMPLETED', failure: { charged: 'yes' } });
    const settled = (await service.charges(own.apiKey)).entries.filter(({ state }) => state === 'settled');
    expect(settled).toHaveLength(2);
  });
});

describe('the ledger beside the balance', () => {
  it('is even after paid work, names what another program spent as drift, and counts again', async () => {
    const { client } = studio;
    await client.run('account.refresh', null);
    await expect.poll(() => client.run('account.reconcile', null)).toMatchObject({ drift: 0, charged: 0 });
    await narrated();
    const account = await client.run('account.refresh', null);
    const even = await client.run('account.reconcile', null);
    expect(even).toMatchObject({ drift: 0, open: 0, credits: account.credits, creditsThen: 5000 });
    expect(even!.charged).toBe(5000 - account.credits!);
    const other = await openTestStudio({ service: own });
    studio = await swapped(other, narrated);
    await client.run('account.refresh', null);
    const spent = await client.run('account.reconcile', null);
    expect(spent!.drift).toBe(-even!.charged);
    expect(await client.run('account.recount', null)).toMatchObject({ drift: 0, charged: 0 });
  });

  it(
    'counts live speech once, whose charge is never reported: by the learned price where there is one, as a difference where there is none',
    { tags: ['beside'] },
    async () => {
      const { client } = studio;
      await client.run('account.refresh', null);
      await expect.poll(() => client.run('account.reconcile', null)).toMatchObject({ drift: 0 });
      const text = 'The tide came in at dusk.';
      await spoken(text);
      const before = await client.run('account.refresh', null);
      const charged = 5000 - before.credits!;
      expect(charged).toBeGreaterThan(0);
      const unpriced = await client.run('account.reconcile', null);
      expect(unpriced).toMatchObject({ charged: 0, open: 0, drift: -charged, unreported: { operations: 1, estimate: 0, unpriced: 1 } });
      const row = () => client.run('jobs.list', { families: ['realtime-reliable'], limit: 1 });
      expect((await row()).operations[0]).not.toHaveProperty('creditsEstimate');
      await narrated(); // by the same model: now its price is known
      const { operations, sum } = await row();
      expect(operations[0]).toMatchObject({ state: 'done', creditsUsed: null, creditsEstimate: charged });
      expect(sum).toMatchObject({ credits: 0, estimate: charged }); // an estimate is no charge
      const { operation } = await client.run('jobs.show', { operationId: operations[0]!.operationId });
      expect(operation).toMatchObject({ creditsUsed: null, creditsEstimate: charged });
      await client.run('account.refresh', null);
      const priced = await client.run('account.reconcile', null);
      expect(priced).toMatchObject({ open: 0, drift: 0, unreported: { operations: 1, estimate: charged, unpriced: 0 } });
      expect(priced!.creditsThen - priced!.charged - priced!.unreported.estimate).toBe(priced!.credits);
      expect(priced!.unreported.byFamily).toEqual([{ family: 'realtime-reliable', estimate: charged }]);
      // The rows of Jobs, their sum, the chart and the day's spending come to what the balance fell by.
      const spent = 5000 - priced!.credits;
      const all = await client.run('jobs.list', {});
      expect(all.operations.reduce((total, one) => total + (one.creditsUsed ?? one.creditsEstimate ?? 0), 0)).toBe(spent);
      expect(all.sum!.credits + all.sum!.estimate).toBe(spent);
      const { entries } = await client.run('usage.read', { days: 2 });
      expect(entries.reduce((total, { credits, estimate }) => total + credits + estimate, 0)).toBe(spent);
      expect(entries.map(({ unreported }) => unreported)).toEqual(entries.map(() => 0));
      expect((await client.run('budget.read', null)).spentToday).toBe(spent);
    },
  );

  it('counts what a live session took while it is still open, phrase by phrase', async () => {
    const { client } = studio;
    await narrated(); // so that its price is known
    const { credits } = await client.run('account.refresh', null);
    const spentToday = async () => (await client.run('budget.read', null)).spentToday!;
    expect(await spentToday()).toBe(5000 - credits!);
    const call = await openSession();
    let units: number | undefined;
    const heard = (async () => {
      for await (const event of call) if (event.type === 'usage') units = event.sessionUnits;
    })();
    let said = 0;
    for (const [id, text] of Object.entries({ one: 'The tide came in at dusk.', two: 'Nobody knew where Maren was.' })) {
      call.send({ type: 'say', id, text });
      said += text.length;
      await expect.poll(() => units).toBe(said);
      const balance = (await client.run('account.refresh', null)).credits!;
      await expect.poll(spentToday).toBe(5000 - balance);
      const { entries } = await client.run('usage.read', { days: 2 });
      expect(entries.find(({ family }) => family === 'realtime-reliable')?.estimate).toBe(credits! - balance);
    }
    call.end();
    await heard;
    await call.result;
    expect(await spentToday()).toBe(5000 - (await client.run('account.refresh', null)).credits!);
  });

  async function openSession() {
    const { client } = studio;
    const modelId = 'alpha-s21pro-flash';
    const { voices } = await client.run('voices.list', null);
    const voice = quickVoices(voices).find(
      ({ modelIds, primaryLanguage }) => modelIds.includes(modelId) && primaryLanguage.startsWith('en'),
    );
    return client.call('live.speak', { voiceId: voice!.voiceId, modelId, format: 'wav', mode: 'reliable' });
  }

  /** A phrase of live speech, to its end. */
  async function spoken(text: string): Promise<void> {
    const call = await openSession();
    call.send({ type: 'say', id: 'one', text });
    call.end();
    const quotas: number[] = [];
    for await (const event of call) if (event.type === 'usage') quotas.push(event.quotaRemaining ?? NaN);
    await call.result;
    expect(quotas.length).toBeGreaterThan(0);
  }

  /** Runs something in another studio, then goes back to the one before. */
  async function swapped(other: TestStudio, work: () => Promise<unknown>): Promise<TestStudio> {
    const own = studio;
    studio = other;
    try {
      await work();
    } finally {
      await other.close();
    }
    return own;
  }
});

describe('cleaning', () => {
  it('counts no paid result where nothing was paid for', async () => {
    const { parts } = await studio.client.run('storage.read', null);
    for (const paid of ['paid-sound', 'paid-media'] as const)
      expect(parts.find(({ part }) => part === paid)).toMatchObject({ bytes: 0, files: 0 });
  });

  it('never drops a take: whatever is cleaned, and however often, every sound is the same afterwards, and nothing is paid for again', async () => {
    const { client } = studio;
    const { projectId, takes } = await narrated();
    const heard = async () =>
      Promise.all(takes.map(async ({ id }) => Buffer.from(await (await studio.bytes(`/bytes/take/${projectId}/${id}.wav`)).arrayBuffer())));
    const before = await heard();
    const paid = await service.charges(own.apiKey);
    const parts = officeOperations['storage.clean'].in.shape.parts;
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(fc.constantFrom('decoded' as const, 'downloads' as const), { minLength: 1 }), async (chosen) => {
        // The check of takes in the background may decode one again meanwhile.
        await expect
          .poll(async () => {
            const { storage } = await client.run('storage.clean', { parts: parts.parse(chosen) });
            const held = (part: string) => storage.parts.find((one) => one.part === part)!.bytes;
            expect(storage.parts.map(({ part }) => part)).toEqual([...storageParts]);
            expect(held('paid-sound')).toBeGreaterThan(0);
            return chosen.map(held);
          })
          .toEqual(chosen.map(() => 0));
        expect(await heard()).toEqual(before);
      }),
      { numRuns: 6 },
    );
    expect(await service.charges(own.apiKey)).toEqual(paid);
    await expect(client.run('storage.clean', { parts: ['paid-sound' as 'decoded'] })).rejects.toMatchObject({
      failure: { kind: 'invalid-input' },
    });
  });
});
