import { stores } from '../stores.ts';

export const useSounds = stores.sounds.store;
export const { playSound, playSoundFrom, toggleSound, stopSounds, passedOf, secondsOf } = stores.sounds;
