import { createStores, type StoreEnvironment } from '../../src-renderer/core/create-stores.ts';
import type { ChapterPlayer } from '../../src-renderer/core/player/player-store.ts';
import { hostModule, liveRegionModule, toastModule } from './fake-studio.ts';

const nothing = (): void => undefined;
const stop = () => nothing;

/** A player of the chapter that makes no sound: it stands still, and remembers the sound that it is given. */
export class SilentPlayer implements ChapterPlayer {
  mode: ChapterPlayer['mode'] = 'stopped';
  paused = false;
  sound: ChapterPlayer['sound'];
  onMoment: ChapterPlayer['onMoment'] = stop;
  onMode = stop;
  onLevel = stop;
  onFailure: ChapterPlayer['onFailure'] = stop;
  resetPeak = nothing;
  setScript = nothing;
  setPlaybackRate = nothing;
  setLoop = nothing;
  arriving = nothing;
  arrivingWords = nothing;
  arrived: ChapterPlayer['arrived'] = nothing;
  prepare = nothing;
  playWhenThere: ChapterPlayer['playWhenThere'] = nothing;
  play = nothing;
  pause = nothing;
  toggle = nothing;
  shuttle = nothing;
  stop = nothing;
  seek: ChapterPlayer['seek'] = nothing;
  playFrom: ChapterPlayer['playFrom'] = nothing;
  setSound(sound: ChapterPlayer['sound']): void {
    this.sound = sound;
  }
  moment(): ReturnType<ChapterPlayer['moment']> {
    return { mode: this.mode, paused: this.paused, seconds: 0, total: 0, word: -1, blockId: undefined, speed: 1 };
  }
}

/** The window's stores over `fakeStudio`, without a window: nothing sounds, and what is announced and shown as a toast is in `fakeStudio`. */
export const createFakeStores = (environment: Partial<StoreEnvironment> = {}) =>
  createStores({
    openHost: hostModule.openHost as never,
    ...liveRegionModule,
    ...toastModule,
    audio: new SilentPlayer(),
    sound: { setDevice: () => Promise.resolve(), onRefused: stop },
    measureSound: () => Promise.resolve(undefined),
    whenLeft: stop,
    ...environment,
  });
