import { expect, it, vi } from 'vitest';
import { ManuscriptStore } from '../../../src-renderer/features/narration/manuscript/manuscript-store.ts';
import { createFakeStores, SilentPlayer } from '../../helpers/fake-stores.ts';
import { fakeStudio } from '../../helpers/fake-studio.ts';

it('what is heard is held where the Start screen or the import of a manuscript covers the transport, and not by another panel', async () => {
  fakeStudio.reset();
  const audio = new SilentPlayer();
  const pause = vi.spyOn(audio, 'pause');
  const stores = createFakeStores({ audio });
  await stores.host.connectHost();
  stores.player.watchPlayer();
  stores.window.goToPanel({ panel: 'design' });
  expect(pause).not.toHaveBeenCalled();
  stores.window.showStart();
  expect(pause).toHaveBeenCalledOnce();
  stores.window.leaveStart();

  const manuscripts = new ManuscriptStore({ ...stores, versions: { saveBefore: () => Promise.resolve(undefined) } });
  void manuscripts.openFiles([new File(['The fog came in.'], 'book.txt')]);
  expect(pause).toHaveBeenCalledTimes(2);
  manuscripts.close();
});
