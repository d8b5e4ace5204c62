import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createFakeStores } from '../../helpers/fake-stores.ts';
import { fakeStudio } from '../../helpers/fake-studio.ts';
import { defaultSettings } from '#shared/operations/studio.ts';
import { messages } from '#shared/messages/index.ts';

const sound = { devices: [] as string[], refuses: '', refused: (): void => undefined };

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
const { lost, back } = messages.output;

/** Each test begins with stores of its own: they remember what was lost. */
function begin() {
  const toasts: string[] = [];
  const withdrawn: string[] = [];
  const stores = createFakeStores({
    sound: {
      setDevice: (deviceId) => {
        sound.devices.push(deviceId);
        return deviceId !== '' && deviceId === sound.refuses ? Promise.reject(new Error('It does not play.')) : Promise.resolve();
      },
      onRefused: (listener) => {
        sound.refused = listener;
        return () => undefined;
      },
    },
    toastLasting: (_title, message, about) => void toasts.push(`${about}: ${message}`),
    withdrawOffer: (about) => void withdrawn.push(about),
  });
  const { store, ...actions } = stores.output;
  const { store: studio } = stores.studio;
  actions.watchOutput();
  return {
    ...actions,
    toasts,
    withdrawn,
    /** As main reports the settings, at the start and after each change. */
    report: async (outputDeviceId: string | null) => {
      studio.setState({ settings: { ...studio.getState().settings, outputDeviceId } });
      await settled();
    },
    connect: stores.host.connectHost,
    chosen: () => studio.getState().settings.outputDeviceId,
    state: () => store.getState(),
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
  fakeStudio.reset({ 'settings.update': (change) => ({ ...defaultSettings, ...change }) });
  devices = [];
  changed = undefined;
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
        changed = listener;
      },
    },
  });
});
afterEach(() => vi.unstubAllGlobals());

describe('the outputs', () => {
  it('are those that play besides the system’s own, and are followed', async () => {
    const { readOutputs, state } = begin();
    devices = [
      output('default'),
      output('', 'nameless'),
      output('one', 'Desk'),
      { kind: 'audioinput', deviceId: 'mic', label: 'Mic' },
      output('two', ''),
    ];
    await readOutputs();
    expect(state().outputs).toEqual([
      { deviceId: 'one', label: 'Desk' },
      { deviceId: 'two', label: '' },
    ]);
    await change(output('three'));
    expect(state().outputs).toEqual([{ deviceId: 'three', label: 'three' }]);
  });

  it('are none where the browser does not list them', async () => {
    const { readOutputs, state } = begin();
    devices = [output('old')];
    await readOutputs();
    expect(state().outputs).toHaveLength(1);
    enumerate = () => Promise.reject(new Error('No.'));
    await readOutputs();
    expect(state().outputs).toEqual([]);
    vi.stubGlobal('navigator', {});
    await readOutputs();
    expect(state().outputs).toEqual([]);
    begin();
  });

  it('get their names with leave to use the microphone, which is let go at once', async () => {
    const { nameOutputs, state } = begin();
    let stopped = 0;
    microphone = () => {
      devices = [output('one', 'Desk')];
      return Promise.resolve({ getTracks: () => [{ stop: () => (stopped += 1) }, { stop: () => (stopped += 1) }] });
    };
    await nameOutputs();
    expect([stopped, state().outputs]).toEqual([2, [{ deviceId: 'one', label: 'Desk' }]]);
    microphone = () => Promise.reject(new Error('Denied.'));
    await nameOutputs();
    expect(fakeStudio.toasts).toEqual(['Outputs']);
    expect(state().outputs).toHaveLength(1);
  });
});

describe('the chosen output', () => {
  it('is used from the start, and nothing is done where none is chosen', async () => {
    const { report, state } = begin();
    await report('');
    expect(sound.devices).toEqual([]);
    devices = [output('one')];
    await report('one');
    expect([sound.devices, state()]).toMatchObject([['one'], { deviceId: 'one', isLost: false }]);
    expect(fakeStudio.announced).toEqual([]);
  });

  it('is set where it plays; one that does not is named, and the one before stays', async () => {
    const { connect, chooseOutput, chosen, state } = begin();
    await connect();
    devices = [output('one'), output('two')];
    await chooseOutput('one');
    expect([state().deviceId, chosen()]).toEqual(['one', 'one']);
    expect(fakeStudio.inputs('settings.update')).toEqual([{ outputDeviceId: 'one' }]);
    sound.refuses = 'two';
    await chooseOutput('two');
    expect([state().deviceId, chosen()]).toEqual(['one', 'one']);
    expect(fakeStudio.toasts).toEqual(['Output']);
  });

  it('follows the choice of another window', async () => {
    const { chooseOutput, report, state } = begin();
    devices = [output('one'), output('two')];
    await chooseOutput('one');
    await report('two');
    expect([state().deviceId, sound.devices]).toEqual(['two', ['one', 'two']]);
    await report('');
    expect([state().deviceId, sound.devices.at(-1)]).toEqual(['', '']);
  });

  it('that does not play at the start gives way to the system’s own with one note, and stays chosen', async () => {
    const { report, chosen, state, toasts } = begin();
    devices = [output('one')];
    sound.refuses = 'one';
    await report('one');
    expect([sound.devices, state().deviceId, state().isLost, chosen()]).toEqual([['one', ''], '', true, 'one']);
    await change(output('one'), output('two'));
    expect([toasts, fakeStudio.announced]).toEqual([[`output: ${lost}`], [lost]]);
  });

  it('that a new sound refuses gives way to the system’s own with one note', async () => {
    const { chooseOutput, chosen, state, toasts } = begin();
    devices = [output('one')];
    await chooseOutput('one');
    sound.refused();
    sound.refused();
    await settled();
    expect([state().deviceId, state().isLost, chosen(), toasts]).toEqual(['', true, 'one', [`output: ${lost}`]]);
  });

  it('that goes away gives way to the system’s own, and is taken again when it comes back', async () => {
    const { report, chosen, state, toasts, withdrawn } = begin();
    devices = [output('one'), output('two')];
    await report('one');
    await change(output('two'));
    expect([state().deviceId, state().isLost, sound.devices.at(-1), chosen()]).toEqual(['', true, '', 'one']);
    await change(output('two'), output('three'));
    expect([toasts, fakeStudio.announced, withdrawn]).toEqual([[`output: ${lost}`], [lost], []]);
    await change(output('one'));
    expect([state().deviceId, state().isLost, sound.devices.at(-1), withdrawn]).toEqual(['one', false, 'one', ['output']]);
    await change(output('one'));
    expect(fakeStudio.announced).toEqual([lost, back]);
  });

  it('is no longer awaited where the person has chosen another since, the system’s own included', async () => {
    const { report, chooseOutput, chosen, state, withdrawn } = begin();
    devices = [output('one'), output('two')];
    await report('one');
    for (const other of ['two', '']) {
      await report('one');
      await change(output('two'));
      expect(state().isLost).toBe(true);
      await chooseOutput(other);
      await change(output('one'), output('two'));
      expect([state().deviceId, state().isLost, chosen()]).toEqual([other, false, other]);
    }
    expect(withdrawn).toEqual(['output', 'output']);
  });
});
