import { stores } from '../stores.ts';

export const usePlayer = stores.player.store;
export const {
  player,
  hearWhenMade,
  stopSound,
  selectSound,
  toggleLoop,
  setSpeed,
  stepSpeed,
  playFromBlock,
  retrySound,
  whyNotFromBlock,
  seekToWord,
  seekToBlock,
  watchPlayer,
} = stores.player;
export { speeds } from './player-store.ts';
