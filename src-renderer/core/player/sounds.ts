import { stores } from '../stores.ts';

export const useSounds = stores.sounds.store;
export const { playSound, playSoundFrom, toggleSound, togglePart, stopSounds, passedOf, secondsOf } = stores.sounds;
export { partAddress } from './sounds-store.ts';
