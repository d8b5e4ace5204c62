import { create } from 'zustand';
import { toFailure } from '#shared/failure.ts';
import { plainFailure } from '../../lib/failure-words.ts';
import { attempt } from '../../core/host/attempt.ts';
import { messages } from '#shared/messages/index.ts';
import type { PhrasesStore } from './phrases-store.ts';
import type { LiveStore } from './live-store.ts';
import type { QueueStore } from './queue-store.ts';
import type { announce } from '../../lib/live-region.tsx';
import type { toastReason } from '../../lib/toast.tsx';

interface Output {
  deviceId: string;
  label: string;
}

export interface DevicesDependencies {
  phrases: Pick<PhrasesStore, 'store' | 'setLive'>;
  live: Pick<LiveStore, 'liveSound'>;
  queue: Pick<QueueStore, 'store'>;
  announce: typeof announce;
  toastReason: typeof toastReason;
}

/** The outputs of this machine that Live can play on. */
export class DevicesStore {
  /** The outputs of this machine besides the system's own choice, as far as the browser tells them. */
  readonly store = create<{ outputs: readonly Output[] }>(() => ({ outputs: [] }));
  readonly #deps: DevicesDependencies;
  /** The output that was chosen and went away: when it comes back, it is what the person wants still. */
  #lost: string | undefined;
  #watched: MediaDevices | undefined;

  constructor(dependencies: DevicesDependencies) {
    this.#deps = dependencies;
  }

  async #read(): Promise<void> {
    const media = navigator.mediaDevices as MediaDevices | undefined;
    const answer = await attempt(async () => (await media?.enumerateDevices()) ?? []);
    const found = answer.ok
      ? answer.value.filter(({ kind, deviceId }) => kind === 'audiooutput' && deviceId !== '' && deviceId !== 'default')
      : [];
    this.store.setState({
      outputs: found.map(({ deviceId, label }, index) => ({
        deviceId,
        label: label === '' ? messages.live.outputNumber(String(index + 1)) : label,
      })),
    });
    const { deviceId } = this.#deps.phrases.store.getState().settings;
    const isThere = (id: string): boolean => found.some((output) => output.deviceId === id);
    if (deviceId !== '' && !isThere(deviceId)) await this.#fallBack();
    else if (this.#lost !== undefined && isThere(this.#lost)) await this.#takeBack(this.#lost);
  }

  async #takeBack(deviceId: string): Promise<void> {
    const answer = await attempt(() => this.#deps.live.liveSound.setDevice(deviceId));
    if (!answer.ok) return; // it is announced when it comes once more
    this.#lost = undefined;
    this.#deps.phrases.setLive({ deviceId });
    if (this.#deps.queue.store.getState().notice === gone) this.#deps.queue.store.setState({ notice: undefined });
    this.#deps.announce(back);
  }

  async #fallBack(): Promise<void> {
    this.#lost = this.#deps.phrases.store.getState().settings.deviceId;
    this.#deps.phrases.setLive({ deviceId: '' });
    this.#deps.queue.store.setState({ notice: gone });
    this.#deps.announce(gone);
    await attempt(() => this.#deps.live.liveSound.setDevice(''));
  }

  readonly chooseOutput = async (deviceId: string): Promise<void> => {
    const answer = await attempt(() => this.#deps.live.liveSound.setDevice(deviceId));
    if (answer.ok) {
      this.#lost = undefined;
      this.#deps.phrases.setLive({ deviceId });
    } else this.#deps.toastReason(messages.live.output, messages.live.outputUnusable(plainFailure(answer.failure)));
  };

  /** Browsers tell the names of outputs only to a page that may use the microphone. */
  readonly nameOutputs = async (): Promise<void> => {
    try {
      const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
      for (const track of stream.getTracks()) track.stop();
    } catch (thrown) {
      this.#deps.toastReason(messages.live.outputs, messages.live.outputNamesNeedPermission(plainFailure(toFailure(thrown))));
    }
    await this.#read();
  };

  /** Looks for the outputs, and follows them from then on: what is spoken goes on behind another panel too. */
  readonly watchOutputs = (): void => {
    const { deviceId } = this.#deps.phrases.store.getState().settings;
    if (deviceId !== '')
      void attempt(() => this.#deps.live.liveSound.setDevice(deviceId)).then((answer) => (answer.ok ? undefined : this.#fallBack()));
    void this.#read();
    const media = navigator.mediaDevices as MediaDevices | undefined;
    if (this.#watched !== undefined || media === undefined) return;
    this.#watched = media;
    media.addEventListener('devicechange', () => void this.#read());
  };
}

const gone = messages.live.outputLost;

const back = messages.live.outputBack;
