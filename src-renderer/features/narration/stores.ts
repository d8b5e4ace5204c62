import { stores } from '../../core/stores.ts';
import { createNarrationStores } from './create-stores.ts';

const narrationStores = createNarrationStores(stores);

export const useTakes = narrationStores.takes.store;
export const {
  currentTakes,
  pick,
  playTake,
  compareTakes,
  switchTakes,
  chooseCompared,
  endComparison,
  chooseTakeOf,
  restoreTake,
  starTake,
  describeWork,
  estimateAnother,
  makeAnother,
  whyNotAnother,
  watchTakes,
} = narrationStores.takes;

export const useVoicing = narrationStores.voicing.store;
export const {
  openMenu,
  closeMenu,
  openEntry,
  closeEntry,
  previewEntry,
  saveEntry,
  removeEntry,
  saveTable,
  tableOf,
  hear,
  exportTable,
  findLanguages,
  addCharacter,
  castNext,
  named: characterNamed,
  changeCharacter,
  removeCharacter,
  recast,
  answerRecast,
  assign,
  assignToNew,
  assignWords,
  castFigures,
  speechFigures,
  offerSpeakers,
  dismissSpeakers,
  acceptSpeakers,
  findInText: findSpeakersInText,
  keepApart: keepSpeakerApart,
  closeProposal: closeSpeakers,
  assignProposed: assignSpeakers,
} = narrationStores.voicing;

export const useAskFirst = narrationStores.askFirst.store;
export const {
  makeOrAsk,
  resume,
  answerQuestion,
  estimateOrders,
  canNarrow: canNarrowQuestion,
  narrow: narrowQuestion,
} = narrationStores.askFirst;

export const usePickups = narrationStores.pickups.store;
export const {
  show: showPickups,
  openPickups,
  showDetails,
  focused: pickupsFocused,
  setShowAccepted,
  setOrder: setPickupOrder,
  revealed: pickupRevealed,
  current: currentPickup,
  select: selectPickup,
  step: stepPickup,
  playAround,
  mark: markPlace,
  markWords,
  whyNotMarked,
  accept: acceptPickup,
  removeMark,
  writeNote,
  proofedByChapter,
  countUnchecked: countUncheckedTakes,
  exportCsv: exportPickups,
  importCsv: importPickups,
  showFailure: showPickupFailure,
  stopChecks,
  checkRest,
} = narrationStores.pickups;

export const useUnsent = narrationStores.unsent.store;
export const { forgetUnsent } = narrationStores.unsent;

export const useExport = narrationStores.exports.store;
export const {
  open: openExport,
  show: showExport,
  close: closeExport,
  change: changeExport,
  choosePreset: chooseExportPreset,
  chooseFormat: chooseExportFormat,
  chooseCover,
  leaveOut: leaveOutMissing,
  chooseFolder: chooseExportFolder,
  showFolder: showExportFolder,
  start: startExport,
  cancelQuestion: cancelExportQuestion,
  pause: pauseExport,
  resume: resumeExport,
  resumeStopped: resumeStoppedExport,
  stop: stopExport,
  backToChoices: backToExportChoices,
} = narrationStores.exports;
export const { generateMissing } = narrationStores.missing;

export const useManuscript = narrationStores.manuscripts.store;
export const {
  openFiles: openManuscripts,
  chooseFiles: chooseManuscripts,
  chooseOther: chooseOtherManuscripts,
  undo: undoDraft,
  redo: redoDraft,
  close: closeManuscript,
  choose: chooseDraftChapter,
  rename: renameDraftChapter,
  join: joinDraftChapter,
  split: splitDraftChapter,
  setFootnotes,
  setVoice: setDraftVoice,
  chooseSpeakers: chooseDraftSpeakers,
  setSplitsSpeech: setDraftSplitsSpeech,
  setSpeaksTitles: setDraftSpeaksTitles,
  keepSpeakerApart: keepDraftSpeakerApart,
  canUpdate: canUpdateProject,
  hasChoice: hasManuscriptChoice,
  scopes: updateScopes,
  setWay: setManuscriptWay,
  setScope: setManuscriptScope,
  takeRows: takeManuscriptRows,
  setTitle: setManuscriptTitle,
  finish: finishManuscript,
} = narrationStores.manuscripts;

export const { chooseRecording, importRecording } = narrationStores.recordings;

export const useFind = narrationStores.find.store;
export const {
  openFind,
  closeFind,
  showReplace,
  changeQuery,
  changeReplacement,
  stepFind,
  goToMatch,
  revealed: matchRevealed,
  replaceOne,
  replaceAll,
} = narrationStores.find;

export const useVersions = narrationStores.versions.store;
export const { openVersions, closeVersions, saveVersion, compareVersion, restoreVersion, removeVersion } = narrationStores.versions;

export const useRepair = narrationStores.repair.store;
export const {
  openRepair,
  generateRepair,
  planRepair,
  offerChanged,
  acceptOffer: acceptRepairOffer,
  retryRepair,
  closeRepair,
  keepRepair,
  undoRepair,
  hearRepair,
  watchRepair,
  placeSentence,
  dismissSentence,
} = narrationStores.repair;
export const { watchSplits } = narrationStores.soundKeeper;
/** Follows, from the start of the window, what Narration shows whenever it is opened. */
export function watchNarration(): void {
  narrationStores.unsent.watchUnsent();
  narrationStores.pickups.watchPickups();
  narrationStores.voicing.watchVoicing();
  narrationStores.exports.watchStopped();
}
