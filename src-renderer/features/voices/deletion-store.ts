import { create } from 'zustand';
import type { CatalogueVoice } from '#shared/catalogue/voices.ts';
import { messages } from '#shared/messages/index.ts';
import type { VoicesStore } from '../../core/voices/voices-store.ts';
import { shownName } from '../../core/voices/voice-search.ts';
import type { toastReason } from '../../lib/toast.tsx';

export interface DeletionDependencies {
  voices: Pick<VoicesStore, 'store'>;
  toastReason: typeof toastReason;
}

/** Why a voice cannot be deleted, in words: the service keeps its own. */
export const whyNotDeleted = ({ isPersonal }: CatalogueVoice): string | undefined =>
  isPersonal ? undefined : messages.voices.onlyOwnDeleted;

/** The voice that a person is about to delete: a dialog asks first, wherever it was asked for. */
export class DeletionStore {
  readonly store = create<{ voice: CatalogueVoice | undefined }>(() => ({ voice: undefined }));
  readonly #deps: DeletionDependencies;

  constructor(dependencies: DeletionDependencies) {
    this.#deps = dependencies;
  }

  readonly askDelete = (voice: CatalogueVoice): void => {
    const why = whyNotDeleted(voice);
    if (why === undefined) this.store.setState({ voice });
    else this.#deps.toastReason(shownName(voice, this.#deps.voices.store.getState().marks), why);
  };

  readonly stopAsking = (): void => this.store.setState({ voice: undefined });
}
