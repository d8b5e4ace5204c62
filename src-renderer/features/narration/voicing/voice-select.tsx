import type { ComboboxItem } from '@mantine/core';
import { useMemo } from 'react';
import type { Character } from '#shared/narration/cast.ts';
import { useProject } from '../../../core/project/project.ts';
import { knownVoices, useStudio } from '../../../core/studio/studio.ts';
import { useVoiceChoices } from '../../../core/voices/voice-choices.ts';
import { useVoiceOptions } from '../../../core/voices/voice-options.tsx';
import { markVoice, nameOfVoice } from '../../../core/voices/voices.ts';
import { castColour } from '../../../core/voices/speaker-colour.ts';
import { mixed, type Shared } from '../../../lib/mixed.ts';
import { SearchSelect } from '../../../ui/search-select.tsx';
import classes from '../inspector/inspector.module.css';
import voicing from './voicing.module.css';
import { messages } from '#shared/messages/index.ts';

/** Stands for the voice of the block's character, or the project's, among the choices of a block. */
export const projectVoice = '';

export function VoiceSelect(props: {
  id?: string;
  label: string;
  value: Shared<string> | undefined;
  first?: ComboboxItem;
  /** Of what the voice is to say (`de`), where that is plain: those that speak it come first. */
  textLanguage?: string | undefined;
  /** The characters that a voice is shown with; those of the open project without it. */
  cast?: readonly Character[];
  onChange: (voiceId: string) => void;
}) {
  const { id, label, value, first, textLanguage, cast, onChange } = props;
  const state = useStudio((studio) => studio.voices.state);
  const voices = useStudio((studio) => knownVoices(studio));
  const options = useVoiceOptions((voice) => <Speakers voiceId={voice.voiceId} cast={cast} />);
  const choices = useVoiceChoices(voices, textLanguage);
  const data = useMemo(() => {
    const isListed = typeof value !== 'string' || value === projectVoice || voices.some((voice) => voice.voiceId === value);
    return [
      ...(first ? [first] : []),
      ...(isListed ? [] : [{ value, label: `${nameOfVoice(value)}${state === 'ready' ? messages.narration.notOnService : ''}` }]),
      ...choices,
    ];
  }, [voices, choices, value, state, first]);
  return (
    <SearchSelect
      {...(id !== undefined && { id })}
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
      {...options}
      onChoose={(chosen) => {
        if (chosen === null) return;
        onChange(chosen);
        if (chosen !== projectVoice) void markVoice(chosen, { used: true });
      }}
    />
  );
}

const noCast: readonly Character[] = [];

/** The characters that speak with a voice, of the open project or of `cast`. */
function Speakers({ voiceId, cast }: { voiceId: string; cast: readonly Character[] | undefined }) {
  const ownCast = useProject((state) => state.details?.cast ?? noCast);
  const characters = (cast ?? ownCast).filter((character) => character.voiceId === voiceId);
  if (characters.length === 0) return null;
  return (
    <span className={voicing.speakers}>
      {characters.map(({ id, name, colour }) => (
        <span key={id} className={voicing.speaker}>
          <span className={voicing.dot} data-speaker={castColour(colour)} /> {name}
        </span>
      ))}
    </span>
  );
}

/** The voice that a block without one of its own has: that of its character, else the project's. */
export function givenVoice(character: Character | undefined, ofProject: string | null): string {
  if (character)
    return messages.narration.voiceOfCharacter(
      character.name,
      character.voiceId === null ? messages.narration.noVoice : nameOfVoice(character.voiceId),
    );
  const name = ofProject === null ? '' : nameOfVoice(ofProject);
  return messages.narration.projectVoiceIn(name === '' || name === ofProject ? '' : ` (${name})`);
}
