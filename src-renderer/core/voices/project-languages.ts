import { useMemo } from 'react';
import { ownLanguage } from '#shared/messages/index.ts';
import { useChapter } from '../chapter/chapter.ts';
import { useProject } from '../project/project.ts';
import { knownVoices, useStudio } from '../studio/studio.ts';
import { languageFamily } from '#shared/language-family.ts';

/** The languages of the voices that the open project speaks with, as families (`en`); its own voice's first. */
export function useProjectLanguages(): readonly string[] {
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
  return useMemo(() => (joined === '' ? [languageFamily(ownLanguage(navigator.language))] : joined.split(' ')), [joined]);
}
