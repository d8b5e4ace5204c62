import { Autocomplete } from '@mantine/core';
import { useState } from 'react';
import { changeOfSpeaker, speakersOf } from '#shared/dubbing/speakers.ts';
import { maximumSpeakerName, type Dub } from '#shared/dubbing/timeline.ts';
import { messages } from '#shared/messages/index.ts';
import { changeSegments } from '../../../core/dubbing-timeline/dubbing-timeline.ts';
import { speakerField } from './segment-keys.ts';

interface SpeakerFieldProps {
  dub: Dub;
  ids: readonly string[];
  /** Undefined where the segments have different ones. */
  speaker: string | null | undefined;
}

/** Who speaks the chosen segments: one of the dub's speakers, or a new name. */
export function SpeakerField({ dub, ids, speaker }: SpeakerFieldProps) {
  const [name, setName] = useState(speaker ?? '');
  const [before, setBefore] = useState(speaker);
  // Changed by undo, or by what was committed here.
  if (before !== speaker) {
    setBefore(speaker);
    setName(speaker ?? '');
  }
  const commit = (wanted: string): void => {
    if (wanted.trim() === (speaker ?? '')) return;
    changeSegments(messages.dubbing.speaker, ids, changeOfSpeaker(dub.segments, ids, wanted));
  };
  return (
    <Autocomplete
      id={speakerField}
      label={messages.dubbing.speaker}
      placeholder={speaker === undefined ? messages.dubbing.several : messages.dubbing.noSpeaker}
      data={speakersOf(dub.segments).filter((one) => one !== name)}
      value={name}
      maxLength={maximumSpeakerName}
      spellCheck={false}
      onChange={setName}
      onOptionSubmit={commit}
      onBlur={() => commit(name)}
      onKeyDown={(event) => {
        // An option that the arrows are on commits itself.
        if (event.key === 'Enter' && !event.currentTarget.getAttribute('aria-activedescendant')) commit(name);
        if (event.key === 'Escape') setName(speaker ?? '');
      }}
    />
  );
}
