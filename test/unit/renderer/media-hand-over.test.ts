import { beforeEach, expect, it } from 'vitest';
import { createFakeStores } from '../../helpers/fake-stores.ts';
import { fakeStudio } from '../../helpers/fake-studio.ts';
import { type HandedMedia } from '../../../src-renderer/core/hand-over/hand-over-store.ts';
import { messages } from '#shared/messages/index.ts';

const stores = createFakeStores();
const { handOver, onHandedOver, store: useTakers } = stores.handOver;
const useWindow = stores.window.store;

const media: HandedMedia = { kind: 'image', name: 'Harbour', address: null, fileUrl: '/bytes/media/1' };

beforeEach(() => {
  fakeStudio.reset();
  useTakers.setState({ takers: new Map() });
  useWindow.setState({ panel: 'design' });
});

it('the panel is shown first, takes what is handed over, and that is announced', () => {
  const seen: unknown[] = [];
  onHandedOver('media', (taken) => seen.push([taken, useWindow.getState().panel]));
  handOver(media, 'media');
  expect(seen).toEqual([[media, 'media']]);
  expect(fakeStudio.announced).toEqual([messages.handOver.fileAdded('Harbour')]);
});

it('a panel that takes nothing is not shown, and nothing is announced', () => {
  onHandedOver('media', () => expect.unreachable());
  handOver(media, 'lip-sync');
  expect(useWindow.getState().panel).toBe('design');
  expect(fakeStudio.announced).toEqual([]);
});

it('several panels take, and the later offer of one panel replaces its earlier one', () => {
  const seen: string[] = [];
  onHandedOver('media', () => seen.push('first'));
  onHandedOver('dubbing', () => seen.push('dubbing'));
  onHandedOver('media', () => seen.push('second'));
  expect([...useTakers.getState().takers.keys()]).toEqual(['media', 'dubbing']);
  handOver(media, 'media');
  handOver(media, 'dubbing');
  expect(seen).toEqual(['second', 'dubbing']);
});
