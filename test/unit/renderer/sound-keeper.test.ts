import { beforeEach, describe, expect, it } from 'vitest';
import { createBlock } from '#shared/narration/document.ts';
import { projectOf, takeOf } from '../../helpers/fake-project.ts';
import { createFakeStores } from '../../helpers/fake-stores.ts';
import { fakeStudio } from '../../helpers/fake-studio.ts';
import { SoundKeeper } from '../../../src-renderer/features/narration/repair/sound-keeper.ts';

const text = 'The lamp burns. Nobody came.';
const words = text.split(' ').map((word, index) => ({ text: word, startMs: index * 100, endMs: index * 100 + 90 }));
const project = projectOf('project01', { chapter01: { block0001: text, block0002: 'The sea rose.' } }, [
  takeOf('block0001', text, { words, alignment: 'complete' }),
  takeOf('block0002', 'The sea rose.', { words: words.slice(0, 3), alignment: 'complete' }),
]);
let stores: ReturnType<typeof createFakeStores>;

beforeEach(async () => {
  fakeStudio.reset({
    'project.open': () => project,
    'project.edit': ({ version, steps }) => ({ version: version + steps.length }),
    'speech.keep-sound': () => ({ takeId: null }),
  });
  stores = createFakeStores();
  await stores.host.connectHost();
  stores.studio.store.setState({ connection: { id: 'local', kind: 'local', name: 'local', state: 'ready' } });
  await stores.project.openProject(project.path);
  new SoundKeeper(stores).watchSplits();
});

const asked = () =>
  expect.poll(() => fakeStudio.inputs('speech.keep-sound').map(({ blockId, takeIds, pauseMs }) => ({ blockId, takeIds, pauseMs })));
const replace = (first: number, last: number, texts: [string, string][]): void =>
  stores.project.edit((transform) => {
    const { children } = transform.doc;
    const from = children.slice(0, first).reduce((sum, node) => sum + node.nodeSize, 0);
    const to = children.slice(0, last).reduce((sum, node) => sum + node.nodeSize, 0);
    transform.replaceWith(
      from,
      to,
      texts.map(([id, one]) => createBlock(one, { id })),
    );
  });

describe('the sound of split and joined blocks', () => {
  it('is asked for of each half, with the take that said both', async () => {
    replace(0, 1, [
      ['block0001', 'The lamp burns.'],
      ['block0003', 'Nobody came.'],
    ]);
    const takeIds = ['takeblock0001'];
    await asked().toEqual([
      { blockId: 'block0001', takeIds, pauseMs: 350 },
      { blockId: 'block0003', takeIds, pauseMs: 350 },
    ]);
  });

  it('is asked for of each part of a half that is split again before it has its own', async () => {
    replace(0, 1, [
      ['block0001', 'The lamp'],
      ['block0003', 'burns. Nobody came.'],
    ]);
    replace(1, 2, [
      ['block0003', 'burns.'],
      ['block0004', 'Nobody came.'],
    ]);
    const takeIds = ['takeblock0001'];
    await asked().toEqual(['block0001', 'block0003', 'block0003', 'block0004'].map((blockId) => ({ blockId, takeIds, pauseMs: 350 })));
  });

  it('is asked for of a block that two were joined to, with the takes of both', async () => {
    replace(0, 2, [['block0001', `${text} The sea rose.`]]);
    await asked().toEqual([{ blockId: 'block0001', takeIds: ['takeblock0001', 'takeblock0002'], pauseMs: 350 }]);
  });

  it('is not asked for where words were written meanwhile, nor where undo gave the block its take back', async () => {
    replace(0, 1, [
      ['block0001', 'The lamp burns.'],
      ['block0003', 'Nobody came back.'],
    ]);
    replace(0, 2, [['block0001', text]]);
    await stores.project.flushProject();
    await asked().toEqual([]);
  });
});
