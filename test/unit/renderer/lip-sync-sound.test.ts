import { beforeEach, describe, expect, it, vi } from 'vitest';
import { projectOf, takeOf } from '../../helpers/fake-project.ts';
import { createLipSyncStores } from '../../../src-renderer/features/lip-sync/create-stores.ts';
import { createFakeStores } from '../../helpers/fake-stores.ts';
import { fakeStudio, heldAnswer, refuse } from '../../helpers/fake-studio.ts';

const stores = createFakeStores();
const lipSyncStores = createLipSyncStores(stores);
const { askSpoken, audioLastsUntil, closeSpoken, makeSpoken, store: useSpoken } = lipSyncStores.spoken;
const { connectHost } = stores.host;
const { openProject } = stores.project;
const { clearSlot, store: useSources } = stores.sources;

const address = 'https://sound.example/1.mp3';
const take = takeOf('block0001', 'The lamp burns.');
const facts = { bytes: 1, seconds: 4, format: 'MP3', hasSound: true, picture: null };
const answer = { address, expiresAt: 5000, reused: false };
const orders = () => fakeStudio.inputs('lipSync.sound');
const audio = () => useSources.getState().slots['lip-sync.audio'].source?.address;

beforeEach(async () => {
  fakeStudio.reset({
    'project.open': () => projectOf('project01', { chapter01: { block0001: take.text } }, [take]),
    'lipSync.sound': () => answer,
    'source.inspect': () => ({ url: null, name: '1.mp3', inspected: { state: 'known', facts } }),
  });
  await connectHost();
  await openProject('/project01.voicewright');
  useSpoken.setState(useSpoken.getInitialState(), true);
  clearSlot('lip-sync.audio');
});

describe('the words of a take that the service speaks for the lip sync', () => {
  it('are sent once, however often it is pressed while the service speaks, and their address is put into the audio', async () => {
    const held = heldAnswer();
    fakeStudio.answers['lipSync.sound'] = held.answer;
    askSpoken(take.id);
    const presses = [makeSpoken(), makeSpoken()];
    expect(useSpoken.getState().busy).toBe(true);
    await vi.waitFor(() => expect(orders()).not.toEqual([]));
    presses.push(makeSpoken());
    held.resolve(answer);
    await Promise.all(presses);
    await makeSpoken(); // nobody asks for it any more
    expect(orders()).toEqual([{ text: take.text, voiceId: 'anna' }]);
    expect(useSpoken.getState()).toEqual({ asked: undefined, busy: false, failure: undefined, made: { address, expiresAt: 5000 } });
    expect(audio()).toBe(address);
    expect(audioLastsUntil()).toBe(5000);
  });

  it('are not sent where no take is asked for, or none that the project has, or the question is closed', async () => {
    await makeSpoken();
    askSpoken('another001');
    await makeSpoken();
    askSpoken(take.id);
    closeSpoken();
    await makeSpoken();
    expect(orders()).toEqual([]);
  });

  it('that failed leave the question open with the failure, and the next press sends them again', async () => {
    fakeStudio.answers['lipSync.sound'] = refuse('service-failed');
    askSpoken(take.id);
    await makeSpoken();
    expect(useSpoken.getState()).toMatchObject({
      asked: { id: take.id },
      busy: false,
      failure: { kind: 'service-failed' },
      made: undefined,
    });
    expect(audio()).toBeUndefined();
    const held = heldAnswer();
    fakeStudio.answers['lipSync.sound'] = held.answer;
    const again = makeSpoken();
    expect(useSpoken.getState()).toMatchObject({ busy: true, failure: undefined });
    held.resolve(answer);
    await again;
    expect(orders()).toHaveLength(2);
    expect(audio()).toBe(address);
  });

  it('name the model and the controls that the take was made with', async () => {
    const shaped = { ...take, modelId: 'alpha-s1', controls: { speed: 1.2 } };
    fakeStudio.answers['project.open'] = () => projectOf('project01', { chapter01: { block0001: take.text } }, [shaped]);
    await openProject('/project01.voicewright');
    askSpoken(take.id);
    await makeSpoken();
    expect(orders()).toEqual([{ text: take.text, voiceId: 'anna', modelId: 'alpha-s1', controls: { speed: 1.2 } }]);
  });
});
