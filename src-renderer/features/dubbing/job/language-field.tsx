import { useMemo } from 'react';
import type { CatalogueVoice } from '#shared/catalogue/voices.ts';
import { usePrice } from '../../../core/account/price.tsx';
import { knownVoices, useStudio } from '../../../core/studio/studio.ts';
import { shownName } from '../../../core/voices/voice-search.ts';
import { useVoices } from '../../../core/voices/voices.ts';
import { SearchSelect } from '../../../ui/search-select.tsx';
import { focusField } from '../focus-field.ts';
import { Notice } from '../notice.tsx';
import { changeDubbing, findTextLanguage, useDubbing } from '../stores.ts';
import { findLanguageProblem, languageChoices, writtenLanguage } from './language-rules.ts';
import { messages } from '#shared/messages/index.ts';

const languageField = 'dubbing-language';
export const voiceField = 'dubbing-voice';

/** The language that the voice is to speak: one that the service’s voices name, or another word that the service may know. */
export function LanguageField() {
  const chosen = useDubbing((state) => state.draft.language);
  const voiceId = useDubbing((state) => state.draft.voiceId);
  const voices = useStudio((state) => knownVoices(state));
  const voice = useNamedVoice(voiceId);
  const data = useMemo(() => languageChoices(voices, voice, chosen), [voices, voice, chosen]);
  return (
    <SearchSelect
      id={languageField}
      label={messages.dubbing.language}
      data={data}
      value={chosen}
      // Names of languages are wider than the field.
      comboboxProps={{ width: 'max-content', position: 'bottom-end' }}
      nothingFoundMessage={messages.dubbing.noMatchingLanguages}
      writeOwn={writtenLanguage}
      onChoose={(value) => changeDubbing({ language: value ?? '' })}
    />
  );
}

/** The language of the draft's text, where that is plain. */
export function useTextLanguage(): string | undefined {
  const text = useDubbing((state) => state.draft.text.trim());
  return usePrice(text, (signal) => findTextLanguage(text, signal)) ?? undefined;
}

/** A voice by the name that it has here. */
function useNamedVoice(voiceId: string | null): CatalogueVoice | undefined {
  const known = useStudio((state) => knownVoices(state).find((one) => one.voiceId === voiceId));
  const marks = useVoices((state) => state.marks);
  return useMemo(() => known && { ...known, name: shownName(known, marks) }, [known, marks]);
}

/** Says, before it is paid for, that text, language and voice do not go together. */
export function LanguageNotice({ found }: { found: string | undefined }) {
  const chosen = useDubbing((state) => state.draft.language);
  const voiceId = useDubbing((state) => state.draft.voiceId);
  const voices = useStudio((state) => knownVoices(state));
  const voice = useNamedVoice(voiceId);
  const problem = findLanguageProblem({ found, chosen, voice }, voices);
  if (!problem) return null;
  const isOfVoice = problem.field === 'voice';
  return (
    <Notice
      act={isOfVoice ? messages.dubbing.chooseOtherVoice : messages.dubbing.chooseOtherLanguage}
      onAct={() => focusField(isOfVoice ? voiceField : languageField)}
    >
      {problem.words}
    </Notice>
  );
}
