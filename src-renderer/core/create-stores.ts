import type { announce } from '../lib/live-region.tsx';
import { ChapterStore } from './chapter/chapter-store.ts';
import { GenerationStore } from './generation/generation-store.ts';
import { HostStore, type HostDependencies } from './host/host-store.ts';
import { PlayerStore, type ChapterPlayer } from './player/player-store.ts';
import { SoundsStore } from './player/sounds-store.ts';
import { ProjectStore } from './project/project-store.ts';
import { StudioStore } from './studio/studio-store.ts';
import { WindowStore } from './window/window-store.ts';

/** What the stores need from outside: the wire to main, what speaks to the user, and what plays sound. */
export interface StoreEnvironment extends HostDependencies {
  announce: typeof announce;
  audio: ChapterPlayer;
}

/**
 * Makes the stores of one window. Read from the top: a store is given only what is made above it. A test makes its own, with a fake
 * in place of the wire.
 */
export function createStores({ openHost, announce, audio }: StoreEnvironment) {
  const host = new HostStore({ openHost });
  const { client } = host;
  const window = new WindowStore();
  const studio = new StudioStore({ client, host });
  const project = new ProjectStore({ client, host, window, studio, playhead: () => audio.moment().seconds });
  const generation = new GenerationStore({ client, project, studio });
  const chapter = new ChapterStore({ project, studio, generation });
  const player = new PlayerStore({ client, studio, project, chapter, generation, audio });
  const sounds = new SoundsStore({ player, announce });
  return { host, client, window, studio, project, generation, chapter, player, sounds };
}

export type Stores = ReturnType<typeof createStores>;
