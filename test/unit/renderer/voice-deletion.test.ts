import { beforeEach, expect, it } from 'vitest';
import type { CatalogueVoice } from '#shared/catalogue/voices.ts';
import { messages } from '#shared/messages/index.ts';
import { DeletionStore, whyNotDeleted } from '../../../src-renderer/features/voices/deletion-store.ts';
import { createFakeStores } from '../../helpers/fake-stores.ts';
import { fakeStudio } from '../../helpers/fake-studio.ts';

const voice = (isPersonal: boolean): CatalogueVoice => ({
  voiceId: 'ada',
  name: 'Ada',
  isPersonal,
  primaryLanguage: 'en-GB',
  languages: ['en-GB'],
  modelIds: [],
});

beforeEach(() => fakeStudio.reset());

it('a voice of one’s own is asked for before it is deleted, and nothing is sent by asking', () => {
  const deletion = new DeletionStore(createFakeStores());
  expect(whyNotDeleted(voice(true))).toBeUndefined();
  deletion.askDelete(voice(true));
  expect(deletion.store.getState().voice).toEqual(voice(true));
  expect(fakeStudio.inputs('voices.delete')).toEqual([]);
  deletion.stopAsking();
  expect(deletion.store.getState().voice).toBeUndefined();
});

it('a voice of the service is not asked for: the reason is shown', () => {
  const deletion = new DeletionStore(createFakeStores());
  deletion.askDelete(voice(false));
  expect(deletion.store.getState().voice).toBeUndefined();
  expect(whyNotDeleted(voice(false))).toBe(messages.voices.onlyOwnDeleted);
  expect(fakeStudio.toasts).toEqual(['Ada']);
});
