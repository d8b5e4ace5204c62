import { cutText } from '#shared/cut-text.ts';
import { Button, TextInput } from '@mantine/core';
import { useMemo, useState } from 'react';
import { findCharacter } from '#shared/narration/cast.ts';
import { maximumTitle } from '#shared/narration/outline.ts';
import { blocksFrom } from '#shared/transcripts/make.ts';
import { useHost } from '../../core/host/host.ts';
import { useProject } from '../../core/project/project.ts';
import { knownVoices, useStudio } from '../../core/studio/studio.ts';
import { speakersOf } from './hand-over-store.ts';
import { castOf, useTranscriptEdits, sendToNarration, whyNoChapter } from './stores.ts';
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
  const own = useProject((state) => state.details?.cast);
  const projectId = useProject((state) => state.details?.projectId);
  const whyNoRoom = useProject(whyNoChapter);
  const canAdd = projectId !== undefined && whyNoRoom === undefined;
  const nativeDialogs = useHost((state) => state.host?.nativeDialogs ?? false);
  const [chosen, setChosen] = useState<'open' | 'new'>('open');
  const into = canAdd ? chosen : 'new';
  const before = into === 'new' ? undefined : own;
  const [title, setTitle] = useState(() => cutText(name.replace(/\.[0-9a-z]{2,5}$/iu, ''), maximumTitle));
  const [by, setBy] = useState<'segment' | 'paragraph'>('segment');
  const [voices, setVoices] = useState<Readonly<Record<string, string>>>({});
  const [busy, setBusy] = useState(false);
  const blocks = blocksFrom(segments, by).length;
  const { cast, characterOf } = castOf({ into, by, voices: {} });
  const withVoices = useMemo(() => castOf({ into, by, voices }), [into, by, voices]);
  const keepsVoice = [...withVoices.kept].flatMap((speaker) => {
    const character = withVoices.characterOf.get(speaker);
    return character?.voiceId ? messages.transcribe.keepsVoice(character.name, nameOfVoice(character.voiceId)) : [];
  });
  const added = cast.filter(({ id }) => !findCharacter(before ?? [], id)).map((character) => character.name);
  const send = async (): Promise<void> => {
    if (title.trim() === '' || busy) return;
    setBusy(true);
    const isAdded = await sendToNarration({ into, title, by, voices });
    setBusy(false);
    if (isAdded) onClose();
    // The new project is there, and the chapter is not: it goes there.
    else if (useProject.getState().details?.projectId !== projectId) setChosen('open');
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
        {projectId !== undefined && (
          <div>
            <WideChoice
              label={messages.transcribe.addTo}
              className={classes.note}
              choices={[
                { value: 'open', label: messages.transcribe.thisProject, disabled: !canAdd },
                { value: 'new', label: messages.transcribe.newProject },
              ]}
              value={into}
              onChoose={setChosen}
            />
            {whyNoRoom !== undefined && <p className={classes.note}>{whyNoRoom}</p>}
          </div>
        )}
        <TextInput
          label={into === 'new' ? messages.transcribe.projectTitle : messages.transcribe.chapter}
          data-autofocus
          value={title}
          maxLength={maximumTitle}
          {...(into === 'new' && {
            description: nativeDialogs ? messages.window.chooseLocationNext : messages.window.savedInProjectFolder,
          })}
          error={title.trim() === '' ? messages.transcribe.needsName[into] : undefined}
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
          {into === 'new'
            ? messages.transcribe.inNewProject(messages.transcribe.block(blocks))
            : messages.transcribe.inNewChapter(messages.transcribe.block(blocks), project ?? '')}
          {added.length > 0 && ` ${messages.transcribe.newInCast(formatList(added))}`}
          {keepsVoice.map((words) => ` ${words}`)}
        </p>
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            {messages.transcribe.cancel}
          </Button>
          <Button type="submit" loading={busy} disabled={title.trim() === ''}>
            {into === 'new' ? messages.manuscript.createProject : messages.transcribe.addChapter}
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
