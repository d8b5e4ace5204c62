import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createFakeStores } from '../../helpers/fake-stores.ts';
import { fakeStudio } from '../../helpers/fake-studio.ts';
import { DevicesStore } from '../../../src-renderer/features/live/devices-store.ts';
import { PhrasesStore } from '../../../src-renderer/features/live/phrases-store.ts';
import { QueueStore } from '../../../src-renderer/features/live/queue-store.ts';
import { messages } from '#shared/messages/index.ts';

const sound = { devices: [] as string[], refuses: '' };
const liveSound = {
  setDevice: (deviceId: string) => {
    sound.devices.push(deviceId);
    return deviceId !== '' && deviceId === sound.refuses ? Promise.reject(new Error('It does not play.')) : Promise.resolve();
  },
};

interface Device {
  kind: string;
  deviceId: string;
  label: string;
}
const output = (deviceId: string, label = deviceId): Device => ({ kind: 'audiooutput', deviceId, label });
let devices: Device[];
let enumerate: () => Promise<Device[]>;
let microphone: () => Promise<unknown>;
let changed: (() => void) | undefined;
let watches: number;
const gone = messages.live.outputLost;
const back = messages.live.outputBack;

/** Each test begins with stores of its own: they remember what was lost, and that outputs are watched. */
function begin() {
  const stores = createFakeStores();
  const phrases = new PhrasesStore(stores);
  const queue = new QueueStore({ ...stores, phrases });
  const { chooseOutput, nameOutputs, store, watchOutputs } = new DevicesStore({
    ...stores,
    phrases,
    queue,
    live: { liveSound: liveSound as never },
  });
  const choose = (deviceId: string) => phrases.store.setState({ settings: { ...phrases.store.getState().settings, deviceId } });
  return {
    chooseOutput,
    nameOutputs,
    watchOutputs,
    choose,
    useLive: queue.store,
    useOutputs: store,
    deviceId: () => phrases.store.getState().settings.deviceId,
    outputs: () => store.getState().outputs,
  };
}
const settled = async () => {
  for (let step = 0; step < 10; step += 1) await new Promise((resolve) => setImmediate(resolve));
};
const change = async (...now: Device[]) => {
  devices = now;
  changed?.();
  await settled();
};

beforeEach(() => {
  Object.assign(sound, { devices: [], refuses: '' });
  fakeStudio.reset();
  devices = [];
  changed = undefined;
  watches = 0;
  enumerate = () => Promise.resolve(devices);
  microphone = () => Promise.resolve({ getTracks: () => [] });
  vi.stubGlobal('navigator', {
    mediaDevices: {
      enumerateDevices: () => enumerate(),
      getUserMedia: (wanted: unknown) => {
        expect(wanted).toEqual({ audio: true });
        return microphone();
      },
      addEventListener: (event: string, listener: () => void) => {
        expect(event).toBe('devicechange');
        watches += 1;
        changed = listener;
      },
    },
  });
});
afterEach(() => vi.unstubAllGlobals());

describe('the outputs', () => {
  it('are those that play besides the system’s own, with a number where the browser tells no name', async () => {
    const { watchOutputs, outputs } = begin();
    devices = [
      output('default'),
      output('', 'nameless'),
      output('one', 'Desk'),
      { kind: 'audioinput', deviceId: 'mic', label: 'Mic' },
      output('two', ''),
    ];
    watchOutputs();
    await settled();
    expect(outputs()).toEqual([
      { deviceId: 'one', label: 'Desk' },
      { deviceId: 'two', label: messages.live.outputNumber('2') },
    ]);
    await change(output('three'));
    expect(outputs()).toEqual([{ deviceId: 'three', label: 'three' }]);
  });

  it('are none where the browser does not tell them', async () => {
    const { watchOutputs, outputs, useOutputs } = begin();
    useOutputs.setState({ outputs: [{ deviceId: 'old', label: 'Old' }] });
    enumerate = () => Promise.reject(new Error('No.'));
    watchOutputs();
    await settled();
    expect(outputs()).toEqual([]);
    vi.stubGlobal('navigator', {});
    watchOutputs();
    await settled();
    expect(outputs()).toEqual([]);
  });

  it('are followed once, however often the panel is shown', async () => {
    const { watchOutputs } = begin();
    watchOutputs();
    watchOutputs();
    await settled();
    expect(watches).toBe(1);
  });

  it('get their names with leave to use the microphone, which is let go at once', async () => {
    const { nameOutputs, outputs } = begin();
    let stopped = 0;
    microphone = () => {
      devices = [output('one', 'Desk')];
      return Promise.resolve({ getTracks: () => [{ stop: () => (stopped += 1) }, { stop: () => (stopped += 1) }] });
    };
    await nameOutputs();
    expect([stopped, outputs()]).toEqual([2, [{ deviceId: 'one', label: 'Desk' }]]);
    microphone = () => Promise.reject(new Error('Denied.'));
    await nameOutputs();
    expect(fakeStudio.toasts).toEqual(['Outputs']);
    expect(outputs()).toHaveLength(1);
  });
});

describe('the chosen output', () => {
  it('is used from the first, and nothing is done where none is chosen', async () => {
    const { watchOutputs, choose } = begin();
    watchOutputs();
    await settled();
    expect(sound.devices).toEqual([]);
    devices = [output('one')];
    choose('one');
    watchOutputs();
    await settled();
    expect(sound.devices).toEqual(['one']);
  });

  it('that cannot be used from the first gives way to the system’s own', async () => {
    const { watchOutputs, choose, deviceId, useLive } = begin();
    devices = [output('one')];
    sound.refuses = 'one';
    choose('one');
    watchOutputs();
    await settled();
    expect(sound.devices.slice(0, 2)).toEqual(['one', '']);
    expect([deviceId(), useLive.getState().notice]).toEqual(['', gone]);
  });

  it('is set where it plays; one that does not is named, and the one before stays', async () => {
    const { chooseOutput, deviceId } = begin();
    await chooseOutput('one');
    expect(deviceId()).toBe('one');
    sound.refuses = 'two';
    await chooseOutput('two');
    expect(deviceId()).toBe('one');
    expect(fakeStudio.toasts).toEqual(['Output']);
  });

  it('that goes away gives way to the system’s own, and is taken again when it comes back', async () => {
    const { watchOutputs, choose, deviceId, useLive } = begin();
    devices = [output('one'), output('two')];
    choose('one');
    watchOutputs();
    await settled();
    await change(output('two'));
    expect([deviceId(), useLive.getState().notice, sound.devices.at(-1)]).toEqual(['', gone, '']);
    expect(fakeStudio.announced).toEqual([gone]);
    await change(output('two'), output('three'));
    expect(deviceId()).toBe('');
    await change(output('one'));
    expect([deviceId(), useLive.getState().notice, sound.devices.at(-1)]).toEqual(['one', undefined, 'one']);
    expect(fakeStudio.announced).toEqual([gone, back]);
    await change(output('one'));
    expect(fakeStudio.announced).toHaveLength(2);
  });

  it('that is back and does not play is taken when it comes once more; another notice stays', async () => {
    const { watchOutputs, choose, deviceId, useLive } = begin();
    devices = [output('one')];
    choose('one');
    watchOutputs();
    await settled();
    await change();
    sound.refuses = 'one';
    await change(output('one'));
    expect(deviceId()).toBe('');
    expect(fakeStudio.announced).toEqual([gone]);
    sound.refuses = '';
    useLive.setState({ notice: 'Another.' });
    await change(output('one'));
    expect([deviceId(), useLive.getState().notice]).toEqual(['one', 'Another.']);
  });

  it('is no more awaited where the person has chosen another since', async () => {
    const { watchOutputs, choose, chooseOutput, deviceId } = begin();
    devices = [output('one'), output('two')];
    choose('one');
    watchOutputs();
    await settled();
    await change(output('two'));
    await chooseOutput('two');
    await change(output('one'), output('two'));
    expect(deviceId()).toBe('two');
  });
});
