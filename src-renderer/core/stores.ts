import { measureSound } from '../audio/measure-sound.ts';
import { soundOutput } from '../audio/output.ts';
import { Player } from '../audio/player.ts';
import { announce } from '../lib/live-region.tsx';
import {
  toast,
  toastFailure,
  toastLasting,
  toastOffer,
  toastProgress,
  toastReason,
  toastReplay,
  withdrawOffer,
  withdrawReplay,
  withdrawUndo,
} from '../lib/toast.tsx';
import { whenLeft } from '../lib/when-left.ts';
import { createStores } from './create-stores.ts';
import { openHost } from './host/wire.ts';

/** The stores of this window. Components use the hooks and actions that the file beside each store exports. */
export const stores = createStores({
  openHost,
  announce,
  toast,
  toastFailure,
  toastLasting,
  toastOffer,
  withdrawOffer,
  toastProgress,
  toastReason,
  toastReplay,
  withdrawReplay,
  withdrawUndo,
  audio: new Player(),
  sound: soundOutput,
  measureSound,
  whenLeft,
});
