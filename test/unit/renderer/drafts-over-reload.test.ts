import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { DesignsStore } from '../../../src-renderer/features/design/designs-store.ts';
import { DubbingJobStore } from '../../../src-renderer/features/dubbing/job/dubbing-job-store.ts';
import { MediaFormStore } from '../../../src-renderer/features/images-video/form-store.ts';
import { createFakeStores } from '../../helpers/fake-stores.ts';
import { fakeStudio } from '../../helpers/fake-studio.ts';
import { messages } from '#shared/messages/index.ts';

const stores = createFakeStores();
/** The stores of a window that has just been loaded. */
const load = () => ({
  designs: new DesignsStore(stores),
  media: new MediaFormStore(stores),
  dubbing: new DubbingJobStore({ ...stores, exampleFile: () => Promise.reject(new Error('not asked for')) }),
});

beforeEach(() => {
  fakeStudio.reset({});
  const kept = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  });
});
afterEach(() => vi.unstubAllGlobals());

it('what was written into a form is there after the window is loaded again, and the usual text is not kept', () => {
  const before = load();
  before.designs.changeDraft({ prompt: 'An old man.' });
  before.media.changeMediaForm({ kind: 'video', prompt: 'Waves.' });
  before.dubbing.changeDubbing({ text: 'Good evening.', speed: 1.2 });
  const after = load();
  expect(after.designs.store.getState().draft).toMatchObject({ prompt: 'An old man.', previewText: messages.design.sampleText });
  expect(after.media.store.getState().form).toMatchObject({ kind: 'video', prompt: 'Waves.' });
  expect(after.dubbing.store.getState().draft).toMatchObject({ text: 'Good evening.', speed: 1.2 });
});

it('what cannot be read is left out', () => {
  for (const key of ['design-texts', 'media-prompt', 'dubbing-draft']) sessionStorage.setItem(key, '{"prompt":7}');
  const { designs, media, dubbing } = load();
  expect([designs.store.getState().draft.prompt, media.store.getState().form.prompt, dubbing.store.getState().draft.text]).toEqual([
    '',
    '',
    '',
  ]);
});
