import { stores } from '../../core/stores.ts';
import type { VoiceGroup } from '../../core/voices/arrange-voices.ts';
import { useProjectLanguages } from '../../core/voices/project-languages.ts';
import { useFound, useVoices } from '../../core/voices/voices.ts';
import { createVoicesStores } from './create-stores.ts';

const voicesStores = createVoicesStores(stores);

export const useAudition = voicesStores.audition.store;
export const { followLanguage, setLine, audition, stopAudition, soundOf } = voicesStores.audition;
export const useView = voicesStores.view.store;
export const { setView, setGrouping, keepOrder, renewOrder } = voicesStores.view;
export const useDeletion = voicesStores.deletion.store;
export const { askDelete, stopAsking } = voicesStores.deletion;

/** What the filters leave, in groups, for a component. */
export function useArranged(): readonly VoiceGroup[] {
  useFound();
  useVoices((state) => state.marks);
  useView((state) => state.grouping);
  voicesStores.view.order();
  const languages = useProjectLanguages();
  return voicesStores.view.arranged(languages);
}
