import { messages } from '#shared/messages/index.ts';
import type { CatalogueVoice } from '#shared/catalogue/voices.ts';
import { useProject } from '../project/project.ts';
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
  giveToBlocks,
  giveToProject,
  giveToCharacter,
  narrateWith,
  whyNoBlocks,
  whyNoProject,
  projectsWith,
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

/** What {@link narrateWith} would give the voice to, in words. */
export function useWhatNarrates(): string {
  const open = useProject((state) => state.details !== undefined);
  const selected = useProject((state) => state.selected.length);
  if (!open) return messages.voices.openProjectFirst;
  return selected > 0 ? messages.voices.useForBlocksNote(messages.voices.selectedBlock(selected)) : messages.voices.useForProjectNote;
}
