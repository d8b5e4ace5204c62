import { beforeEach, expect, it, vi } from 'vitest';
import { createBlock, schema } from '#shared/narration/document.ts';
import { noDefaults } from '#shared/narration/shape.ts';
import { takeOf } from '../../helpers/fake-project.ts';
import { createFakeStores, SilentPlayer } from '../../helpers/fake-stores.ts';
import { fakeStudio } from '../../helpers/fake-studio.ts';

let audio: SilentPlayer;
let seek: ReturnType<typeof vi.fn<SilentPlayer['seek']>>;
let stores: ReturnType<typeof createFakeStores>;
const takes = ['block0001', 'block0002', 'block0004'].map((id) => takeOf(id, `${id} text.`, { samples: 48_000 }));

/** Shows a chapter of these blocks, and waits for its sound. */
function show(chapterId: string, ids: readonly string[]): void {
  const document = schema.node(
    'doc',
    null,
    ids.map((id) => createBlock(`${id} text.`, { id })),
  );
  const details = { ...noDefaults, projectId: 'project01', voiceId: 'voice' } as never;
  stores.project.store.setState({ status: 'open', details, chapterId, document, takes });
}
const soundHas = (blockId: string) =>
  vi.waitFor(() => expect(stores.player.store.getState().sound?.timeline.blocks.map((block) => block.blockId)).toContain(blockId));

beforeEach(async () => {
  fakeStudio.reset({
    'chapter.sound': ({ segments }) => ({ audioUrl: '/a.wav', peaksUrl: '/a.peaks', samples: 48_000 * segments.length }),
  });
  audio = new SilentPlayer();
  seek = vi.fn<SilentPlayer['seek']>();
  audio.seek = seek;
  stores = createFakeStores({ audio });
  await stores.host.connectHost();
  stores.chapter.watchChapter();
  stores.player.watchPlayer();
  show('chapter01', ['block0001', 'block0002', 'block0003']);
  await soundHas('block0002');
});

it('the playhead goes to the start of a block, its pause before it included, and nothing plays', () => {
  stores.player.seekToBlock('block0002');
  expect(seek.mock.calls).toEqual([[1.35]]);
  expect(audio.mode).toBe('stopped');
});

it('the playhead stays where the block has no audio', () => {
  stores.player.seekToBlock('block0003');
  expect(seek).not.toHaveBeenCalled();
});

it('the playhead goes to a block of another chapter once its sound is there, and only once', async () => {
  show('chapter02', ['block0001', 'block0004']);
  stores.player.seekToBlock('block0004');
  expect(seek).not.toHaveBeenCalled();
  await soundHas('block0004');
  expect(seek.mock.calls).toEqual([[1.35]]);
  show('chapter01', ['block0001', 'block0002', 'block0003']);
  await soundHas('block0002');
  expect(seek).toHaveBeenCalledOnce();
});
