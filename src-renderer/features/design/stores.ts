import { ComparisonPlayer } from '../../audio/comparison-player.ts';
import { stores } from '../../core/stores.ts';
import { createDesignStores } from './create-stores.ts';

const designStores = createDesignStores(stores, (onState) => new ComparisonPlayer(onState));

export const useDesigns = designStores.designs.store;
export const {
  changeDraft,
  createCandidates,
  stopCreating,
  loadDesigns,
  loadMoreDesigns,
  searchDesigns,
  listRemoved,
  openDesign,
  duplicateDesign,
  startWith,
  removeDesign,
  changeForm,
  closeForm,
  saveVoice,
  estimateDesign,
  savePrice,
  watchDesigns,
} = designStores.designs;

export const useComparison = designStores.comparison.store;
export const {
  comparedPlace,
  seekCompared,
  addVoice,
  removeVoice,
  setBlind,
  reveal,
  setLoop,
  hearNumber,
  toggleComparison,
  stopComparison,
  chooseHeard,
  choose,
  score,
  scoreHeard,
  watchComparison,
} = designStores.comparison;
