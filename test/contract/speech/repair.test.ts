import { readFile } from 'node:fs/promises';
import { Slice } from '@tiptap/pm/model';
import { AttrStep, ReplaceStep } from '@tiptap/pm/transform';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { message } from '#shared/messages/message.ts';
import { createDocument, documentFromJson, wordsOf } from '#shared/narration/document.ts';
import { partsIdOf } from '#shared/narration/parts.ts';
import { buildTimeline } from '#shared/narration/chapter-timeline.ts';
import type { Project } from '#shared/operations/project.ts';
import { startLocalService, type LocalService } from '../../helpers/local-service.ts';
import { context, idsOf, SpeechFixture } from './fixture.ts';

const text = 'The river was high that year. Nobody crossed it before May. We waited on the bank for a boat.';
const middle = 'Nobody crossed it before May.';
let service: LocalService;
let fixture: SpeechFixture;
let account = 0;
beforeAll(async () => {
  service = await startLocalService();
});
afterAll(() => service.stop());
beforeEach(async () => {
  fixture = await SpeechFixture.open({ baseUrl: service.baseUrl, apiKey: `local-repair${++account}` });
});
afterEach(() => fixture.close());

const charges = async () => (await service.charges(`local-repair${account}`)).entries.filter((entry) => entry.state !== 'granted');
const reopened = (project: Project) => fixture.library.services['project.open']({ path: project.path }, context());
const selection = { from: text.indexOf('crossed'), to: text.indexOf('crossed') + 3 };

function orderOf(project: Project, words: { from: number; to: number } = selection) {
  const [blockId] = idsOf(project);
  return { projectId: project.projectId, chapterId: project.chapters[0]!.id, blockId: blockId!, selection: words };
}
const repair = (project: Project, words?: { from: number; to: number }) =>
  fixture.speech.services['speech.repair'](orderOf(project, words), context());
const plan = (project: Project, words?: { from: number; to: number }) =>
  fixture.speech.services['speech.repair-plan'](orderOf(project, words), context());

async function edit(
  project: Project,
  change: (document: ReturnType<typeof documentFromJson>) => { toJSON: () => unknown },
): Promise<Project> {
  const chapter = project.chapters[0]!;
  const steps = [change(documentFromJson(chapter.document)).toJSON()] as Parameters<
    (typeof fixture.library.services)['project.edit']
  >[0]['steps'];
  await fixture.library.services['project.edit'](
    { projectId: project.projectId, chapterId: chapter.id, version: chapter.version, steps },
    context(),
  );
  return reopened(project);
}
const rewrite = (project: Project, now: string) =>
  edit(
    project,
    (document) => new ReplaceStep(1, 1 + document.textContent.length, new Slice(createDocument([now]).firstChild!.content, 0, 0)),
  );
const choose = (project: Project, takeId: string | null) => edit(project, () => new AttrStep(0, 'takeId', takeId));
const heard = (project: Project) =>
  buildTimeline(documentFromJson(project.chapters[0]!.document), project.takes, project, fixture.connection.current().id).blocks[0];
const pcm = async (project: Project, takeId: string): Promise<Buffer> =>
  readFile((await fixture.library.takes.pcmPath(project.projectId, takeId))!);

describe('a repair', () => {
  it('buys the selected sentence alone, and puts it into a new take whose other samples are those of the old one', async () => {
    const made = await fixture.project([text]);
    await fixture.generate(made);
    expect(await plan(made)).toMatchObject({ texts: [middle], isWhole: false, characters: middle.length, credits: middle.length });
    const out = await repair(made);
    expect(out).toMatchObject({ reused: false, creditsUsed: middle.length });
    expect((await charges()).map(({ characters }) => characters)).toEqual([text.length, middle.length]);

    const project = await reopened(made);
    const before = project.takes.find(({ id }) => id === out.beforeTakeId)!;
    const after = project.takes.find(({ id }) => id === out.takeId)!;
    const [blockId] = idsOf(project);
    expect(after).toMatchObject({ blockId, text, fingerprint: before.fingerprint, state: 'complete', creditsUsed: 0, requestId: null });
    expect(project.takes.filter((take) => take.blockId === partsIdOf(blockId!))).toMatchObject([
      { text: middle, creditsUsed: middle.length },
    ]);

    const [old, now] = [await pcm(project, before.id), await pcm(project, after.id)];
    expect(now.byteLength).toBe(after.samples * 2);
    const firstEnd = Math.floor(before.words[5]!.endMs * 48) * 2;
    const lastStart = Math.ceil(before.words[11]!.startMs * 48) * 2;
    expect(now.subarray(0, firstEnd)).toEqual(old.subarray(0, firstEnd));
    expect(now.subarray(now.byteLength - (old.byteLength - lastStart))).toEqual(old.subarray(lastStart));
    expect(after.words.map((word) => word.text)).toEqual(wordsOf(text).map((word) => word.text));
    const last = (take: typeof before) => take.samples / 48 - take.words.at(-1)!.endMs;
    expect(last(after)).toBeCloseTo(last(before), 0);
    expect(after.derivedFrom?.map(({ takeId }) => takeId === before.id)).toEqual([true, false, true]);
  });

  it('stands for its block only where the block names it, so that taking the name away brings the old take back', async () => {
    const made = await fixture.project([text]);
    await fixture.generate(made);
    const out = await repair(made);
    const project = await reopened(made);
    expect(heard(project)?.take.id).toBe(out.beforeTakeId);
    const chosen = await choose(project, out.takeId);
    expect(heard(chosen)).toMatchObject({ take: { id: out.takeId }, stale: false, made: true });
    expect(await fixture.estimate(chosen)).toMatchObject({ blocks: 0 });
    expect(heard(await choose(chosen, null))?.take.id).toBe(out.beforeTakeId);
  });

  it('without a selection buys only the sentence that was edited, and the take then says the new text', async () => {
    const made = await fixture.project([text]);
    await fixture.generate(made);
    const edited = await rewrite(made, text.replace('before May', 'before June'));
    expect(heard(edited)?.stale).toBe(true);
    expect(await plan(edited, undefined)).toMatchObject({ texts: ['Nobody crossed it before June.'], characters: 30 });
    const out = await fixture.speech.services['speech.repair']({ ...orderOf(edited), selection: undefined }, context());
    expect((await charges()).map(({ characters }) => characters)).toEqual([text.length, 30]);
    // Before the block names it, as after a window that was closed too early, Generate finds it and buys nothing.
    const unnamed = await reopened(edited);
    expect(await fixture.estimate(unnamed)).toMatchObject({ blocks: 0 });
    expect((await fixture.generate(unnamed)).out).toEqual({ made: 0, reused: 1, failed: 0 });
    const chosen = await choose(await reopened(edited), out.takeId);
    expect(heard(chosen)).toMatchObject({ stale: false, take: { text: text.replace('May', 'June') } });
    expect((await fixture.generate(chosen)).out).toEqual({ made: 0, reused: 1, failed: 0 });
    expect(await charges()).toHaveLength(2);
  });

  it('of a sentence that was only taken out costs nothing', async () => {
    const made = await fixture.project([text]);
    await fixture.generate(made);
    const shorter = await rewrite(made, text.replace(`${middle} `, ''));
    const order = { ...orderOf(shorter), selection: undefined };
    expect(await fixture.speech.services['speech.repair-plan'](order, context())).toMatchObject({ texts: [], characters: 0, credits: 0 });
    const out = await fixture.speech.services['speech.repair'](order, context());
    expect(out).toMatchObject({ reused: true, creditsUsed: 0 });
    const project = await reopened(shorter);
    const [before, after] = [out.beforeTakeId, out.takeId].map((id) => project.takes.find((take) => take.id === id)!);
    expect(after!.samples).toBeLessThan(before!.samples - 48_000);
    expect(await charges()).toHaveLength(1);
  });

  it('asked for again buys another reading of the sentence, and keeps the first', async () => {
    const made = await fixture.project([text]);
    await fixture.generate(made);
    await repair(made);
    await repair(made);
    expect((await charges()).map(({ characters }) => characters)).toEqual([text.length, middle.length, middle.length]);
    const { takes } = await reopened(made);
    expect(takes.filter((take) => take.text === middle).map((take) => take.variant?.number)).toEqual([undefined, 1]);
  });

  it('of a block of one sentence generates the block', async () => {
    const made = await fixture.project([middle]);
    await fixture.generate(made);
    expect(await plan(made, { from: 0, to: 3 })).toMatchObject({ isWhole: true, characters: middle.length });
    const out = await repair(made, { from: 0, to: 3 });
    const { takes } = await reopened(made);
    expect(takes.find(({ id }) => id === out.takeId)).toMatchObject({ blockId: idsOf(made)[0], variant: { number: 1 } });
  });

  it('is refused, with a reason and without a charge, where there is no take, or it was made with other settings', async () => {
    const bare = await fixture.project([text]);
    await expect(repair(bare)).rejects.toMatchObject({ failure: { text: message('speech.repairNoSound'), charged: 'no' } });
    await fixture.generate(bare);
    const faster = await edit(bare, () => new AttrStep(0, 'controls', { speed: 1.5 }));
    await expect(repair(faster)).rejects.toMatchObject({ failure: { text: message('speech.repairOtherSettings'), charged: 'no' } });
    const back = await edit(faster, () => new AttrStep(0, 'controls', {}));
    await expect(fixture.speech.services['speech.repair']({ ...orderOf(back), selection: undefined }, context())).rejects.toMatchObject({
      failure: { text: message('speech.repairNothing'), charged: 'no' },
    });
    expect(await charges()).toHaveLength(1);
  });
});

describe('a repair that is cut off', () => {
  it('because its take cannot be written says that the sentence is paid for, and the block is as it was', async () => {
    const made = await fixture.project([text]);
    await fixture.generate(made);
    const temporaryPath = fixture.library.temporaryPath.bind(fixture.library);
    fixture.library.temporaryPath = () => `${fixture.directory}/no-folder/take.wav`;
    await expect(repair(made)).rejects.toMatchObject({
      failure: { kind: 'file-missing', charged: 'yes', text: { id: 'speech.repairNotMade' } },
    });
    fixture.library.temporaryPath = temporaryPath;
    const project = await reopened(made);
    expect(heard(project)?.take.derivedFrom).toBeUndefined();
    expect(project.takes.map((take) => take.text)).toEqual([text, middle]);
    expect(await repair(project)).toMatchObject({ reused: true });
    expect(await charges()).toHaveLength(2);
  });
});

describe('a block that is split or joined', () => {
  const keep = (project: Project, blockId: string, takeIds: string[], pauseMs = 350) =>
    fixture.speech.services['speech.keep-sound'](
      { projectId: project.projectId, chapterId: project.chapters[0]!.id, blockId, takeIds, pauseMs },
      context(),
    );
  const timeline = (project: Project) =>
    buildTimeline(documentFromJson(project.chapters[0]!.document), project.takes, project, fixture.connection.current().id).blocks;
  const into = (project: Project, texts: string[]) =>
    edit(project, (document) => {
      const [first] = idsOf(project);
      const content = createDocument(texts).content;
      const retained = content.replaceChild(
        0,
        content.firstChild!.type.create({ ...content.firstChild!.attrs, id: first }, content.firstChild!.content),
      );
      return new ReplaceStep(0, document.content.size, new Slice(retained, 0, 0));
    });

  it('keeps the sound of both halves without a charge, each with its own words and samples of the take', async () => {
    const made = await fixture.project([text]);
    await fixture.generate(made);
    const [whole] = (await reopened(made)).takes;
    const halves = [text.slice(0, text.indexOf(' We waited')), text.slice(text.indexOf('We waited'))];
    const split = await into(made, halves);
    for (const blockId of idsOf(split)) expect((await keep(split, blockId, [whole!.id])).takeId).toBeTypeOf('string');
    const project = await reopened(split);
    const blocks = timeline(project);
    expect(blocks.map(({ stale, take }) => [stale, take.text, take.words.map((word) => word.text).join(' ')])).toEqual(
      halves.map((half) => [false, half, half]),
    );
    expect(await fixture.estimate(project)).toMatchObject({ blocks: 0 });
    const samples = blocks.reduce((sum, { take }) => sum + take.samples, 0);
    expect(Math.abs(samples - whole!.samples)).toBeLessThan(2_000);
    const [all, first] = [await pcm(project, whole!.id), await pcm(project, blocks[0]!.take.id)];
    expect(first.subarray(0, first.byteLength - 1_200)).toEqual(all.subarray(0, first.byteLength - 1_200));
    expect((await keep(project, idsOf(project)[0]!, [whole!.id])).takeId).toBeNull(); // it has its sound

    // Joined again as it was, the first take stands for it; with another half, both are joined.
    const joined = await into(project, [`${halves[1]} ${halves[0]}`]);
    const parts = blocks.map(({ take }) => take.id).reverse();
    expect((await keep(joined, idsOf(joined)[0]!, parts, 500)).takeId).toBeTypeOf('string');
    const [block] = timeline(await reopened(joined));
    expect(block).toMatchObject({ stale: false, samples: samples + 24_000 });
    expect(await charges()).toHaveLength(1);
  });

  it('joined after their takes were edited differently sounds as both did, and the edits are not applied again', async () => {
    const made = await fixture.project(['The fog came in.', 'Nobody saw it.']);
    await fixture.generate(made);
    const [one, other] = timeline(await reopened(made)).map(({ take }) => take);
    const quieter = await edit(made, () => new AttrStep(0, 'takeEdits', { [one!.id]: { gainDb: -6, trimStartMs: 40 } }));
    const blocks = timeline(quieter);
    expect(blocks[0]!.samples).toBe(one!.samples - 40 * 48);
    expect(blocks.every(({ stale }) => !stale)).toBe(true);
    const joined = await into(quieter, ['The fog came in. Nobody saw it.']);
    const kept = await edit(joined, () => new AttrStep(0, 'takeEdits', { [one!.id]: { gainDb: -6, trimStartMs: 40 } }));
    const { takeId } = await keep(kept, idsOf(kept)[0]!, [one!.id, other!.id], 100);
    const project = await reopened(kept);
    const [block] = timeline(project);
    expect(block).toMatchObject({ stale: false, samples: blocks[0]!.samples + 4_800 + other!.samples });
    expect(block!.take.edit).toBeUndefined();
    expect(block!.take.words[0]!.startMs).toBeCloseTo(Math.max(0, one!.words[0]!.startMs - 40), 0);
    const [first, all] = [await pcm(project, one!.id), await pcm(project, takeId!)];
    const place = Math.floor(one!.samples / 2);
    const level = (bytes: Buffer, from: number) => {
      const samples = Array.from({ length: 4_000 }, (_, index) => bytes.readInt16LE((from + index) * 2) ** 2);
      return Math.sqrt(samples.reduce((sum, square) => sum + square, 0) / samples.length);
    };
    expect(level(all, place - 40 * 48) / level(first, place)).toBeCloseTo(10 ** (-6 / 20), 2);
    expect(await charges()).toHaveLength(2);
  });

  it('keeps the sound of a repaired take, too', async () => {
    const made = await fixture.project([text]);
    await fixture.generate(made);
    const { takeId } = await repair(made);
    const chosen = await choose(await reopened(made), takeId);
    const split = await into(chosen, [text.slice(0, text.indexOf(' Nobody')), text.slice(text.indexOf(' Nobody'))]);
    for (const blockId of idsOf(split)) expect((await keep(split, blockId, [takeId])).takeId).toBeTypeOf('string');
    expect(timeline(await reopened(split)).map(({ stale }) => stale)).toEqual([false, false]);
  });

  it('split at words that a character speaks plays only its own words in each part; that of the character is stale, and nothing is charged', async () => {
    const whole = '“Come in and sit,” said Anna, and went on.';
    const made = await fixture.project([whole]);
    await fixture.generate(made);
    const [take] = (await reopened(made)).takes;
    const parts = ['“Come in and sit,”', 'said Anna, and went on.'];
    const split = await into(made, parts);
    // A character without a voice speaks the first part, which has the id of the block that was split.
    const cast = [{ id: 'anna0001', name: 'Anna', voiceId: null, modelId: null, controls: {}, colour: 1 }];
    await fixture.library.services['project.update']({ projectId: split.projectId, cast }, context());
    const spoken = await edit(await reopened(split), () => new AttrStep(0, 'characterId', 'anna0001'));
    for (const blockId of idsOf(spoken)) expect((await keep(spoken, blockId, [take!.id])).takeId).toBeTypeOf('string');
    const project = await reopened(spoken);
    expect(timeline(project).map(({ stale, take: { text: said } }) => [said, stale])).toEqual([
      [parts[0], true],
      [parts[1], false],
    ]);
    expect((await keep(project, idsOf(project)[0]!, [take!.id])).takeId).toBeNull(); // it has its part
    expect(project.takes.map(({ id }) => id)).toContain(take!.id);
    expect(await charges()).toHaveLength(1);
  });

  it('is left stale where its words are not those of the take', async () => {
    const made = await fixture.project([text]);
    await fixture.generate(made);
    const [whole] = (await reopened(made)).takes;
    const split = await into(made, ['The river was low.', 'We waited on the bank for a boat.']);
    const [first, second] = idsOf(split);
    expect((await keep(split, first!, [whole!.id])).takeId).toBeNull();
    expect((await keep(split, second!, [whole!.id])).takeId).not.toBeNull();
  });
});
