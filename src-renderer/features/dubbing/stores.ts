import { decodeInWindow } from '../../core/sources/window-decoding.ts';
import { stores } from '../../core/stores.ts';
import { createDubbingStores } from './create-stores.ts';

const dubbingStores = createDubbingStores(stores, decodeInWindow);

export type { DubEstimate } from './timeline/making-store.ts';

export const useMaking = dubbingStores.making.store;
export const {
  estimateSegments,
  estimateTake,
  findDubLanguage,
  findLanguages,
  generate,
  generateAgain,
  generateAll,
  makeAnother,
  resumeUnmade,
  forgetUnmade,
  stopMaking,
  answerUnfit,
  dismissMakingFailure,
  dismissMakingFailures,
} = dubbingStores.making;

export const { open: openExampleDub, price: exampleDubPrice } = dubbingStores.exampleDub;

export const { readInWindow } = dubbingStores.original;

export const useDubPlayer = dubbingStores.dubPlayer.store;
export const { attachVideo, heardAt, seekDub, seekDubToFrame, nudgeDub, pauseDub, toggleDub, stopDub, refreshSound } =
  dubbingStores.dubPlayer;

export const useDubView = dubbingStores.dubView.store;
export const { toggleCaptions } = dubbingStores.dubView;

export const useRetiming = dubbingStores.retiming.store;
export const { retime } = dubbingStores.retiming;

export const useDubTranscription = dubbingStores.dubTranscription.store;
export const {
  findOffer: findTranscriptionOffer,
  transcribe: transcribeDub,
  takePaid: takePaidTranscript,
  stopTranscribing: stopTranscribingDub,
  dismissFailure: dismissTranscriptionFailure,
} = dubbingStores.dubTranscription;

export const useDubbing = dubbingStores.dubbingJob.store;
export const {
  readDubbings,
  readMoreDubbings,
  listRemoved: listRemovedDubbings,
  toggleRemoved: toggleRemovedDubbing,
  changeDubbing,
  removeNames,
  dubbingModel,
  dubbingLimit,
  dubbingProblems,
  whyNoDubbing,
  forecastOf,
  findTextLanguage,
  dubbingPrice,
  makeDubbing,
  openDubbing,
  closeDubbing,
  takeDubbingAgain,
  tryDubbingAgain,
  tryExample: tryDubbingExample,
  examplePrice: dubbingExamplePrice,
  watchDubbings,
} = dubbingStores.dubbingJob;
