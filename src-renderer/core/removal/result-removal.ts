import { attempt } from '../host/attempt.ts';
import type { StudioClient } from '../host/client.ts';
import type { announce } from '../../lib/live-region.tsx';
import type { toast, toastFailure } from '../../lib/toast.tsx';
import { messages } from '#shared/messages/index.ts';

export interface ResultRemovalDependencies {
  client: StudioClient;
  announce: typeof announce;
  toast: typeof toast;
  toastFailure: typeof toastFailure;
}

/** A result of a list; `onChanged` follows each time when it is gone from there, or back. */
export interface Removable {
  id: string;
  name: string;
  onChanged: (removed: boolean) => void;
}

/** Takes results out of the lists of their panels, and puts them back. Nothing that was paid for is touched: they are only hidden. */
export class ResultRemoval {
  readonly #deps: ResultRemovalDependencies;

  constructor(dependencies: ResultRemovalDependencies) {
    this.#deps = dependencies;
  }

  /** Offers the way back in the notice. */
  readonly removeResult = async (result: Removable): Promise<void> => {
    if (!(await this.#change(result, true))) return;
    this.#deps.toast(messages.removal.wasRemoved(result.name), messages.removal.fileStays, () => {
      void this.restoreResult(result);
      return true;
    });
  };

  readonly restoreResult = async (result: Removable): Promise<void> => {
    await this.#change(result, false);
  };

  async #change({ id, name, onChanged }: Removable, removed: boolean): Promise<boolean> {
    const answer = await attempt(() => this.#deps.client.run('results.setRemoved', { id, removed }));
    if (!answer.ok) {
      this.#deps.toastFailure(answer.failure);
      return false;
    }
    onChanged(removed);
    this.#deps.announce(removed ? messages.removal.wasRemoved(name) : messages.removal.wasRestored(name));
    return true;
  }
}
