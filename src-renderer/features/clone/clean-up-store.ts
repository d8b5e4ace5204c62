import { countKept, isCleanedUp, type CleanUp } from '#shared/clone/clean-up.ts';
import { type Recording } from '#shared/clone/recordings.ts';
import { toFailure, type Failure } from '#shared/failure.ts';
import { plainFailure } from '../../lib/failure-words.ts';
import { messages } from '#shared/messages/index.ts';
import { sampleRate } from '#shared/narration/take.ts';
import type { StudioClient } from '../../core/host/client.ts';
import { spoken } from '../../lib/format.ts';
import type { announce } from '../../lib/live-region.tsx';
import type { CloneStore } from './clone-store.ts';

export interface CleanUpDependencies {
  client: StudioClient;
  clone: Pick<CloneStore, 'store' | 'putRecording'>;
  announce: typeof announce;
}

/** Cleans recordings up: each by its own settings, which can be changed while it is done. */
export class CleanUpStore {
  readonly #deps: CleanUpDependencies;
  readonly #calls = new Map<string, AbortController>();

  constructor(dependencies: CleanUpDependencies) {
    this.#deps = dependencies;
  }

  /** What is changed while it is done is done after it; where nothing is to be done any more, it is ended. */
  readonly cleanUp = async (id: string, change: Partial<CleanUp>): Promise<void> => {
    const recording = this.#find(id);
    if (!recording) return;
    const running = this.#deps.clone.store.getState().cleaning[id];
    const wanted = { ...(running?.wanted ?? recording.cleanUp), ...change };
    this.#note(id, { wanted, share: running?.share ?? 0 });
    if (running) {
      if (!isCleanedUp(wanted)) this.#calls.get(id)?.abort();
      return;
    }
    this.#deps.clone.store.setState({ cleanUpFailure: undefined });
    const failure = await this.#settle(id);
    this.#note(id, undefined);
    const after = this.#find(id);
    if (!after) return;
    if (failure && failure.kind !== 'cancelled') this.#deps.clone.store.setState({ cleanUpFailure: { recordingId: id, failure } });
    this.#deps.announce(failure ? plainFailure(failure) : describe(after));
  };

  /** Stops; the recording stays as it was. */
  readonly stopCleaning = (id: string): void => this.#calls.get(id)?.abort();

  readonly dismissCleanUpFailure = (): void => this.#deps.clone.store.setState({ cleanUpFailure: undefined });

  /** Until what was asked for last is done, or could not be. */
  async #settle(id: string): Promise<Failure | undefined> {
    for (;;) {
      const asked = this.#deps.clone.store.getState().cleaning[id]?.wanted;
      if (!asked) return undefined;
      const failure = await this.#ask(id, asked);
      const now = this.#deps.clone.store.getState().cleaning[id]?.wanted;
      if (!now || (now.reduceNoise === asked.reduceNoise && now.trimSilence === asked.trimSilence)) return failure;
    }
  }

  async #ask(id: string, wanted: CleanUp): Promise<Failure | undefined> {
    const controller = new AbortController();
    this.#calls.set(id, controller);
    try {
      const call = this.#deps.client.call('clone.cleanUp', { recordingId: id, ...wanted }, { signal: controller.signal });
      for await (const { done, total } of call) {
        const now = this.#deps.clone.store.getState().cleaning[id];
        if (now) this.#note(id, { ...now, share: done / total });
      }
      this.#deps.clone.putRecording(await call.result);
      return undefined;
    } catch (thrown) {
      return toFailure(thrown);
    } finally {
      this.#calls.delete(id);
    }
  }

  #find(id: string): Recording | undefined {
    return this.#deps.clone.store.getState().recordings.find((recording) => recording.id === id);
  }

  #note(id: string, state: { wanted: CleanUp; share: number } | undefined): void {
    const others = Object.fromEntries(Object.entries(this.#deps.clone.store.getState().cleaning).filter(([other]) => other !== id));
    this.#deps.clone.store.setState({ cleaning: state ? { ...others, [id]: state } : others });
  }
}

/** What became of it, for a screen reader. */
function describe({ cleaned, trim, samples, cleanUp }: Recording): string {
  if (!cleaned) return messages.clone.notCleaned;
  const whole = trim ? trim.to - trim.from : samples;
  const kept = countKept(cleaned.kept);
  if (!cleanUp.trimSilence) return messages.clone.cleanedUp;
  return kept < whole ? messages.clone.lengthChangeSpoken(spoken(whole / sampleRate), spoken(kept / sampleRate)) : messages.clone.noSilence;
}
