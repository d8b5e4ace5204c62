/** What sounds: an `AudioContext`, or an element of `<audio>` or `<video>`. */
interface Sink {
  /** Of a context: one that is closed plays nothing and takes no device. */
  readonly state?: string;
  /** Missing where the browser plays everything on the system's own output. */
  setSinkId?(deviceId: string): Promise<void>;
}

interface Refusal {
  deviceId: string;
  thrown: unknown;
}

/** The output of all that sounds in this window, by the browser's id of the device; empty for the system's own. */
export class SoundOutput {
  #deviceId = '';
  readonly #sinks = new Set<WeakRef<Sink>>();
  /** Per sink: the device that it plays on, and the end of its changes, which are made one after another. */
  readonly #states = new WeakMap<Sink, { deviceId: string; settled: Promise<Refusal | undefined> }>();
  readonly #listeners = new Set<() => void>();

  /** A new sink refused the device; all play on the system's own by then. Returns what stops it. */
  onRefused(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Plays it on the chosen device, from now on and after each change of the choice. Settles when it does; never rejects. */
  async route(sink: Sink): Promise<void> {
    if (!this.#states.has(sink)) this.#sinks.add(new WeakRef(sink));
    const refusal = await this.#settle(sink);
    if (refusal === undefined || refusal.deviceId === '' || refusal.deviceId !== this.#deviceId) return;
    this.#deviceId = '';
    await this.#settleAll();
    for (const listener of this.#listeners) listener();
  }

  /** Plays everything on this device. Rejects where one of the sinks refuses it; then all go on where they were. */
  async setDevice(deviceId: string): Promise<void> {
    const before = this.#deviceId;
    this.#deviceId = deviceId;
    const refusals = await this.#settleAll();
    const refusal = refusals.find((one) => one.deviceId === deviceId);
    if (refusal === undefined || this.#deviceId !== deviceId) return;
    this.#deviceId = before;
    await this.#settleAll();
    throw refusal.thrown;
  }

  async #settleAll(): Promise<Refusal[]> {
    const changes: Promise<Refusal | undefined>[] = [];
    for (const reference of this.#sinks) {
      const sink = reference.deref();
      if (sink === undefined || sink.state === 'closed') this.#sinks.delete(reference);
      else changes.push(this.#settle(sink));
    }
    return (await Promise.all(changes)).filter((refusal) => refusal !== undefined);
  }

  /** Takes a sink to the device that is chosen when its turn comes. */
  #settle(sink: Sink): Promise<Refusal | undefined> {
    const state = this.#states.get(sink) ?? { deviceId: '', settled: Promise.resolve(undefined) };
    this.#states.set(sink, state);
    state.settled = state.settled.then(async () => {
      const deviceId = this.#deviceId;
      if (state.deviceId === deviceId || sink.state === 'closed') return undefined;
      try {
        await sink.setSinkId?.(deviceId);
        state.deviceId = deviceId;
        return undefined;
      } catch (thrown) {
        // One that was closed meanwhile says nothing of the device.
        return isClosed(sink) ? undefined : { deviceId, thrown };
      }
    });
    return state.settled;
  }
}

const isClosed = ({ state }: Sink): boolean => state === 'closed';

/** That of this window. */
export const soundOutput = new SoundOutput();

/** A context that plays on the chosen output. */
export function createContext(options?: AudioContextOptions): AudioContext {
  // oxlint-disable-next-line eslint-js/no-restricted-syntax -- it is routed here
  const context = new AudioContext(options);
  void soundOutput.route(context);
  return context;
}

/** An element of `<audio>`, outside the page, that plays on the chosen output. */
export function createAudio(): HTMLAudioElement {
  // oxlint-disable-next-line eslint-js/no-restricted-syntax -- it is routed here
  const element = new Audio();
  void soundOutput.route(element);
  return element;
}
