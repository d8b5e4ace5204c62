export interface Stepped {
  /** Renders what was asked for so far, to this time in seconds. */
  renderUntil: (seconds: number) => Promise<void>;
  /** Renders on, and tells how far the farthest sample lies from what the sources add up to, each at its place and faded in line with the other. */
  compareWithSources: () => Promise<{ started: number; worst: number; levels: number[] }>;
}

/** The page's sound is rendered step by step into samples, in place of a device. */
export function renderInSteps(): void {
  const [rate, length, fade] = [48_000, 5, 0.01];
  let context: OfflineAudioContext | undefined;
  let whole: Promise<AudioBuffer> | undefined;
  let resume: (() => Promise<void>) | undefined;
  const taken = (made: OfflineAudioContext, goOn: () => Promise<void>): void => {
    [context, resume] = [made, goOn];
  };
  class SteppedContext extends OfflineAudioContext {
    constructor() {
      super(1, length * rate, rate);
      taken(this, () => super.resume());
    }
    /** Rendering goes on when the test says so. */
    override resume = (): Promise<void> => Promise.resolve();
  }
  Object.assign(window, { AudioContext: SteppedContext });
  const sources: { samples: Float32Array; at: number; offset: number; levels: number[] }[] = [];
  const into = new WeakMap<AudioNode, AudioNode>();
  const ramps = new WeakMap<AudioParam, number[]>();
  const own = (prototype: object, name: string) =>
    Object.getOwnPropertyDescriptor(prototype, name)?.value as (...args: unknown[]) => unknown;
  const connect = own(AudioNode.prototype, 'connect');
  AudioNode.prototype.connect = function (this: AudioNode, to: AudioNode) {
    into.set(this, to);
    return connect.call(this, to);
  } as typeof AudioNode.prototype.connect;
  const ramp = own(AudioParam.prototype, 'linearRampToValueAtTime');
  AudioParam.prototype.linearRampToValueAtTime = function (value, at) {
    ramps.set(this, [...(ramps.get(this) ?? []), value]);
    return ramp.call(this, value, at) as AudioParam;
  };
  const start = own(AudioBufferSourceNode.prototype, 'start');
  AudioBufferSourceNode.prototype.start = function (at = 0, offset = 0) {
    const { gain } = into.get(this) as GainNode;
    sources.push({ samples: this.buffer!.getChannelData(0), at, offset, levels: ramps.get(gain) ?? [] });
    start.call(this, at, offset);
  };

  const renderUntil = async (seconds: number): Promise<void> => {
    const halted = context!.suspend(seconds);
    if (whole) await resume!();
    else whole = context!.startRendering();
    await halted;
  };
  const compareWithSources = async () => {
    await resume!();
    const heard = (await whole!).getChannelData(0);
    const expected = new Float32Array(heard.length);
    const begins = sources.map(({ at }) => Math.round(at * rate));
    for (const [index, { samples, offset, levels }] of sources.entries()) {
      const [begin, level] = [begins[index]!, levels[0]!];
      const end = begins[index + 1] ?? Infinity;
      const before = sources[index - 1];
      // As much of the one had passed as of the other, to the sample.
      const passed = before === undefined ? 0 : (begin - begins[index - 1]! + Math.round(before.offset * rate)) / before.samples.length;
      const from = Math.round(passed * samples.length);
      if (from !== Math.round(offset * rate)) return { started: sources.length, worst: Infinity, levels: [] };
      const risenTo = Math.min(1, (end - begin) / rate / fade);
      for (let at = begin; at < Math.min(expected.length, end + fade * rate); at += 1) {
        const risen = Math.min(1, (at - begin) / rate / fade);
        const gain = at < end ? risen : risenTo * (1 - (at - end) / rate / fade);
        expected[at]! += level * gain * (samples[from + at - begin] ?? 0);
      }
    }
    let worst = 0;
    for (const [at, value] of expected.entries()) worst = Math.max(worst, Math.abs(value - heard[at]!));
    return { started: sources.length, worst, levels: sources.map(({ levels }) => levels[0]!) };
  };
  Object.assign(window, { renderUntil, compareWithSources });
}
