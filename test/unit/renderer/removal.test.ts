import { beforeEach, expect, it, vi } from 'vitest';
import { messages } from '#shared/messages/index.ts';
import { createImagesVideoStores } from '../../../src-renderer/features/images-video/create-stores.ts';
import { createLipSyncStores } from '../../../src-renderer/features/lip-sync/create-stores.ts';
import { createTranscribeStores } from '../../../src-renderer/features/transcribe/create-stores.ts';
import { createFakeStores } from '../../helpers/fake-stores.ts';
import { fakeStudio, refuse } from '../../helpers/fake-studio.ts';

/** What takes the last removal back, as the notice offers it. */
let undo: (() => boolean) | undefined;
const core = createFakeStores({
  toast: (title, _message, act) => {
    fakeStudio.toasts.push(title);
    undo = act;
  },
});
const { media } = createImagesVideoStores(core);
const { lipSync } = createLipSyncStores(core);
const { recording, list: transcripts } = createTranscribeStores(core);

const operation = (operationId: string) =>
  ({ operationId, family: 'lip-sync', state: 'done', createdAt: 1, files: [], summary: operationId }) as never;
const picture = (operationId: string) => ({ operation: operation(operationId), order: { prompt: operationId } }) as never;
const transcript = (id: string) => ({ id, name: id, operation: null }) as never;

/** Ids that main hides. */
const hidden = new Set<string>();
const shown = <T>(removed: boolean | undefined, all: readonly string[], make: (id: string) => T): T[] =>
  all.filter((id) => hidden.has(id) === (removed ?? false)).map(make);

beforeEach(async () => {
  hidden.clear();
  undo = undefined;
  fakeStudio.reset({
    'results.setRemoved': ({ id, removed }) => {
      if (removed) hidden.add(id);
      else hidden.delete(id);
      return null;
    },
    'media.gallery': ({ removed }) => ({ items: shown(removed, ['result0001', 'result0002'], picture), next: null }),
    'jobs.list': ({ removed }) => ({ operations: shown(removed, ['result0001', 'result0002'], operation), sum: null }),
    'transcripts.list': ({ removed }) => ({ transcripts: shown(removed, ['result0001', 'result0002'], transcript), next: null }),
  });
  await core.host.connectHost();
});

const panels = [
  {
    name: 'the gallery',
    read: () => media.loadGallery(),
    ids: () => media.store.getState().items.map((item) => item.operation.operationId),
    show: (removed: boolean) => media.narrowGallery({ showRemoved: removed }),
    toggle: (id: string) => media.toggleRemoved(picture(id)),
  },
  {
    name: 'the list of lip syncs',
    read: () => lipSync.readLipSyncs(),
    ids: () => lipSync.store.getState().operations.map(({ operationId }) => operationId),
    show: (removed: boolean) => void lipSync.listRemoved(removed),
    toggle: (id: string) => lipSync.toggleRemoved(operation(id), id),
  },
  {
    name: 'the list of transcripts',
    read: () => transcripts.loadTranscripts(),
    ids: () => recording.store.getState().transcripts.map(({ id }) => id),
    show: (removed: boolean) => transcripts.listRemoved(removed),
    toggle: (id: string) => transcripts.toggleRemoved(transcript(id)),
  },
];

it.each(panels)(
  'what is removed from $name is gone at once, comes back by the notice, and by Restore among the removed ones',
  async (panel) => {
    await panel.read();
    await panel.toggle('result0001');
    expect(panel.ids()).toEqual(['result0002']);
    expect(fakeStudio.toasts).toEqual([messages.removal.wasRemoved('result0001')]);
    expect(undo?.()).toBe(true);
    await vi.waitFor(() => expect(panel.ids()).toEqual(['result0001', 'result0002']));

    await panel.toggle('result0002');
    panel.show(true);
    await vi.waitFor(() => expect(panel.ids()).toEqual(['result0002']));
    await panel.toggle('result0002');
    expect(panel.ids()).toEqual([]);
    panel.show(false);
    await vi.waitFor(() => expect(panel.ids()).toEqual(['result0001', 'result0002']));
    expect(hidden.size).toBe(0);
  },
);

it.each(panels)('where the removal cannot be written down, $name keeps what it has and says why', async (panel) => {
  await panel.read();
  fakeStudio.answers['results.setRemoved'] = refuse('disk-full');
  await panel.toggle('result0001');
  expect(panel.ids()).toEqual(['result0001', 'result0002']);
  expect([fakeStudio.toasts, undo]).toEqual([['disk-full'], undefined]);
});

it('a job that was removed leaves the stage, and news of it does not list it again', async () => {
  await lipSync.readLipSyncs();
  lipSync.store.setState({ open: { operation: operation('result0001') } as never });
  await lipSync.toggleRemoved(operation('result0001'), 'result0001');
  expect(lipSync.store.getState().open).toBeUndefined();
  await vi.waitFor(() => expect(fakeStudio.inputs('jobs.list')).toHaveLength(2));
  expect(lipSync.store.getState().operations.map(({ operationId }) => operationId)).toEqual(['result0002']);
});
