import { create } from 'zustand';
import { messages } from '#shared/messages/index.ts';
import type { WindowStore } from '../window/window-store.ts';
import type { announce } from '../../lib/live-region.tsx';

/** A picture, a video or a sound that one panel gives to another. */
export interface HandedMedia {
  kind: 'image' | 'video' | 'audio';
  /** How a person knows it. */
  name: string;
  /** The service's own address while that lives; `null` where it does not, or belongs to another service. */
  address: string | null;
  /** The file on this machine, by its studio address. */
  fileUrl: string;
}

type Take = (media: HandedMedia) => void;

export interface HandOverDependencies {
  window: Pick<WindowStore, 'store'>;
  announce: typeof announce;
}

/** Media that one panel gives to another. */
export class HandOverStore {
  /** The panels that take something, by their ids; what nobody takes is not offered. */
  readonly store = create<{ takers: ReadonlyMap<string, Take> }>(() => ({ takers: new Map() }));
  readonly #deps: HandOverDependencies;

  constructor(dependencies: HandOverDependencies) {
    this.#deps = dependencies;
  }

  /** From now on the panel takes what is handed over to it. */
  readonly onHandedOver = (panel: string, take: Take): void => {
    this.store.setState(({ takers }) => ({ takers: new Map([...takers, [panel, take]]) }));
  };

  /** Gives something to a panel that takes it, and shows that. */
  readonly handOver = (media: HandedMedia, panel: string): void => {
    const take = this.store.getState().takers.get(panel);
    if (!take) return;
    this.#deps.window.store.setState({ panel });
    take(media);
    this.#deps.announce(messages.handOver.fileAdded(media.name));
  };
}
