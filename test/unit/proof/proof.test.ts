import { Transform } from '@tiptap/pm/transform';
import { expect, it, vi } from 'vitest';
import { Proof } from '#main/features/proof/service.ts';
import type { CheckOrder, LearnedVoice, LearnOrder } from '#main/media/alignment/alignment-thread.ts';
import type { CheckedTake } from '#main/media/proof/check-take.ts';
import { fail } from '#shared/failure.ts';
import type { Finding } from '#shared/narration/pickup-kinds.ts';
import { attributesOf, blocksOf, createDocument } from '#shared/narration/document.ts';
import { noDefaults } from '#shared/narration/shape.ts';
import type { TakeEdit } from '#shared/narration/take-edit.ts';
import type { Take } from '#shared/narration/take.ts';
import { takeOf } from '../../helpers/fake-project.ts';
import { quietLog } from '../../helpers/quiet-log.ts';
import { said } from '../../helpers/said.ts';

type Parts = ConstructorParameters<typeof Proof>[0];

const checked = (findings: Finding[], speechDb = -20): CheckedTake => ({
  findings,
  facts: { durationMs: 1000, words: 6, speechDb, pace: 1 },
});
const noise: Finding = { kind: 'noise', startMs: 100, endMs: 200, text: '', score: 0.6 };

const threeTexts = ['One of them.', 'Two of them.', 'Three of them.'];
const anyVoice: LearnedVoice = {
  language: 'en',
  model: {
    phones: new Map(),
    stateCount: 1,
    triangle: new Float64Array(),
    means: new Float32Array(),
    levels: new Float32Array(),
    lengths: { usual: new Float32Array(), share: 1, final: 0, deviation: 0.4 },
  },
};

function start(answer: (order: CheckOrder) => Promise<CheckedTake>, more: Partial<Parts> = {}, texts = threeTexts) {
  let document = createDocument(texts);
  const takes: Take[] = document.children.map((node, index) => ({
    ...takeOf(attributesOf(node).id, texts[index] ?? ''),
    id: `take-${index}`,
    voiceId: 'anna',
  }));
  let edit: Parameters<Parts['library']['takes']['listenToEdits']>[0] = () => undefined;
  let bring: Parameters<Parts['library']['takes']['listen']>[0] = () => undefined;
  const check = vi.fn(answer);
  const learn = vi.fn<(order: LearnOrder) => Promise<LearnedVoice | undefined>>(() => Promise.resolve(anyVoice));
  const proof = new Proof({
    library: {
      chapter: () => Promise.resolve({ ...noDefaults, document, takes: [...takes] }),
      takes: {
        chapterIds: () => ['chapter'],
        listen: (listener) => (bring = listener),
        listenToEdits: (listener) => (edit = listener),
        pcmPath: (_project, id) => Promise.resolve(`/pcm/${id}`),
      },
    },
    connectionId: () => 'local',
    voiceLanguages: () => ['en'],
    wordsSettled: () => Promise.resolve(),
    log: quietLog(),
    aligner: { check, learn, close: () => Promise.resolve() },
    restMs: 0,
    ...more,
  });
  /** As a person edits the take of a block. */
  const editTake = (index: number, takeEdit: TakeEdit): void => {
    const block = blocksOf(document)[index]!;
    const takeEdits = { [takes[index]!.id]: takeEdit };
    document = new Transform(document).setNodeAttribute(block.position, 'takeEdits', takeEdits).doc;
    edit('project', [block.attributes.id]);
  };
  return { proof, check, learn, takes, editTake, bring: (some: readonly Take[]) => bring('project', some) };
}

it('the takes of a chapter are checked in order, once, with their voice, which is learned once from all of them', async () => {
  const { proof, check, learn } = start(({ text }) => Promise.resolve(checked(text.startsWith('Two') ? [noise] : [])));
  const blocks = await proof.checkTakes('project', 'chapter');
  expect(blocks.map(({ findings }) => findings)).toEqual([[], [noise], []]);
  expect(check.mock.calls.map(([{ text }]) => text)).toEqual(['One of them.', 'Two of them.', 'Three of them.']);
  expect(check.mock.calls.map(([{ learned }]) => learned)).toEqual([anyVoice, anyVoice, anyVoice]);
  expect(learn.mock.calls.map(([{ takes }]) => takes.map(({ text }) => text))).toEqual([threeTexts]);
  await proof.checkTakes('project', 'chapter');
  expect(check).toHaveBeenCalledTimes(3);
});

it('words that are found wrong are at the times that the take has for them, whatever its trim; where it has none, they are where the check measured them', async () => {
  const onFindings = vi.fn<NonNullable<Parts['pickups']>['onFindings']>(() => Promise.resolve());
  const pickups = { onFindings, checkedTakes: () => Promise.resolve(new Set<string>()) };
  const measured: Finding = { kind: 'other-words', startMs: 340, endMs: 690, text: 'of', score: 0.7, tokens: { from: 1, to: 2 } };
  const { proof, takes, bring, editTake } = start(() => Promise.resolve(checked([measured])), { pickups });
  const words = [
    { text: 'One', startMs: 0, endMs: 100 },
    { text: 'of', startMs: 100, endMs: 400 },
    { text: 'them.', startMs: 400, endMs: 900 },
  ];
  takes.splice(0, 2, { ...takes[0]!, words, alignment: 'complete' }, { ...takes[1]!, words: [], alignment: 'none' });
  editTake(0, { trimStartMs: 50 });
  bring(takes);
  await proof.settled();
  const found = new Map(onFindings.mock.calls.map(([, take, [finding]]) => [take.id, [finding?.startMs, finding?.endMs]]));
  expect([found.get('take-0'), found.get('take-1')]).toEqual([
    [100, 400],
    [340, 690],
  ]);
});

it('a check reports each block that it has finished', async () => {
  const { proof } = start(() => Promise.resolve(checked([])));
  const counts: number[] = [];
  await proof.checkTakes('project', 'chapter', (blocks) => counts.push(blocks));
  expect(counts).toEqual([1, 2, 3]);
});

it('of a long chapter only a new take and those that it is compared with are checked, and findings of its neighbours are handed over', async () => {
  const onFindings = vi.fn<NonNullable<Parts['pickups']>['onFindings']>(() => Promise.resolve());
  const pickups = { onFindings, checkedTakes: () => Promise.resolve(new Set<string>()) };
  const texts = Array.from({ length: 60 }, (_, index) => `This is text ${index}.`);
  const { proof, check, takes, bring } = start(() => Promise.resolve(checked([])), { pickups }, texts);
  bring([takes[30]!]);
  await proof.settled();
  const namesOf = (from: number, to: number): string[] => takes.slice(from, to).map(({ id }) => id);
  expect(check.mock.calls.map(([{ sound }]) => sound.path.slice('/pcm/'.length))).toEqual(namesOf(18, 43));
  expect(onFindings.mock.calls.map(([, take]) => take.id)).toEqual(namesOf(24, 37));
});

it('a take that was checked when little was known of its voice is checked again once much more is', async () => {
  const { proof, check, learn, takes } = start(() => Promise.resolve(checked([])));
  const all = takes.splice(1);
  await proof.checkTakes('project', 'chapter');
  takes.push(...all.map((take) => ({ ...take, samples: 30 * 48_000 })));
  await proof.checkTakes('project', 'chapter');
  await proof.checkTakes('project', 'chapter');
  expect(check.mock.calls.map(([{ text }]) => text)).toEqual(['One of them.', ...threeTexts]);
  expect(learn).toHaveBeenCalledTimes(2);
});

it('of takes that come in several chapters, the first is judged by what its voice says in all of them', async () => {
  const texts = ['In the first chapter.', 'In the second chapter.'];
  const documents = texts.map((text) => createDocument([text]));
  const takes = documents.map((document, index) => ({
    ...takeOf(attributesOf(document.child(0)).id, texts[index]!),
    id: `take-${index}`,
    voiceId: 'anna',
  }));
  let bring: Parameters<Parts['library']['takes']['listen']>[0] = () => undefined;
  const { proof, check, learn } = start(() => Promise.resolve(checked([])), {
    library: {
      chapter: (_project, id) => Promise.resolve({ ...noDefaults, document: documents[Number(id)]!, takes: [takes[Number(id)]!] }),
      takes: {
        chapterIds: () => ['0', '1'],
        listen: (listener) => (bring = listener),
        listenToEdits: () => undefined,
        pcmPath: (_project, id) => Promise.resolve(`/pcm/${id}`),
      },
    },
    pickups: { onFindings: () => Promise.resolve(), checkedTakes: () => Promise.resolve(new Set<string>()) },
  });
  bring('project', takes);
  await proof.settled();
  expect(learn.mock.calls.map(([order]) => order.takes.map(({ text }) => text))).toEqual([texts]);
  expect(check).toHaveBeenCalledTimes(2);
});

it('a take is compared with its neighbours', async () => {
  const { proof } = start(({ text }) => Promise.resolve(checked([], text.startsWith('Two') ? -10 : -20)));
  const blocks = await proof.checkTakes('project', 'chapter');
  expect(blocks.map(({ findings }) => findings.map(({ kind }) => kind))).toEqual([[], ['level'], []]);
});

it('a take whose gain brings it to the level of its neighbours has no finding for its level, and has it again without the gain', async () => {
  const onFindings = vi.fn<NonNullable<Parts['pickups']>['onFindings']>(() => Promise.resolve());
  const known = new Set<string>();
  const pickups = { onFindings, checkedTakes: () => Promise.resolve(known) };
  const { proof, takes, bring, editTake } = start(({ text }) => Promise.resolve(checked([], text.startsWith('Two') ? -10 : -20)), {
    pickups,
  });
  const kinds = () => onFindings.mock.calls.filter(([, { id }]) => id === 'take-1').map(([, , found]) => found.map(({ kind }) => kind));
  bring(takes);
  await proof.settled();
  for (const { id } of takes) known.add(id);
  editTake(1, { gainDb: -10 });
  await proof.settled();
  editTake(1, {});
  await proof.settled();
  expect(kinds()).toEqual([['level'], [], ['level']]);
});

it('what lies in a part of a take that is trimmed away is no finding', async () => {
  const { proof, editTake } = start(({ text }) => Promise.resolve(checked(text.startsWith('Two') ? [noise] : [])));
  editTake(1, { trimStartMs: 150 });
  expect((await proof.checkTakes('project', 'chapter'))[1]!.findings).toEqual([noise]);
  editTake(1, { trimStartMs: 200 });
  expect((await proof.checkTakes('project', 'chapter'))[1]!.findings).toEqual([]);
});

it('a take that cannot be used has no findings and holds up no other', async () => {
  const { proof } = start(({ text }) =>
    text.startsWith('One') ? Promise.reject(fail('damaged', said('Damaged.'))) : Promise.resolve(checked([noise])),
  );
  const blocks = await proof.checkTakes('project', 'chapter');
  expect(blocks.map(({ findings }) => findings.length)).toEqual([0, 1, 1]);
});

it('a take that arrives is checked after its words, and its findings are handed over once', async () => {
  const words = Promise.withResolvers<undefined>();
  const onFindings = vi.fn<NonNullable<Parts['pickups']>['onFindings']>(() => Promise.resolve());
  const pickups = { onFindings, checkedTakes: () => Promise.resolve(new Set<string>()) };
  const answer = ({ text }: CheckOrder) => Promise.resolve(checked(text.startsWith('Two') ? [noise] : []));
  const { proof, check, takes, bring } = start(answer, { pickups, wordsSettled: () => words.promise });
  bring(takes.slice(1, 2));
  expect(check).not.toHaveBeenCalled();
  words.resolve(undefined);
  await proof.settled();
  bring(takes);
  await proof.settled();
  expect(onFindings.mock.calls.map(([project, take, findings]) => [project, take.id, findings])).toEqual([
    ['project', 'take-0', []],
    ['project', 'take-1', [noise]],
    ['project', 'take-2', []],
  ]);
});

it('takes whose findings are known, and takes that are not whole, are not checked when they come', async () => {
  const { proof, check, takes, bring } = start(() => Promise.resolve(checked([])), {
    pickups: { onFindings: () => Promise.resolve(), checkedTakes: () => Promise.resolve(new Set(['take-0'])) },
  });
  bring([takes[0]!, { ...takes[1]!, state: 'incomplete' }]);
  await proof.settled();
  expect(check).not.toHaveBeenCalled();
});

it('the checks of new takes say how far they are; a person stops them, and has what was left checked', async () => {
  const onFindings = vi.fn<NonNullable<Parts['pickups']>['onFindings']>(() => Promise.resolve());
  const known = new Set<string>();
  const pickups = { onFindings, checkedTakes: () => Promise.resolve(known) };
  const progress: { done: number; total: number }[] = [];
  const { proof, check, takes, bring } = start(
    async ({ text }) => {
      if (text.startsWith('Two') && check.mock.calls.length === 2) await stop();
      return checked([]);
    },
    { pickups, onProgress: (_project, now) => progress.push(now) },
  );
  const ask = (name: 'pickups.check' | 'pickups.stop-checks') => proof.services[name]({ projectId: 'project' }, {} as never);
  const stop = () => ask('pickups.stop-checks');
  bring(takes);
  await proof.settled();
  expect(check.mock.calls.map(([{ text }]) => text)).toEqual(['One of them.', 'Two of them.']);
  expect(progress).toEqual([
    { done: 1, total: 3 },
    { done: 0, total: 0 },
  ]);
  expect(onFindings).not.toHaveBeenCalled();
  known.add('take-0');
  await ask('pickups.check');
  await proof.settled();
  expect(onFindings.mock.calls.map(([, { id }]) => id)).toEqual(['take-0', 'take-1', 'take-2']);
  expect(progress.slice(2)).toEqual([expect.objectContaining({ total: 2 }), { done: 0, total: 0 }]);
});

it('findings of a long chapter are handed over while its other takes are checked', async () => {
  const onFindings = vi.fn<NonNullable<Parts['pickups']>['onFindings']>(() => Promise.resolve());
  const pickups = { onFindings, checkedTakes: () => Promise.resolve(new Set<string>()) };
  const texts = Array.from({ length: 90 }, (_, index) => `This is text ${index}.`);
  let before: number | undefined;
  const { proof, takes, bring } = start(
    ({ text }) => {
      if (text === 'This is text 80.') before = onFindings.mock.calls.length;
      return Promise.resolve(checked([noise]));
    },
    { pickups },
    texts,
  );
  bring(takes);
  await proof.settled();
  expect(before).toBe(50);
  expect(onFindings.mock.calls.map(([, { id }]) => id)).toEqual(takes.map(({ id }) => id));
});

it('nothing is begun after it was closed', async () => {
  const { proof, check, takes, bring } = start(() => Promise.resolve(checked([])), {
    pickups: { onFindings: () => Promise.resolve(), checkedTakes: () => Promise.resolve(new Set<string>()) },
  });
  await proof.close();
  bring(takes);
  await proof.settled();
  expect(check).not.toHaveBeenCalled();
});
