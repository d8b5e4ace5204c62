import { cutText } from '#shared/cut-text.ts';
import { Button, TextInput } from '@mantine/core';
import { useMemo, useState } from 'react';
import { findCharacter } from '#shared/narration/cast.ts';
import { maximumTitle } from '#shared/narration/outline.ts';
import { blocksFrom } from '#shared/transcripts/make.ts';
import { useProject } from '../../core/project/project.ts';
import { knownVoices, useStudio } from '../../core/studio/studio.ts';
import { speakersOf } from './hand-over-store.ts';
import { castOf, useTranscriptEdits, sendToNarration } from './stores.ts';
import { Dialog, DialogActions, DialogForm } from '../../ui/dialog.tsx';
import { formatList } from '../../lib/format.ts';
import { useVoiceChoices } from '../../core/voices/voice-choices.ts';
import { useVoiceOptions } from '../../core/voices/voice-options.tsx';
import { nameOfVoice } from '../../core/voices/voices.ts';
import { SearchSelect } from '../../ui/search-select.tsx';
import { WideChoice } from './wide-choice.tsx';
import classes from './transcript.module.css';
import { messages } from '#shared/messages/index.ts';

/** What becomes of the transcript in Narration: a chapter, its blocks, and who speaks them. */
export function NarrationDialog({ name, onClose }: { name: string; onClose: () => void }) {
  const segments = useTranscriptEdits((state) => state.segments);
  const project = useProject((state) => state.details?.title);
  const before = useProject((state) => state.details?.cast);
  const [title, setTitle] = useState(() => cutText(name.replace(/\.[0-9a-z]{2,5}$/iu, ''), maximumTitle));
  const [by, setBy] = useState<'segment' | 'paragraph'>('segment');
  const [voices, setVoices] = useState<Readonly<Record<string, string>>>({});
  const [busy, setBusy] = useState(false);
  const blocks = blocksFrom(segments, by).length;
  const { cast, characterOf } = castOf({ by, voices: {} });
  const added = cast.filter(({ id }) => !findCharacter(before ?? [], id)).map((character) => character.name);
  const send = async (): Promise<void> => {
    if (title.trim() === '' || busy) return;
    setBusy(true);
    const isAdded = await sendToNarration({ title, by, voices });
    setBusy(false);
    if (isAdded) onClose();
  };
  /** Who speaks where no voice is chosen here. */
  const unchosen = (speaker: string): string => {
    const character = characterOf.get(speaker);
    if (!character) return messages.transcribe.projectVoice;
    return character.voiceId === null ? messages.transcribe.noVoiceYet : messages.transcribe.voiceInCast(nameOfVoice(character.voiceId));
  };
  return (
    <Dialog onClose={onClose} title={messages.transcribe.sendToNarration}>
      <DialogForm onSubmit={() => void send()}>
        <TextInput
          label={messages.transcribe.chapter}
          data-autofocus
          value={title}
          maxLength={maximumTitle}
          error={title.trim() === '' ? messages.transcribe.chapterNeedsName : undefined}
          onChange={(event) => setTitle(event.currentTarget.value)}
        />
        <div>
          <WideChoice
            label={messages.transcribe.blockPer}
            className={classes.note}
            choices={[
              { value: 'segment', label: messages.transcribe.segmentTitle },
              { value: 'paragraph', label: messages.transcribe.paragraph },
            ]}
            value={by}
            onChoose={setBy}
          />
        </div>
        {speakersOf(segments, by).map((speaker) => (
          <VoiceOf
            key={speaker}
            speaker={speaker}
            unchosen={unchosen(speaker)}
            value={voices[speaker] ?? ''}
            onChange={(voiceId) => setVoices((before) => ({ ...before, [speaker]: voiceId }))}
          />
        ))}
        <p className={classes.note}>
          {messages.transcribe.inNewChapter(messages.transcribe.block(blocks), project ?? messages.transcribe.projectSubject)}
          {added.length > 0 && ` ${messages.transcribe.newInCast(formatList(added))}`}
        </p>
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            {messages.transcribe.cancel}
          </Button>
          <Button type="submit" loading={busy} disabled={title.trim() === ''}>
            {messages.transcribe.addChapter}
          </Button>
        </DialogActions>
      </DialogForm>
    </Dialog>
  );
}

interface VoiceOfProps {
  speaker: string;
  /** What stands there while no voice is chosen. */
  unchosen: string;
  value: string;
  onChange: (voiceId: string) => void;
}

function VoiceOf({ speaker, unchosen, value, onChange }: VoiceOfProps) {
  const voices = useStudio((state) => knownVoices(state));
  const options = useVoiceOptions();
  const choices = useVoiceChoices(voices);
  const data = useMemo(() => [{ value: '', label: unchosen }, ...choices], [choices, unchosen]);
  return (
    <SearchSelect
      {...options}
      label={messages.transcribe.voiceOf(speaker)}
      withScrollArea={false}
      classNames={{ options: classes.options ?? '' }}
      data={data}
      value={value}
      nothingFoundMessage={messages.transcribe.noMatchingVoices}
      onChoose={(voiceId) => onChange(voiceId ?? '')}
    />
  );
}
