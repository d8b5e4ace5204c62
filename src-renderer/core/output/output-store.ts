import { create } from 'zustand';
import { toFailure } from '#shared/failure.ts';
import { plainFailure } from '../../lib/failure-words.ts';
import { attempt } from '../host/attempt.ts';
import { messages } from '#shared/messages/index.ts';
import type { SoundOutput } from '../../audio/output.ts';
import type { announce } from '../../lib/live-region.tsx';
import type { toastLasting, toastReason, withdrawOffer } from '../../lib/toast.tsx';
import type { StudioStore } from '../studio/studio-store.ts';

interface Output {
  deviceId: string;
  /** Empty where the browser does not say. */
  label: string;
}

interface OutputState {
  /** The outputs of this computer besides the system's own choice, as far as the browser lists them. */
  outputs: readonly Output[];
  /** What everything plays on; empty for the system's own. */
  deviceId: string;
  /** The chosen one is disconnected or refuses to play; when it comes back, it is taken again. */
  isLost: boolean;
}

export interface OutputDependencies {
  studio: Pick<StudioStore, 'store' | 'updateSettings'>;
  /** What plays. */
  sound: Pick<SoundOutput, 'setDevice' | 'onRefused'>;
  announce: typeof announce;
  toastReason: typeof toastReason;
  toastLasting: typeof toastLasting;
  withdrawOffer: typeof withdrawOffer;
}

/** The output that everything plays on: the choice is in the settings; while its device is away, the system's own stands in. */
export class OutputStore {
  readonly store = create<OutputState>(() => ({ outputs: [], deviceId: '', isLost: false }));
  readonly #deps: OutputDependencies;
  readonly #set = this.store.setState;
  readonly #now = this.store.getState;

  constructor(dependencies: OutputDependencies) {
    this.#deps = dependencies;
  }

  #chosen(): string {
    return this.#deps.studio.store.getState().settings.outputDeviceId ?? '';
  }

  /** Lists the outputs, and plays on the chosen one where it is there. */
  readonly readOutputs = async (): Promise<void> => {
    const answer = await attempt(async () => (await mediaDevices()?.enumerateDevices()) ?? []);
    const found = answer.ok
      ? answer.value.filter(({ kind, deviceId }) => kind === 'audiooutput' && deviceId !== '' && deviceId !== 'default')
      : [];
    this.#set({ outputs: found.map(({ deviceId, label }) => ({ deviceId, label })) });
    await this.#playOnChosen();
  };

  async #playOnChosen(): Promise<void> {
    const chosen = this.#chosen();
    const { deviceId, isLost, outputs } = this.#now();
    if (chosen !== '' && !outputs.some((output) => output.deviceId === chosen)) {
      await this.#fallBack();
      return;
    }
    if (chosen === deviceId && !isLost) return;
    const answer = await attempt(() => this.#deps.sound.setDevice(chosen));
    if (chosen !== this.#chosen()) return; // another was chosen meanwhile
    if (!answer.ok) await this.#fallBack();
    else {
      this.#take(chosen);
      if (isLost && chosen !== '') this.#deps.announce(messages.output.back);
    }
  }

  #take(deviceId: string): void {
    if (this.#now().isLost) this.#deps.withdrawOffer(about);
    this.#set({ deviceId, isLost: false });
  }

  async #fallBack(): Promise<void> {
    if (this.#now().isLost) return;
    this.#set({ deviceId: '', isLost: true });
    this.#deps.toastLasting(messages.output.output, messages.output.lost, about);
    this.#deps.announce(messages.output.lost);
    await attempt(() => this.#deps.sound.setDevice(''));
  }

  /** One that refuses to play is not taken, and what played goes on where it was. */
  readonly chooseOutput = async (deviceId: string): Promise<void> => {
    const answer = await attempt(() => this.#deps.sound.setDevice(deviceId));
    if (!answer.ok) {
      this.#deps.toastReason(messages.output.output, messages.output.unusable(plainFailure(answer.failure)));
      return;
    }
    this.#take(deviceId);
    if (deviceId !== this.#chosen()) await this.#deps.studio.updateSettings({ outputDeviceId: deviceId });
  };

  /** Browsers name outputs only for a page that may use the microphone. */
  readonly nameOutputs = async (): Promise<void> => {
    try {
      const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
      for (const track of stream.getTracks()) track.stop();
    } catch (thrown) {
      this.#deps.toastReason(messages.output.outputs, messages.output.namesNeedPermission(plainFailure(toFailure(thrown))));
    }
    await this.readOutputs();
  };

  /** Follows the choice and the devices for as long as the window is open. */
  readonly watchOutput = (): void => {
    this.#deps.sound.onRefused(() => void this.#fallBack());
    this.#deps.studio.store.subscribe(({ settings }, before) => {
      if (settings.outputDeviceId !== before.settings.outputDeviceId && this.#chosen() !== this.#now().deviceId) void this.readOutputs();
    });
    mediaDevices()?.addEventListener('devicechange', () => void this.readOutputs());
  };
}

/** Missing where the page was not loaded safely. */
const mediaDevices = (): MediaDevices | undefined => navigator.mediaDevices;

/** Of the toast that says that the chosen output is away. */
const about = 'output';
