import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { maximumSamples, type Recording } from '#shared/clone/recordings.ts';
import { fail } from '#shared/failure.ts';
import { createFakeStores } from '../../helpers/fake-stores.ts';
import { fakeStudio, heldAnswer, refuse } from '../../helpers/fake-studio.ts';
import { CloneFiles } from '../../../src-renderer/features/clone/clone-files.ts';
import { CloneStore } from '../../../src-renderer/features/clone/clone-store.ts';
import { countdownFrom, heldPeak, hotPeak, RecorderStore } from '../../../src-renderer/features/clone/recorder-store.ts';
import { messages } from '#shared/messages/index.ts';
import { said } from '../../helpers/said.ts';

interface Listeners {
  onSamples(samples: Int16Array<ArrayBuffer>, peak: number): void;
  onLost(): void;
}
interface Opened {
  deviceId: string | undefined;
  listeners: Listeners;
  closed: number;
}
interface Microphone {
  opened: Opened[];
  /** What is awaited before the microphone is open. */
  asking(): Promise<unknown>;
  /** What closing it does last: the rest of its samples come in. */
  closing(listeners: Listeners): Promise<unknown>;
  devices: { id: string; name: string }[];
  /** How often other sounds were stopped. */
  stopped: number;
}
const microphone: Microphone = {
  opened: [],
  asking: () => Promise.resolve(),
  closing: () => Promise.resolve(),
  devices: [],
  stopped: 0,
};
const stores = createFakeStores();
const { connectHost } = stores.host;
const clone = new CloneStore(stores);
const { changeForm, putRecording, saveForm, store: useClone } = clone;
const {
  chooseMicrophone,
  learnMicrophones,
  recordAgain,
  startRecording,
  stopRecording,
  watchLeftRecording,
  store: useRecorder,
} = new RecorderStore({
  ...stores,
  clone,
  cloneFiles: new CloneFiles({ ...stores, clone }),
  sounds: { stopSounds: () => void (microphone.stopped += 1) },
  microphones: () => Promise.resolve(microphone.devices),
  openRecorder: async (deviceId, listeners) => {
    await microphone.asking();
    const opened = { deviceId, listeners, closed: 0 };
    microphone.opened.push(opened);
    return {
      close: async () => {
        opened.closed += 1;
        await microphone.closing(listeners);
      },
    };
  },
});

const state = useRecorder.getState;
const recording = (id: string, change: Partial<Recording> = {}): Recording =>
  ({ id, name: `${id}.wav`, kind: 'recording', state: 'ready', samples: 100_000, seconds: 2, failure: null, ...change }) as Recording;
const opened = () => microphone.opened.at(-1)!;
const hear = (count: number, peak = 0.5) => opened().listeners.onSamples(new Int16Array(count), peak);
/** Lets everything that waits for nothing but an answer go on. */
const settled = async () => {
  for (let step = 0; step < 20; step += 1) await new Promise((resolve) => setImmediate(resolve));
};
const countDown = async (seconds = countdownFrom) => {
  vi.advanceTimersByTime(seconds * 1000);
  await settled();
};
/** Opens the microphone, counts down, and records. */
const record = async () => {
  await startRecording();
  await countDown();
  expect(state().phase).toBe('recording');
};

let sent: [address: string, bytes: number][];
let begun: number;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  [sent, begun] = [[], 0];
  vi.stubGlobal('fetch', (address: string, { body }: { body: Uint8Array }) => {
    sent.push([address, body.byteLength]);
    return Promise.resolve(Response.json({ taken: Number(/at=(\d+)/u.exec(address)?.[1]) + body.byteLength }));
  });
  fakeStudio.reset({
    'clone.begin': ({ name }) => recording(`recording${(begun += 1)}`, { name, state: 'arriving', samples: 0 }),
    'clone.finish': ({ recordingId }) => recording(recordingId),
    'clone.remove': () => null,
    'clone.saveForm': () => null,
  });
  useClone.setState(useClone.getInitialState(), true);
  useRecorder.setState(useRecorder.getInitialState(), true);
  Object.assign(microphone, { opened: [], asking: () => Promise.resolve(), closing: () => Promise.resolve(), devices: [], stopped: 0 });
  await connectHost();
  fakeStudio.asked.length = 0;
});
afterEach(async () => {
  await stopRecording();
  await saveForm();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('the microphones', () => {
  it('are read, and the one that is chosen stays chosen while it is there', async () => {
    microphone.devices = [{ id: 'one', name: 'Desk' }];
    chooseMicrophone('one');
    await learnMicrophones();
    expect(state()).toMatchObject({ devices: [{ id: 'one' }], deviceId: 'one' });
    microphone.devices = [{ id: 'two', name: 'Head' }];
    await learnMicrophones();
    expect(state()).toMatchObject({ devices: [{ id: 'two' }], deviceId: undefined });
  });
});

describe('before it records', () => {
  it('the chosen microphone is opened, what sounds is stopped, and three seconds are counted down', async () => {
    chooseMicrophone('one');
    microphone.devices = [{ id: 'one', name: 'Desk' }];
    useRecorder.setState({ failure: fail('forbidden', said('No.')).failure, peaks: [1], peak: 1, seconds: 9, hot: true });
    const starting = startRecording();
    expect(state()).toMatchObject({ phase: 'asking', failure: undefined, peaks: [], peak: 0, seconds: 0, hot: false });
    expect(microphone.stopped).toBe(1);
    await starting;
    expect(opened().deviceId).toBe('one');
    expect(state()).toMatchObject({ phase: 'counting', count: 3 });
    await countDown(1);
    expect(state()).toMatchObject({ phase: 'counting', count: 2, devices: [{ id: 'one' }] });
    await countDown(1);
    expect(state().count).toBe(1);
    expect(fakeStudio.inputs('clone.begin')).toEqual([]);
    await countDown(1);
    expect(state()).toMatchObject({ phase: 'recording', count: 0, last: 'recording1' });
    expect(fakeStudio.inputs('clone.begin')).toEqual([{ name: 'Recording 1.wav', kind: 'recording' }]);
    expect(fakeStudio.announced).toEqual([messages.clone.countdown(3), 'Recording']);
    await countDown(5);
    expect(fakeStudio.inputs('clone.begin')).toHaveLength(1);
  });

  it('its level is shown, and nothing of it is kept', async () => {
    await startRecording();
    hear(4800, 0.25);
    expect(state()).toMatchObject({ peak: 0.25, peaks: [], seconds: 0 });
    expect(sent).toEqual([]);
  });

  it('a second start does nothing', async () => {
    await Promise.all([startRecording(), startRecording()]);
    await startRecording();
    expect(microphone.opened).toHaveLength(1);
    expect(microphone.stopped).toBe(1);
  });

  it('recordings are numbered behind those that there are, files not counted, and name a voice without a name', async () => {
    putRecording(recording('old1'), true);
    putRecording(recording('old2', { kind: 'file' }), true);
    await record();
    expect(fakeStudio.inputs('clone.begin')).toMatchObject([{ name: 'Recording 2.wav' }]);
    expect(useClone.getState().form.name).toBe(messages.clone.myVoice);
    hear(1);
    await stopRecording();
    changeForm({ name: 'Ada' });
    await record();
    expect(useClone.getState().form.name).toBe('Ada');
    expect(useClone.getState().recordings.map(({ id }) => id)).toEqual(['old1', 'old2', 'recording1', 'recording2']);
  });

  it('a microphone that is denied ends it with why', async () => {
    microphone.asking = () => Promise.reject(fail('forbidden', said('The microphone was denied.')));
    await startRecording();
    expect(state()).toMatchObject({ phase: 'idle', failure: { kind: 'forbidden' } });
    expect(fakeStudio.announced).toEqual(['The microphone was denied.']);
  });

  it('a stop while the person is asked lets the microphone go when it comes, or fails, and nothing is shown of it', async () => {
    for (const refused of [false, true]) {
      const held = heldAnswer();
      microphone.asking = held.answer;
      const starting = startRecording();
      await stopRecording();
      expect(state().phase).toBe('idle');
      if (refused) held.reject(fail('forbidden', said('No.')));
      else held.resolve(undefined);
      await starting;
      expect(state()).toMatchObject({ phase: 'idle', failure: undefined });
    }
    expect(microphone.opened.map(({ closed }) => closed)).toEqual([1]);
    expect(fakeStudio.announced).toEqual([]);
  });

  it('a stop of the countdown closes the microphone and begins nothing', async () => {
    await startRecording();
    await countDown(2);
    await stopRecording();
    await countDown(5);
    expect(state()).toMatchObject({ phase: 'idle', failure: undefined });
    expect(opened().closed).toBe(1);
    expect(fakeStudio.asked.filter(({ name }) => name === 'clone.begin')).toEqual([]);
  });

  it('a recording that main begins after the stop is removed again', async () => {
    const held = heldAnswer();
    fakeStudio.answers['clone.begin'] = held.answer;
    await startRecording();
    await countDown();
    await stopRecording();
    held.resolve(recording('late1'));
    await settled();
    expect(fakeStudio.inputs('clone.remove')).toEqual([{ recordingId: 'late1' }]);
    expect(useClone.getState().recordings).toEqual([]);
    expect(state()).toMatchObject({ phase: 'idle', last: undefined });
  });

  it('a recording that main begins after a stop is not that of the next countdown', async () => {
    const held = heldAnswer();
    fakeStudio.answers['clone.begin'] = held.answer;
    await startRecording();
    await countDown();
    await stopRecording();
    fakeStudio.answers['clone.begin'] = () => recording('second1');
    await startRecording();
    held.resolve(recording('late1'));
    await settled();
    expect(state()).toMatchObject({ phase: 'counting', count: 3 });
    expect(fakeStudio.inputs('clone.remove')).toEqual([{ recordingId: 'late1' }]);
    await countDown();
    expect(state()).toMatchObject({ phase: 'recording', last: 'second1' });
  });

  it('a failure of an earlier beginning does not end the next countdown', async () => {
    const held = heldAnswer();
    fakeStudio.answers['clone.begin'] = held.answer;
    await startRecording();
    await countDown();
    await stopRecording();
    await startRecording();
    held.reject(fail('disk-full', said('Full.')));
    await settled();
    expect(state()).toMatchObject({ phase: 'counting', failure: undefined });
    expect(opened().closed).toBe(0);
  });

  it('a draft that takes no recording ends it with why, and the microphone is let go', async () => {
    fakeStudio.answers['clone.begin'] = refuse('conflict');
    await startRecording();
    await countDown();
    expect(state()).toMatchObject({ phase: 'idle', failure: { kind: 'conflict' } });
    expect(opened().closed).toBe(1);
  });
});

describe('while it records', () => {
  beforeEach(record);

  it('each piece goes to main behind the one before, and its length and level are shown', async () => {
    hear(48_000, 0.3);
    hear(24_000, 0.6);
    await settled();
    expect(sent).toEqual([
      ['/bytes/clone/recording1?at=0', 96_000],
      ['/bytes/clone/recording1?at=96000', 48_000],
    ]);
    expect(state()).toMatchObject({ seconds: 1.5, peak: 0.6, peaks: [0.3, 0.6], hot: false });
  });

  it('the last 120 levels are shown', () => {
    for (let index = 0; index <= 121; index += 1) hear(1, index / 1000);
    expect(state().peaks).toHaveLength(120);
    expect([state().peaks[0], state().peaks.at(-1)]).toEqual([0.002, 0.121]);
  });

  it('a level that is cut off is said until the end', () => {
    hear(1, hotPeak - 0.001);
    expect(state().hot).toBe(false);
    hear(1, hotPeak);
    hear(1, 0.1);
    expect(state().hot).toBe(true);
  });

  it('the highest level is held for two seconds', () => {
    hear(1, 0.9);
    for (let tenth = 1; tenth < 20; tenth += 1) hear(1, 0.1);
    expect(heldPeak(state())).toBe(0.9);
    hear(1, 0.2);
    expect(heldPeak(state())).toBe(0.2);
  });

  it('it ends of itself when all is recorded that is decoded of a recording', async () => {
    hear(maximumSamples - 1);
    expect(state().phase).toBe('recording');
    hear(1);
    expect(state().phase).toBe('ending');
    hear(1);
    await vi.waitFor(() => expect(state().phase).toBe('idle'));
    expect(fakeStudio.inputs('clone.finish')).toEqual([{ recordingId: 'recording1' }]);
  });

  it('a piece that main does not take ends it with why, and what came before is opened', async () => {
    hear(48_000);
    await settled();
    vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ failure: fail('disk-full', said('Full.')).failure }, { status: 507 })));
    hear(10);
    hear(10);
    await settled();
    expect(state()).toMatchObject({ phase: 'idle', failure: { kind: 'disk-full' } });
    expect(fakeStudio.inputs('clone.finish')).toHaveLength(1);
    expect(opened().closed).toBe(1);
  });

  it('no further piece is sent after one that failed', async () => {
    const asked = vi.fn(() => Promise.reject(new TypeError('gone')));
    vi.stubGlobal('fetch', asked);
    hear(10);
    hear(10);
    await settled();
    expect(asked).toHaveBeenCalledTimes(1);
  });
});

describe('the end of a recording', () => {
  it('waits for the last samples, opens what was recorded, and selects it', async () => {
    await record();
    putRecording(recording('other1'), true);
    hear(48_000);
    const held = heldAnswer();
    microphone.closing = (listeners) => {
      listeners.onSamples(new Int16Array(24_000), 0.9);
      return held.answer();
    };
    const stopped = stopRecording();
    expect(state().phase).toBe('ending');
    await stopRecording(); // it is ending already
    expect(opened().closed).toBe(1);
    expect(state().phase).toBe('ending');
    expect(fakeStudio.inputs('clone.finish')).toEqual([]);
    held.resolve(undefined);
    await stopped;
    expect(sent.map(([, bytes]) => bytes)).toEqual([96_000, 48_000]);
    expect(fakeStudio.inputs('clone.finish')).toEqual([{ recordingId: 'recording1' }]);
    expect(useClone.getState().selected).toBe('recording1');
    expect(state()).toMatchObject({ phase: 'idle', peak: 0, failure: undefined, last: 'recording1' });
    hear(10);
    expect(state().seconds).toBe(1.5);
  });

  it('asks for nothing to be opened before main has all of it', async () => {
    await record();
    const held = heldAnswer<Response>();
    vi.stubGlobal('fetch', held.answer);
    hear(48_000);
    const stopped = stopRecording();
    await settled();
    expect(fakeStudio.inputs('clone.finish')).toEqual([]);
    held.resolve(Response.json({ taken: 96_000 }));
    await stopped;
    expect(fakeStudio.inputs('clone.finish')).toHaveLength(1);
  });

  it('of one in which nothing was heard removes it, and what was selected stays so', async () => {
    putRecording(recording('other1'), true);
    await record();
    await stopRecording();
    expect(fakeStudio.inputs('clone.finish')).toEqual([]);
    expect(fakeStudio.inputs('clone.remove')).toEqual([{ recordingId: 'recording1' }]);
    expect(useClone.getState().selected).toBe('other1');
  });

  it('is not held up by a microphone that cannot be closed', async () => {
    await record();
    microphone.closing = () => Promise.reject(new Error('gone'));
    await stopRecording();
    expect(state().phase).toBe('idle');
  });
});

describe('a microphone that is pulled out', () => {
  it('ends the recording and says that what was recorded is there', async () => {
    await record();
    hear(48_000);
    opened().listeners.onLost();
    await settled();
    expect(state()).toMatchObject({ phase: 'idle', failure: { kind: 'file-missing', charged: 'no', next: 'retry' } });
    expect(state().failure?.message).toBe(messages.clone.microphoneLostSaved);
    expect(fakeStudio.announced.at(-1)).toBe(state().failure?.message);
    expect(fakeStudio.inputs('clone.finish')).toHaveLength(1);
  });

  it('during the countdown ends it and says that nothing was recorded', async () => {
    await startRecording();
    opened().listeners.onLost();
    await settled();
    expect(state().failure?.message).toContain('Nothing was recorded.');
    opened().listeners.onLost();
    expect(fakeStudio.announced).toHaveLength(2);
  });

  it('after the end is no failure', async () => {
    await record();
    hear(1);
    await stopRecording();
    opened().listeners.onLost();
    await settled();
    expect(state().failure).toBeUndefined();
  });
});

describe('recording again', () => {
  it('takes the last recording out and begins the next', async () => {
    await record();
    hear(48_000);
    await stopRecording();
    await recordAgain();
    expect(fakeStudio.inputs('clone.remove')).toEqual([{ recordingId: 'recording1' }]);
    expect(useClone.getState().recordings).toEqual([]);
    expect(state()).toMatchObject({ phase: 'counting', last: undefined });
  });

  it('removes nothing where nothing was recorded yet', async () => {
    await recordAgain();
    expect(fakeStudio.inputs('clone.remove')).toEqual([]);
    expect(state().phase).toBe('counting');
  });
});

describe('a window that is loaded again while it records', () => {
  it('ends that recording, which is there as far as it came, and no other that arrives', async () => {
    const kept = new Map<string, string>();
    vi.stubGlobal('sessionStorage', {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
      removeItem: (key: string) => void kept.delete(key),
    });
    let draftIsRead = (): void => undefined;
    vi.spyOn(clone, 'whenDraftIsRead').mockImplementation((listener) => {
      draftIsRead = listener;
      return () => undefined;
    });
    watchLeftRecording();
    await record();
    draftIsRead(); // the wire was opened again: it goes on
    expect(fakeStudio.inputs('clone.finish')).toEqual([]);
    const [id] = [...kept.values()];
    await stopRecording();
    expect([...kept.values()]).toEqual([]);
    fakeStudio.reset({ 'clone.finish': ({ recordingId }) => recording(recordingId) });
    kept.set('voicewright.recording', id ?? '');
    useClone.setState({ recordings: [recording('recording1', { state: 'arriving' }), recording('elsewhere1', { state: 'arriving' })] });
    draftIsRead();
    await settled();
    expect(fakeStudio.inputs('clone.finish')).toEqual([{ recordingId: 'recording1' }]);
    vi.unstubAllGlobals();
  });
});
