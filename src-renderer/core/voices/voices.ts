import type { CatalogueVoice } from '#shared/catalogue/voices.ts';
import { stores } from '../stores.ts';
import { useStudio } from '../studio/studio.ts';

export const useVoices = stores.voices.store;
export const {
  setFilter,
  foundVoices,
  voiceOfId,
  nameOfVoice,
  markVoice,
  toggleFavourite,
  choose,
  chooseNone,
  giveToBlocks,
  giveToProject,
  giveToCharacter,
  narrateWith,
  whyNoBlocks,
  whyNoProject,
  usersOf,
  deleteVoice,
  watchVoices,
} = stores.voices;

/** The same for a component, which is drawn again when they change. */
export function useFound(): readonly CatalogueVoice[] {
  useStudio((state) => state.voices);
  useVoices((state) => state.marks);
  useVoices((state) => state.filter);
  return foundVoices();
}
