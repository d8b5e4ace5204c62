import type { ComboboxItem } from '@mantine/core';
import { useMemo } from 'react';
import type { Voice } from '#shared/catalogue/voices.ts';
import type { Character } from '#shared/narration/cast.ts';
import { useProject } from '../../core/project/project.ts';
import { knownVoices, useStudio } from '../../core/studio/studio.ts';
import { markVoice, nameOfVoice } from '../../core/voices/voices.ts';
import { castColour } from '../../core/voices/speaker-colour.ts';
import { language } from '../../lib/format.ts';
import { mixed, type Shared } from '../../lib/mixed.ts';
import { SearchSelect } from '../../ui/search-select.tsx';
import { familyOfVoice, voiceGroups } from './voice-rules.ts';
import classes from './inspector.module.css';
import voicing from './voicing.module.css';
import { messages } from '#shared/messages/index.ts';

/** Stands for the project's voice among the choices of a block. */
export const projectVoice = '';

export function VoiceSelect(props: {
  label: string;
  value: Shared<string> | undefined;
  first?: ComboboxItem;
  onChange: (voiceId: string) => void;
}) {
  const { label, value, first, onChange } = props;
  const state = useStudio((studio) => studio.voices.state);
  const voices = useStudio((studio) => knownVoices(studio));
  const data = useMemo(() => {
    const isListed = typeof value !== 'string' || value === projectVoice || voices.some((voice) => voice.voiceId === value);
    return [
      ...(first ? [first] : []),
      ...(isListed ? [] : [{ value, label: `${nameOfVoice(value)}${state === 'ready' ? messages.narration.notOnService : ''}` }]),
      ...voiceGroups(voices),
    ];
  }, [voices, value, state, first]);
  return (
    <SearchSelect
      label={label}
      data={data}
      value={typeof value === 'string' ? value : null}
      placeholder={
        value === mixed
          ? messages.narration.mixed
          : state === 'loading'
            ? messages.narration.voicesAreLoading
            : messages.narration.chooseAVoice
      }
      nothingFoundMessage={state === 'failed' ? messages.narration.voicesNotLoaded : messages.narration.noMatchingVoices}
      withScrollArea={false}
      classNames={{ options: classes.options ?? '' }}
      renderOption={({ option }) => <VoiceOption voice={voices.find((voice) => voice.voiceId === option.value)} label={option.label} />}
      onChoose={(chosen) => {
        if (chosen === null) return;
        onChange(chosen);
        if (chosen !== projectVoice) void markVoice(chosen, { used: true });
      }}
    />
  );
}

const noCast: readonly Character[] = [];

/** With the characters of the project that speak with it. */
function VoiceOption({ voice, label }: { voice: Voice | undefined; label: string }) {
  const cast = useProject((state) => state.details?.cast ?? noCast);
  if (!voice) return <span>{label}</span>;
  const family = familyOfVoice(voice);
  const characters = cast.filter(({ voiceId }) => voiceId === voice.voiceId);
  return (
    <span className={classes.voice}>
      <span>{voice.name}</span>
      <span className={classes.voiceFacts}>
        {language(voice.primaryLanguage)}
        {family !== undefined && ` · ${family}`}
        {voice.isPersonal && messages.narration.personal}
      </span>
      {characters.length > 0 && (
        <span className={voicing.speakers}>
          {characters.map(({ id, name, colour }) => (
            <span key={id} className={voicing.speaker}>
              <span className={voicing.dot} data-speaker={castColour(colour)} /> {name}
            </span>
          ))}
        </span>
      )}
    </span>
  );
}

export function nameIn(voices: readonly Voice[], voiceId: string | null): string {
  if (voiceId === null) return '';
  const name = voices.find((known) => known.voiceId === voiceId)?.name ?? nameOfVoice(voiceId);
  return name === voiceId ? '' : ` (${name})`;
}
