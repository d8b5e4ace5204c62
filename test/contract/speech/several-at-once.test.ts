import { Node, Slice } from '@tiptap/pm/model';
import { ReplaceStep } from '@tiptap/pm/transform';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createDocument, documentFromJson } from '#shared/narration/document.ts';
import type { Take } from '#shared/narration/take.ts';
import { startHostedService, type HostedService } from '../../helpers/hosted-service.ts';
import { startLocalService, type LocalService } from '../../helpers/local-service.ts';
import { openTestStudio, type TestStudio } from '../../helpers/studio.ts';
import { idsOf, SpeechFixture } from './fixture.ts';
import { quickVoices } from '../../helpers/quick-voices.ts';

let service: LocalService;
let accounts = 0;
beforeAll(async () => {
  service = await startLocalService();
});
afterAll(() => service.stop());

let hosted: HostedService;
let fixture: SpeechFixture | undefined;
let studio: TestStudio | undefined;
afterEach(async () => {
  await fixture?.close();
  await studio?.close();
  [fixture, studio] = [undefined, undefined];
  await hosted.stop();
  await service.clearFaults();
});

/** A hosted service with an account of the test's own. */
async function host(options: { allowed: number; firstByteMs: number }): Promise<void> {
  hosted = await startHostedService({ ...options, behind: { service, key: `local-several${++accounts}` } });
}

async function openFixture(options: { allowed: number; firstByteMs: number }): Promise<SpeechFixture> {
  await host(options);
  fixture = await SpeechFixture.open(hosted);
  return fixture;
}
const texts = (count: number): string[] => Array.from({ length: count }, (_, index) => `This is line number ${index + 1} of the script.`);
const accepted = (): string[] => hosted.arrived.flatMap(({ text, status }) => (status === 200 ? [text] : []));
/** Requests that are sent in one moment go over several sockets, and may change places with each other on their way; no request with an older one. */
const expectInOrder = (arrived: readonly string[], lines: readonly string[], atOnce: number): void => {
  expect(arrived.toSorted()).toEqual(lines.toSorted());
  for (const [place, text] of arrived.entries()) expect(Math.abs(lines.indexOf(text) - place), text).toBeLessThan(atOnce);
};

describe('a service that takes eight requests at once', () => {
  it('is sent eight at once, never more, in the order of the script', { tags: ['beside'] }, async () => {
    const speaking = await openFixture({ allowed: 8, firstByteMs: 100 });
    const lines = texts(40);
    const { out } = await speaking.generate(await speaking.project(lines));
    expect(out).toEqual({ made: 40, reused: 0, failed: 0 });
    expect(hosted.most()).toBe(8);
    expectInOrder(
      hosted.arrived.map(({ text }) => text),
      lines,
      8,
    ); // none of them was refused and came again
  });

  it('is sent one until it took one', async () => {
    const speaking = await openFixture({ allowed: 8, firstByteMs: 50 });
    await speaking.project(['x']);
    await service.setFaults([
      { on: 'POST /api/open/v3/speech/tts/aligned', kind: 'status', status: 401, code: 'ERR_UNAUTHORIZED', nth: 1, times: 99 },
    ]);
    const { out } = await speaking.generate(await speaking.project(texts(20)));
    expect(out).toEqual({ made: 0, reused: 0, failed: 20 });
    expect(hosted.arrived).toHaveLength(1);
  });
});

describe('a service that takes fewer than are tried', () => {
  it('is asked less of after its 429, and still makes every block once, in the order of the script', { tags: ['beside'] }, async () => {
    const speaking = await openFixture({ allowed: 3, firstByteMs: 100 });
    const lines = texts(24);
    const { out } = await speaking.generate(await speaking.project(lines));
    expect(out).toEqual({ made: 24, reused: 0, failed: 0 });
    expectInOrder(accepted(), lines, 3);
    const refused = hosted.arrived.filter(({ status }) => status === 429).length;
    expect(refused).toBeGreaterThan(0);
    expect(refused).toBeLessThan(24);
  });
});

/** A studio with a project of these lines, and what `speech.generate` wants to make them. */
async function studioWith(lines: readonly string[]) {
  await host({ allowed: 8, firstByteMs: 100 });
  studio = await openTestStudio({ service: hosted });
  const { client } = studio;
  const { voices } = await client.run('voices.list', null);
  const modelId = 'alpha-s21pro-flash';
  const voice = quickVoices(voices).find(
    ({ modelIds, primaryLanguage }) => modelIds.includes(modelId) && primaryLanguage.startsWith('en'),
  )!;
  const { projectId, chapters } = await client.run('project.create', { title: 'Several' });
  const chapter = chapters[0]!;
  const document = createDocument(lines);
  const step = new ReplaceStep(0, documentFromJson(chapter.document).content.size, new Slice(document.content, 0, 0));
  await client.run('project.edit', { projectId, chapterId: chapter.id, version: 0, steps: [step.toJSON() as never] });
  await client.run('project.update', { projectId, voiceId: voice.voiceId, modelId });
  const blockIds: string[] = [];
  document.forEach((node) => blockIds.push(String(node.attrs['id'])));
  return { client, wanted: { projectId, chapterId: chapter.id, blockIds } };
}

describe('the cap of a batch', () => {
  const isHeld = 'of %i credits is never passed, and as much is bought as fits from the start of the script';
  it.each([401])(isHeld, (cap) => holds(cap));
  it.each([400, 435])(isHeld, { tags: ['beside'] }, (cap) => holds(cap));

  async function holds(cap: number): Promise<void> {
    const lines = texts(30);
    const { client, wanted } = await studioWith(lines);
    await client.run('budget.update', { perBatch: cap });
    let sum = 0;
    const fitting = lines.findIndex((line) => (sum += line.length) > cap);
    const { made, failed } = await client.run('speech.generate', wanted);
    expect({ made, failed }).toEqual({ made: fitting, failed: lines.length - fitting });
    expectInOrder(
      hosted.arrived.map(({ text }) => text),
      lines.slice(0, fitting),
      8,
    );
    const charged = (await service.charges(hosted.apiKey)).entries.filter(({ state }) => state !== 'granted');
    expect(charged.reduce((total, { credits }) => total + credits, 0)).toBeLessThanOrEqual(cap);
    expect(charged).toHaveLength(fitting);
  }
});

describe('a take', () => {
  it('reaches the window once, whole, and is named when its block is done', async () => {
    const { client, wanted } = await studioWith(texts(10));
    const watching = client.call('studio.watch', null);
    const events: object[] = [];
    const watched = (async () => {
      for await (const event of watching) events.push(event);
    })();
    const generating = client.call('speech.generate', wanted);
    for await (const event of generating) events.push(event);
    await generating.result;
    watching.cancel();
    await watched.catch(() => undefined);
    const whole = events.flatMap((event) => ('take' in event ? [(event.take as Take).id] : []));
    const named = events.flatMap((event) => ('takeId' in event ? [event.takeId as string] : []));
    expect(whole).toHaveLength(10);
    expect(new Set(named)).toEqual(new Set(whole));
    for (const id of named)
      expect(events.findIndex((event) => 'take' in event && (event.take as Take).id === id)).toBeLessThan(
        events.findIndex((event) => 'takeId' in event && event.takeId === id),
      );
  });
});

describe('asking once for a whole chapter', () => {
  it('holds for generating: the chapter is read once, and gone through once, however many blocks it has', async () => {
    const speaking = await openFixture({ allowed: 8, firstByteMs: 0 });
    const project = await speaking.project(texts(12));
    const read = [vi.spyOn(speaking.library, 'chapter'), vi.spyOn(speaking.library, 'liveChapter')];
    const through = vi.spyOn(Node.prototype, 'forEach');
    const before = through.mock.calls.length;
    const { out } = await speaking.generate(project, idsOf(project));
    const own = through.mock.calls.length - before;
    through.mockRestore();
    expect(out).toEqual({ made: 12, reused: 0, failed: 0 });
    expect(read.reduce((sum, spy) => sum + spy.mock.calls.length, 0)).toBe(1);
    expect(own).toBe(2); // here, and in this test
  });

  it('holds for estimates: the store, the voice, the models and the price are asked once, however many blocks it has', async () => {
    const speaking = await openFixture({ allowed: 8, firstByteMs: 0 });
    const project = await speaking.project(texts(50));
    await speaking.generate(project, idsOf(project).slice(0, 1));
    const { library, ledger, voices } = speaking;
    const chapter = vi.spyOn(library, 'chapter');
    const paid = [vi.spyOn(library, 'findPaid'), vi.spyOn(library, 'findAllPaid')];
    const asked = [chapter, vi.spyOn(ledger, 'price'), vi.spyOn(voices.orLastKnown, 'voice'), vi.spyOn(voices.orLastKnown, 'models')];
    expect(await speaking.estimate(project)).toMatchObject({ blocks: 49, learnedFrom: 1 });
    expect(paid.map((spy) => spy.mock.calls.length)).toEqual([0, 1]);
    expect(asked.map((spy) => spy.mock.calls.length)).toEqual([1, 1, 1, 1]);
  });
});
