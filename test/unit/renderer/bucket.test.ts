import { beforeEach, describe, expect, it } from 'vitest';
import type { KnownBucket, TypedBucket } from '#shared/operations/bucket.ts';
import { createAccountStores } from '../../../src-renderer/features/account/create-stores.ts';
import { createFakeStores } from '../../helpers/fake-stores.ts';
import { fakeStudio, refuse } from '../../helpers/fake-studio.ts';

const stores = createFakeStores();
const accountStores = createAccountStores(stores);
const { loadBucket, removeBucket, setBucket, testBucket, store: useBucket } = accountStores.bucket;
const { connectHost } = stores.host;

const settings = {
  endpoint: 'https://s3.example',
  region: 'us-east-1',
  bucket: 'videos',
  prefix: '',
  accessKeyId: 'key',
  pathStyle: false,
  hours: 24,
};
const typed: TypedBucket = { ...settings, secretAccessKey: 'secret' };
const known: KnownBucket = { ...settings, secret: 'system', files: 0 };
const state = useBucket.getState;

beforeEach(async () => {
  fakeStudio.reset({ 'bucket.read': () => ({ bucket: known, keepsKeys: true }) });
  useBucket.setState(useBucket.getInitialState(), true);
  await connectHost();
  fakeStudio.asked.length = 0;
});

describe('the bucket that is shown', () => {
  it('is not known until main has answered, and is null where none is set', async () => {
    expect(state()).toEqual({ bucket: undefined, failure: undefined });
    fakeStudio.answers['bucket.read'] = () => ({ bucket: null, keepsKeys: true });
    await loadBucket();
    expect(state()).toEqual({ bucket: null, failure: undefined });
  });

  it('stays in sight with why it cannot be read, and the failure goes with the next answer', async () => {
    await loadBucket();
    fakeStudio.answers['bucket.read'] = refuse('disconnected');
    await loadBucket();
    expect(state()).toMatchObject({ bucket: known, failure: { kind: 'disconnected' } });
    fakeStudio.answers['bucket.read'] = () => ({ bucket: known, keepsKeys: true });
    await loadBucket();
    expect(state()).toEqual({ bucket: known, failure: undefined });
  });
});

describe('a change of the bucket', () => {
  it('sends what was typed, and shows what main has after it', async () => {
    fakeStudio.answers['bucket.set'] = () => known;
    expect(await setBucket(typed)).toBeUndefined();
    expect(fakeStudio.asked).toEqual([
      { name: 'bucket.set', input: typed },
      { name: 'bucket.read', input: null },
    ]);
    expect(state().bucket).toEqual(known);
  });

  it('that fails answers why, and the bucket is read again all the same', async () => {
    fakeStudio.answers['bucket.set'] = refuse('invalid-input', { field: 'region' });
    expect(await setBucket(typed)).toMatchObject({ kind: 'invalid-input', field: 'region' });
    expect(state()).toEqual({ bucket: known, failure: undefined });
  });

  it('that removes it leaves the files of running jobs in it', async () => {
    fakeStudio.answers['bucket.remove'] = () => null;
    fakeStudio.answers['bucket.read'] = () => ({ bucket: null, keepsKeys: true });
    expect(await removeBucket()).toBeUndefined();
    expect(fakeStudio.inputs('bucket.remove')).toEqual([{ leave: true }]);
    expect(state().bucket).toBeNull();
  });
});

describe('a trial of the bucket', () => {
  it('sends what is typed, changes nothing that is shown, and can be stopped', async () => {
    fakeStudio.answers['bucket.test'] = () => ({ here: false });
    expect(await testBucket(typed, new AbortController().signal)).toEqual({ ok: true, value: { here: false } });
    expect(fakeStudio.asked).toEqual([{ name: 'bucket.test', input: typed }]);
    expect(state().bucket).toBeUndefined();
    const controller = new AbortController();
    fakeStudio.answers['bucket.test'] = () => new Promise(() => undefined);
    const answer = testBucket(typed, controller.signal);
    controller.abort();
    expect(await answer).toMatchObject({ ok: false, failure: { kind: 'cancelled' } });
  });
});
