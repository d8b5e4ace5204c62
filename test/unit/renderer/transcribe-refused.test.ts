import { createTranscribeStores } from '../../../src-renderer/features/transcribe/create-stores.ts';
import { createFakeStores } from '../../helpers/fake-stores.ts';
import { expect, it } from 'vitest';
import { fail } from '#shared/failure.ts';
import { whyFileIsRefused } from '../../../src-renderer/features/transcribe/form-rules.ts';
import { messages } from '#shared/messages/index.ts';
import { said } from '../../helpers/said.ts';

const stores = createFakeStores();
const transcribeStores = createTranscribeStores(stores);
const useTranscripts = transcribeStores.recording.store;

const { form } = useTranscripts.getState();
const chosen = { name: 'talk.wav', bytes: 10, from: undefined };

it('Transcribe says why it would refuse the file: out of reach, not read yet, or not readable', () => {
  const why = (file: typeof form.file, outOfReach: string | null = null) =>
    whyFileIsRefused({ form: { ...form, source: 'file', file }, outOfReach });
  expect(why({ ...chosen, state: { step: 'ready', seconds: 3 } }, 'The service cannot fetch files of this computer.')).toBe(
    'The service cannot fetch files of this computer.',
  );
  expect(why({ ...chosen, state: { step: 'uploading' } })).toBe(messages.transcribe.fileLoading);
  expect(why({ ...chosen, state: { step: 'failed', failure: fail('too-large', said('9 GB is too large.')).failure } })).toBe(
    '9 GB is too large.',
  );
  expect(why({ ...chosen, state: { step: 'ready', seconds: 3 } })).toBeUndefined();
  expect(why(undefined)).toBeUndefined();
});

it('an address is sent whatever is wrong with files', () => {
  expect(whyFileIsRefused({ form: { ...form, source: 'address' }, outOfReach: 'The service cannot fetch files.' })).toBeUndefined();
});
