import { useMemo } from 'react';
import { knownVoices, useStudio } from '../../../core/studio/studio.ts';
import { useVoiceChoices } from '../../../core/voices/voice-choices.ts';
import { nameOfVoice } from '../../../core/voices/voices.ts';
import { useVoiceOptions } from '../../../core/voices/voice-options.tsx';
import { SearchSelect } from '../../../ui/search-select.tsx';
import { useMaking } from '../stores.ts';
import classes from './inspector.module.css';
import { messages } from '#shared/messages/index.ts';

/**
 * A voice of the service, found by its name or language; those that speak the language of what this one is to say come first. `value` is undefined where
 * several differ.
 */
export function VoiceField({
  id,
  label,
  value,
  mixedWords,
  onChange,
}: {
  id?: string;
  label: string;
  value: string | null | undefined;
  /** What stands for undefined: several voices, unless this says it better. */
  mixedWords?: string | undefined;
  onChange: (voiceId: string) => void;
}) {
  const state = useStudio((studio) => studio.voices.state);
  const voices = useStudio((studio) => knownVoices(studio));
  const language = useMaking(({ languages, dubLanguage }) => (typeof value === 'string' ? languages.get(value) : undefined) ?? dubLanguage);
  const options = useVoiceOptions();
  const choices = useVoiceChoices(voices, language);
  const data = useMemo(() => {
    const gone = typeof value === 'string' && state === 'ready' && !voices.some((one) => one.voiceId === value);
    const called = gone ? nameOfVoice(value) : '';
    const label = called === value ? messages.dubbing.missingVoice : messages.narration.voiceNamedNotListed(called);
    return gone ? [{ value, label }, ...choices] : choices;
  }, [voices, choices, value, state]);
  return (
    <SearchSelect
      {...options}
      {...(id !== undefined && { id })}
      label={label}
      withScrollArea={false}
      classNames={{ options: classes.options ?? '' }}
      data={data}
      value={value ?? null}
      placeholder={
        value === undefined
          ? (mixedWords ?? messages.dubbing.severalVoices)
          : state === 'loading'
            ? messages.dubbing.voicesAreLoading
            : messages.dubbing.chooseAVoice
      }
      nothingFoundMessage={state === 'failed' ? messages.dubbing.voicesNotLoaded : messages.dubbing.noMatchingVoices}
      onChoose={(voiceId) => voiceId !== null && onChange(voiceId)}
    />
  );
}
