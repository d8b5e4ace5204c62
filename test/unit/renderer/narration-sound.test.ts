import { beforeEach, describe, expect, it } from 'vitest';
import { fail, type Failure } from '#shared/failure.ts';
import { sampleRate } from '#shared/narration/take.ts';
import { takeOf } from '../../helpers/fake-project.ts';
import { createFakeStores } from '../../helpers/fake-stores.ts';
import { fakeStudio, refuse } from '../../helpers/fake-studio.ts';
import { NarrationSound, newestTakes } from '../../../src-renderer/features/lip-sync/narration-sound-store.ts';
import { said } from '../../helpers/said.ts';

const fake = {
  progress: new Map<string, { seconds: number }>(),
  flush: (): Promise<Failure | undefined> => Promise.resolve(undefined),
  given: [] as unknown[],
};
const stores = createFakeStores();
const useProject = stores.project.store;
const { chaptersWithSound, giveChapter, giveTake } = new NarrationSound({
  client: stores.client,
  project: { store: useProject, flushProject: () => fake.flush() },
  chapters: { progressByChapter: () => fake.progress as never },
  sources: {
    giveOwn: (...given) => {
      fake.given.push(given);
      return Promise.resolve();
    },
  },
});

beforeEach(async () => {
  useProject.setState({ outline: [], details: { projectId: 'project1' } as never });
  fake.flush = () => Promise.resolve(undefined);
  fake.given = [];
  fakeStudio.reset({ 'export.run': () => ({ first: { url: '/bytes/out/1' } }) });
  await stores.host.connectHost();
  fakeStudio.asked.length = 0;
});

it('the chapters that can be chosen are those with sound, in their order', () => {
  useProject.setState({ outline: ['one', 'two', 'three', 'four'].map((id) => ({ id, title: `Chapter ${id}` })) });
  fake.progress = new Map([
    ['three', { seconds: 7 }],
    ['two', { seconds: 0 }],
    ['one', { seconds: 0.5 }],
  ]);
  expect(chaptersWithSound()).toEqual([
    { id: 'one', name: 'Chapter one', seconds: 0.5 },
    { id: 'three', name: 'Chapter three', seconds: 7 },
  ]);
});

describe('the takes that can be chosen', () => {
  const take = (id: string, change = {}) => takeOf(id, `Text ${id}.`, { id, samples: sampleRate, ...change });

  it('are the newest first, without what is damaged or has no sound', () => {
    const takes = [take('a', { createdAt: 1 }), take('b', { createdAt: 3, samples: 2 * sampleRate }), take('c', { createdAt: 2 })];
    const unusable = [take('d', { createdAt: 9, state: 'damaged' }), take('e', { createdAt: 9, samples: 0 })];
    expect(newestTakes([...takes, ...unusable])).toEqual([
      { id: 'b', name: 'Text b.', seconds: 2 },
      { id: 'c', name: 'Text c.', seconds: 1 },
      { id: 'a', name: 'Text a.', seconds: 1 },
    ]);
    expect(newestTakes([take('f', { state: 'incomplete', samples: 1 })])).toHaveLength(1);
  });

  it('are twelve at most', () => {
    const takes = Array.from({ length: 13 }, (_, index) => take(`t${index}`, { createdAt: index }));
    expect(newestTakes(takes).map(({ id }) => id)).toEqual(Array.from({ length: 12 }, (_, index) => `t${12 - index}`));
  });

  it('are named by their text, cut behind its 48th character', () => {
    expect(newestTakes([take('a', { text: 'a'.repeat(48) }), take('b', { text: 'b'.repeat(49) })]).map(({ name }) => name)).toEqual([
      'a'.repeat(48),
      `${'b'.repeat(48)}…`,
    ]);
  });
});

describe('the sound of a chapter', () => {
  const chapter = { id: 'chapter1', name: 'One', seconds: 5 };

  it('is made of what is saved, and put into the slot under the name of the chapter', async () => {
    const order: string[] = [];
    fake.flush = () => {
      order.push('saved');
      return Promise.resolve(undefined);
    };
    fakeStudio.answers['export.run'] = () => {
      order.push('made');
      return { first: { url: '/bytes/out/1' } };
    };
    expect(await giveChapter('lip-sync.audio', chapter)).toBeUndefined();
    expect(order).toEqual(['saved', 'made']);
    expect(fakeStudio.inputs('export.run')).toEqual([{ projectId: 'project1', chapterIds: ['chapter1'], format: 'mp3' }]);
    expect(fake.given).toEqual([['lip-sync.audio', 'One.mp3', '/bytes/out/1']]);
  });

  it('is not made of what could not be saved, and why is answered', async () => {
    const unsaved: Failure = fail('disk-full', said('Full.')).failure;
    fake.flush = () => Promise.resolve(unsaved);
    expect(await giveChapter('lip-sync.audio', chapter)).toMatchObject({ kind: 'disk-full' });
    expect([fakeStudio.asked, fake.given]).toEqual([[], []]);
  });

  it('that cannot be made, or has no address, puts nothing into the slot', async () => {
    fakeStudio.answers['export.run'] = refuse('not-found');
    expect(await giveChapter('lip-sync.audio', chapter)).toMatchObject({ kind: 'not-found' });
    fakeStudio.answers['export.run'] = () => ({ first: { url: null } });
    expect(await giveChapter('lip-sync.audio', chapter)).toBeUndefined();
    expect(fake.given).toEqual([]);
  });
});

it('a take is put into the slot by its own address, under the beginning of its text', async () => {
  await giveTake('lip-sync.audio', { id: 'take1', name: 'a'.repeat(50), seconds: 1 });
  expect(fake.given).toEqual([['lip-sync.audio', `${'a'.repeat(48)}.wav`, '/bytes/take/project1/take1.wav']]);
});

it('nothing is given where no project is open', async () => {
  useProject.setState({ details: undefined });
  expect(await giveChapter('lip-sync.audio', { id: 'chapter1', name: 'One', seconds: 1 })).toBeUndefined();
  await giveTake('lip-sync.audio', { id: 'take1', name: 'One', seconds: 1 });
  expect([fakeStudio.asked, fake.given]).toEqual([[], []]);
});
