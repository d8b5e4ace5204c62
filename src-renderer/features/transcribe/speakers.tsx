import { TextInput } from '@mantine/core';
import { useMemo, useState } from 'react';
import { assignSpeakers, editLimits, listSpeakers, nameOfSpeaker } from '#shared/transcripts/edits.ts';
import type { Segment } from '#shared/transcripts/read.ts';
import { speakerName } from '#shared/transcripts/speaker-names.ts';
import { renameSpeaker, useTranscriptEdits } from './stores.ts';
import classes from './speakers.module.css';
import { messages } from '#shared/messages/index.ts';

/** Who speaks: a name that is changed here is changed for all that this speaker says. */
export function Speakers({ sent }: { sent: readonly Segment[] }) {
  const segmentSpeakers = useTranscriptEdits((state) => state.edits.segmentSpeakers);
  const segments = useMemo(() => assignSpeakers(sent, { segmentSpeakers }), [sent, segmentSpeakers]);
  const speakers = listSpeakers(segments);
  if (speakers.length === 0) return null;
  return (
    <fieldset className={classes.speakers}>
      <legend className={classes.legend}>{messages.transcribe.speakers}</legend>
      {speakers.map((speaker) => (
        <Speaker key={speaker} speaker={speaker} count={segments.filter((segment) => segment.speaker === speaker).length} />
      ))}
    </fieldset>
  );
}

function Speaker({ speaker, count }: { speaker: string; count: number }) {
  const name = useTranscriptEdits((state) => nameOfSpeaker(speaker, state.edits.speakers));
  const [typed, setTyped] = useState<string>();
  const commit = (): void => {
    if (typed !== undefined) renameSpeaker(speaker, typed);
    setTyped(undefined);
  };
  return (
    <TextInput
      className={classes.speaker ?? ''}
      aria-label={messages.transcribe.nameOf(speakerName(speaker))}
      value={typed ?? name}
      maxLength={editLimits.speakerCharacters}
      rightSection={<span className={classes.count}>{messages.transcribe.segment(count)}</span>}
      rightSectionWidth="6rem"
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === 'Enter') commit();
        if (event.key === 'Escape') setTyped(undefined);
      }}
    />
  );
}
