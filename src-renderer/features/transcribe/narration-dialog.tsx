import { cutText } from '#shared/cut-text.ts';
import { Button, TextInput } from '@mantine/core';
import { useMemo, useState } from 'react';
import { maximumTitle } from '#shared/narration/outline.ts';
import { blocksFrom } from '#shared/transcripts/make.ts';
import { listSpeakers } from '#shared/transcripts/edits.ts';
import { useProject } from '../../core/project/project.ts';
import { knownVoices, useStudio } from '../../core/studio/studio.ts';
import { useTranscriptEdits, sendToNarration } from './stores.ts';
import { Dialog, DialogActions, DialogForm } from '../../ui/dialog.tsx';
import { useVoiceChoices } from '../../core/voices/voice-choices.ts';
import { useVoiceOptions } from '../../core/voices/voice-options.tsx';
import { SearchSelect } from '../../ui/search-select.tsx';
import { WideChoice } from './wide-choice.tsx';
import classes from './transcript.module.css';
import { messages } from '#shared/messages/index.ts';

/** What becomes of the transcript in Narration: a chapter, its blocks, and who speaks them. */
export function NarrationDialog({ name, onClose }: { name: string; onClose: () => void }) {
  const segments = useTranscriptEdits((state) => state.segments);
  const project = useProject((state) => state.details?.title);
  const [title, setTitle] = useState(() => cutText(name.replace(/\.[0-9a-z]{2,5}$/iu, ''), maximumTitle));
  const [by, setBy] = useState<'segment' | 'paragraph'>('segment');
  const [voices, setVoices] = useState<Readonly<Record<string, string>>>({});
  const blocks = blocksFrom(segments, by).length;
  const send = (): void => {
    if (title.trim() !== '' && sendToNarration({ title, by, voices })) onClose();
  };
  return (
    <Dialog onClose={onClose} title={messages.transcribe.sendToNarration}>
      <DialogForm onSubmit={send}>
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
        {listSpeakers(segments).map((speaker) => (
          <VoiceOf
            key={speaker}
            speaker={speaker}
            value={voices[speaker] ?? ''}
            onChange={(voiceId) => setVoices((before) => ({ ...before, [speaker]: voiceId }))}
          />
        ))}
        <p className={classes.note}>
          {messages.transcribe.inNewChapter(messages.transcribe.block(blocks), project ?? messages.transcribe.projectSubject)}
        </p>
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            {messages.transcribe.cancel}
          </Button>
          <Button type="submit" disabled={title.trim() === ''}>
            {messages.transcribe.addChapter}
          </Button>
        </DialogActions>
      </DialogForm>
    </Dialog>
  );
}

function VoiceOf({ speaker, value, onChange }: { speaker: string; value: string; onChange: (voiceId: string) => void }) {
  const voices = useStudio((state) => knownVoices(state));
  const options = useVoiceOptions();
  const choices = useVoiceChoices(voices);
  const data = useMemo(() => [{ value: '', label: messages.transcribe.projectVoice }, ...choices], [choices]);
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
