import { useMemo } from 'react';
import { useChapter } from '../../core/chapter/chapter.ts';
import { useProject } from '../../core/project/project.ts';
import { stores } from '../../core/stores.ts';
import { knownVoices, useStudio } from '../../core/studio/studio.ts';
import { useFound, useVoices } from '../../core/voices/voices.ts';
import { languageFamily, type VoiceGroup } from './arrange.ts';
import { createVoicesStores } from './create-stores.ts';

const voicesStores = createVoicesStores(stores);

export const useAudition = voicesStores.audition.store;
export const { setLine, audition, stopAudition, soundOf } = voicesStores.audition;
export const useView = voicesStores.view.store;
export const { setView, setGrouping } = voicesStores.view;

/** What the filters leave, in groups, for a component. */
export function useArranged(): readonly VoiceGroup[] {
  useFound();
  useVoices((state) => state.marks);
  useView((state) => state.grouping);
  const languages = useProjectLanguages();
  return voicesStores.view.arranged(languages);
}

/** The languages of the voices that the open project speaks with, as families (`en`); its own voice's first. */
function useProjectLanguages(): readonly string[] {
  const voices = useStudio((state) => knownVoices(state));
  const details = useProject((state) => state.details);
  const blocks = useChapter((state) => state.blocks);
  const joined = useMemo(() => {
    const ids = [details?.voiceId, ...(details?.cast ?? []).map(({ voiceId }) => voiceId), ...blocks.map(({ voiceId }) => voiceId)];
    const used = new Set(ids);
    const languageOf = new Map(
      voices.flatMap(({ voiceId, primaryLanguage }) => (used.has(voiceId) ? [[voiceId, languageFamily(primaryLanguage)] as const] : [])),
    );
    return [...new Set([...used].flatMap((id) => (id == null ? [] : (languageOf.get(id) ?? []))))].join(' ');
  }, [voices, details, blocks]);
  // Before a project has a voice, the reader's own language is the best guess.
  return useMemo(() => (joined === '' ? [languageFamily(navigator.language)] : joined.split(' ')), [joined]);
}
