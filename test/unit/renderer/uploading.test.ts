import { beforeEach, describe, expect, it } from 'vitest';
import { createFakeStores } from '../../helpers/fake-stores.ts';
import { fakeStudio, heldAnswer, refuse } from '../../helpers/fake-studio.ts';
import { messages } from '#shared/messages/index.ts';

const stores = createFakeStores();
const { connectHost } = stores.host;
const { endUpload, sendWithFiles, showUpload, stopUploading, store: useUploading } = stores.uploading;

const order = { videoUrl: 'https://a.example/v.mp4', audioUrl: 'https://a.example/a.wav' };
const state = useUploading.getState;
const file = (name: string, sent: number) => ({ name, sent, bytes: 10 });

beforeEach(async () => {
  fakeStudio.reset();
  useUploading.setState({}, true);
  await connectHost();
});

describe('the upload that is shown', () => {
  it('is announced once for each file, shows how far it is, and goes when all of it is there', () => {
    showUpload('dubbing', file('a.mp4', 0));
    showUpload('dubbing', file('a.mp4', 9));
    expect(state().dubbing).toEqual(file('a.mp4', 9));
    showUpload('dubbing', file('b.wav', 1));
    expect(fakeStudio.announced).toEqual([messages.sources.uploadingToBucket('a.mp4'), messages.sources.uploadingToBucket('b.wav')]);
    showUpload('dubbing', file('b.wav', 10));
    expect(state().dubbing).toBeUndefined();
  });

  it('of one job leaves that of another alone', () => {
    showUpload('dubbing', file('a.mp4', 1));
    showUpload('lip-sync', file('b.mp4', 2));
    endUpload('dubbing');
    expect(state()).toEqual({ dubbing: undefined, 'lip-sync': file('b.mp4', 2) });
  });
});

describe('an order with files', () => {
  it('shows each upload while it goes on, and none once it is answered', async () => {
    const shown: unknown[] = [];
    const stop = useUploading.subscribe((now) => shown.push(now['lip-sync']?.sent));
    fakeStudio.answers['lipSync.create'] = (_order, { emit }) => {
      emit(file('a.mp4', 3));
      emit(file('a.mp4', 7));
      return { operationId: 'operation1' };
    };
    expect(await sendWithFiles('lip-sync', 'lipSync.create', order)).toEqual({ operationId: 'operation1' });
    stop();
    expect(shown).toEqual([3, 7, undefined]);
    expect(fakeStudio.inputs('lipSync.create')).toEqual([order]);
  });

  it('fails with what main says, and shows no upload after it', async () => {
    fakeStudio.answers['lipSync.create'] = refuse('payment-required');
    showUpload('lip-sync', file('a.mp4', 3));
    await expect(sendWithFiles('lip-sync', 'lipSync.create', order)).rejects.toMatchObject({ failure: { kind: 'payment-required' } });
    expect(state()['lip-sync']).toBeUndefined();
  });

  it('is stopped by its own job alone, and only while it is sent', async () => {
    const held = heldAnswer();
    fakeStudio.answers['lipSync.create'] = held.answer;
    stopUploading('lip-sync'); // nothing is sent yet
    const sent = sendWithFiles('lip-sync', 'lipSync.create', order);
    stopUploading('dubbing');
    await new Promise((resolve) => setImmediate(resolve));
    stopUploading('lip-sync');
    await expect(sent).rejects.toMatchObject({ failure: { kind: 'cancelled' } });
    held.resolve({ operationId: 'late' });
    fakeStudio.answers['lipSync.create'] = () => ({ operationId: 'operation2' });
    await expect(sendWithFiles('lip-sync', 'lipSync.create', order)).resolves.toEqual({ operationId: 'operation2' });
  });

  it('that was answered keeps nothing that could be stopped', async () => {
    let signal: AbortSignal | undefined;
    fakeStudio.answers['lipSync.create'] = (_order, answering) => {
      ({ signal } = answering);
      return { operationId: 'operation1' };
    };
    await sendWithFiles('lip-sync', 'lipSync.create', order);
    stopUploading('lip-sync');
    expect(signal?.aborted).toBe(false);
  });
});
