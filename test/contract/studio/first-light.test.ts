import { afterAll, beforeAll, expect, test } from 'vitest';
import { blocksOf, documentFromJson, wordsOf } from '#shared/narration/document.ts';
import { sampleRate, type Take } from '#shared/narration/take.ts';
import type { Project } from '#shared/operations/project.ts';
import { openTestStudio, type TestStudio } from '../../helpers/studio.ts';

/** One studio, whose sample chapter is made once, for both tests. */
let opened: TestStudio;
let sample: Awaited<ReturnType<typeof generateSample>>;
beforeAll(async () => {
  opened = await openTestStudio();
  sample = await generateSample();
});
afterAll(() => opened.close());

const chapterOf = (project: Project) => {
  const chapter = project.chapters[0];
  if (!chapter) throw new Error('no chapter');
  return chapter;
};

async function generateSample(): Promise<{ project: Project; takes: Take[] }> {
  const { client } = opened;
  const project = await client.run('project.create', { title: 'Sample', sample: true });
  const { voices } = await client.run('voices.list', null);
  const { models } = await client.run('models.list', null);
  const aligned = new Set(
    models.filter((model) => model.available && model.supportedOperations.alignedStreaming === true).map((model) => model.id),
  );
  const voice = voices.find((candidate) => candidate.primaryLanguage.startsWith('en') && candidate.modelIds.some((id) => aligned.has(id)));
  const modelId = voice?.modelIds.find((id) => aligned.has(id));
  if (!voice || modelId === undefined) throw new Error('the local service has no English voice with word times');
  await client.run('project.update', { projectId: project.projectId, voiceId: voice.voiceId, modelId });
  const chapter = chapterOf(project);
  const blockIds = blocksOf(documentFromJson(chapter.document)).map((block) => block.attributes.id);
  const call = client.call('speech.generate', { projectId: project.projectId, chapterId: chapter.id, blockIds });
  const ids: string[] = [];
  for await (const event of call) if (event.type === 'take') ids.push(event.takeId);
  expect(await call.result).toEqual({ made: blockIds.length, reused: 0, failed: 0 });
  const { takes } = await client.run('project.open', { path: project.path });
  expect(takes.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
  return { project, takes: blockIds.map((blockId) => takes.find((take) => take.blockId === blockId)!) };
}

test(
  'the sample chapter is made, every word has its time, its sound is one WAV with ranges, and it exports four ways',
  { timeout: 60_000, tags: ['beside'] },
  async () => {
    const { client } = opened;
    const { project, takes: arrived } = sample;
    const chapter = chapterOf(project);
    const blocks = blocksOf(documentFromJson(chapter.document));
    // Several are made at a time, so that a short one may arrive before a long one that was begun earlier.
    const takes = blocks.flatMap((block) => arrived.filter((take) => take.blockId === block.attributes.id));
    expect(arrived).toHaveLength(blocks.length);
    expect(takes.map((take) => take.blockId)).toEqual(blocks.map((block) => block.attributes.id));
    for (const [index, take] of takes.entries()) {
      expect(take.words.map((word) => word.text)).toEqual(wordsOf(blocks[index]?.text ?? '').map((word) => word.text));
      expect(take).toMatchObject({ state: 'complete', alignment: 'complete' });
      expect(take.words.at(-1)?.endMs).toBeLessThanOrEqual((take.samples / sampleRate) * 1000 + 1);
    }

    const segments = takes.map((take) => ({ takeId: take.id, pauseSamples: 16_800 }));
    const sound = await client.run('chapter.sound', { projectId: project.projectId, segments });
    expect(sound.samples).toBe(takes.reduce((sum, take) => sum + take.samples + 16_800, 0));
    const whole = new Uint8Array(await (await opened.bytes(sound.audioUrl)).arrayBuffer());
    expect(whole.byteLength).toBe(44 + sound.samples * 2);
    const part = await opened.bytes(sound.audioUrl, { Range: 'bytes=100001-200000' });
    expect(part.status).toBe(206);
    expect(Buffer.from(await part.arrayBuffer()).equals(Buffer.from(whole.subarray(100_001, 200_001)))).toBe(true);
    const peaks = new Int8Array(await (await opened.bytes(sound.peaksUrl)).arrayBuffer());
    expect(Math.max(...peaks)).toBeGreaterThan(20);

    for (const format of ['wav', 'mp3', 'srt', 'vtt'] as const) {
      const { first, skippedBlocks } = await client.run('export.run', { projectId: project.projectId, chapterIds: [chapter.id], format });
      expect([first?.path, skippedBlocks]).toEqual([null, 0]);
      const body = await opened.bytes(first?.url ?? '');
      expect(body.headers.get('content-disposition')).toContain(`.${format}`);
      expect((await body.arrayBuffer()).byteLength).toBe(first?.bytes);
    }
    expect(opened.log.lines.filter((line) => line.level === 'error')).toEqual([]);
  },
);

test('what is paid for is not bought again: a second Generate all sends nothing', { timeout: 60_000 }, async () => {
  const { client } = opened;
  const { project } = sample;
  const before = await client.run('account.refresh', null);
  const chapter = chapterOf(project);
  const blockIds = blocksOf(documentFromJson(chapter.document)).map((block) => block.attributes.id);
  const again = await client.run('speech.generate', { projectId: project.projectId, chapterId: chapter.id, blockIds });
  expect(again).toEqual({ made: 0, reused: blockIds.length, failed: 0 });
  expect((await client.run('account.refresh', null)).credits).toBe(before.credits);
  expect(await client.run('speech.estimate', { projectId: project.projectId, chapterId: chapter.id, blockIds })).toMatchObject({
    blocks: 0,
    characters: 0,
  });
});
