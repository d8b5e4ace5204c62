import { afterEach, describe, expect, it, vi } from 'vitest';
import { createAudio, createContext, soundOutput, SoundOutput } from '../../../src-renderer/audio/output.ts';

/** A context or an element that notes where it plays, and refuses the devices that are not there. */
class FakeSink {
  deviceId = '';
  state = 'running';
  asked: string[] = [];
  readonly #refuses: readonly string[];
  constructor(...refuses: string[]) {
    this.#refuses = refuses;
  }
  async setSinkId(deviceId: string): Promise<void> {
    this.asked.push(deviceId);
    await Promise.resolve();
    if (this.#refuses.includes(deviceId)) throw new Error(`No ${deviceId}.`);
    this.deviceId = deviceId;
  }
}

/** An output whose refusals are counted. */
function begin() {
  const output = new SoundOutput();
  const refusals = vi.fn<() => void>();
  output.onRefused(refusals);
  return { output, refusals };
}

afterEach(() => vi.unstubAllGlobals());

describe('a chosen output', () => {
  it('is taken by what sounds already and by what is made later', async () => {
    const { output } = begin();
    const before = new FakeSink();
    await output.route(before);
    expect(before.asked).toEqual([]);
    await output.setDevice('speakers');
    const later = new FakeSink();
    await output.route(later);
    expect([before.deviceId, later.deviceId]).toEqual(['speakers', 'speakers']);
    await output.setDevice('');
    expect([before.deviceId, later.deviceId]).toEqual(['', '']);
  });

  it('is set once, however often a sink is routed', async () => {
    const { output } = begin();
    const sink = new FakeSink();
    await output.route(sink);
    await output.route(sink);
    await output.setDevice('speakers');
    await output.route(sink);
    expect(sink.asked).toEqual(['speakers']);
  });

  it('is the last one where two are chosen at once', async () => {
    const { output } = begin();
    const sink = new FakeSink();
    await output.route(sink);
    await Promise.all([output.setDevice('speakers'), output.setDevice('phones')]);
    expect(sink.deviceId).toBe('phones');
  });

  it('that one of the sinks refuses rejects, and all go on where they were', async () => {
    const { output, refusals } = begin();
    const [open, fussy] = [new FakeSink(), new FakeSink('phones')];
    await Promise.all([output.route(open), output.route(fussy)]);
    await output.setDevice('speakers');
    await expect(output.setDevice('phones')).rejects.toThrow('No phones.');
    expect([open.deviceId, fussy.deviceId]).toEqual(['speakers', 'speakers']);
    const later = new FakeSink();
    await output.route(later);
    expect(later.deviceId).toBe('speakers');
    expect(refusals).not.toHaveBeenCalled();
  });

  it('that a later sink refuses gives way to the system’s own for all, and is reported once', async () => {
    const { output, refusals } = begin();
    const before = new FakeSink();
    await output.route(before);
    await output.setDevice('speakers');
    await Promise.all([output.route(new FakeSink('speakers')), output.route(new FakeSink('speakers'))]);
    expect(refusals).toHaveBeenCalledTimes(1);
    expect(before.deviceId).toBe('');
    await output.setDevice('phones');
    expect(before.deviceId).toBe('phones');
  });

  it('is not asked of a closed context, and one that closes meanwhile refuses nothing', async () => {
    const { output, refusals } = begin();
    const [closed, closing] = [new FakeSink(), new FakeSink('speakers')];
    await Promise.all([output.route(closed), output.route(closing)]);
    closed.state = 'closed';
    const chosen = output.setDevice('speakers');
    closing.state = 'closed';
    await chosen;
    expect(closed.asked).toEqual([]);
    expect(refusals).not.toHaveBeenCalled();
  });

  it('changes nothing where the browser cannot choose', async () => {
    const { output, refusals } = begin();
    await output.route({});
    await output.setDevice('speakers');
    expect(refusals).not.toHaveBeenCalled();
  });
});

it('contexts and audio elements are made on the chosen output', async () => {
  vi.stubGlobal('AudioContext', FakeSink);
  vi.stubGlobal('Audio', FakeSink);
  const [context, element] = [createContext(), createAudio()] as unknown as FakeSink[];
  await soundOutput.setDevice('speakers');
  const later = [createContext(), createAudio()] as unknown as FakeSink[];
  await vi.waitFor(() =>
    expect([context, element, ...later].map((sink) => sink?.deviceId)).toEqual(['speakers', 'speakers', 'speakers', 'speakers']),
  );
  await soundOutput.setDevice('');
});
