import { useMemo, type ReactNode } from 'react';
import { Button, Checkbox, SegmentedControl } from '@mantine/core';
import { footnoteChoices, type FootnoteChoice } from '#shared/manuscript/choose.ts';
import { formatMessage } from '#shared/messages/message.ts';
import { messages } from '#shared/messages/index.ts';
import type { AttributedSpeaker } from '#shared/narration/attributions.ts';
import { findByName, type Character } from '#shared/narration/cast.ts';
import { useProject } from '../../../core/project/project.ts';
import { knownVoices, useStudio, whyNotReady } from '../../../core/studio/studio.ts';
import { PlayVoice, SampleOfferWords } from '../../../core/voices/play-voice.tsx';
import { FailureCard } from '../../../core/failures/failure-card.tsx';
import { DialogActions } from '../../../ui/dialog.tsx';
import { generateBook } from '../generate/book-to-make.ts';
import { AllSpeakers, ProposedSpeaker, SplitSpeech } from '../voicing/proposed-speaker.tsx';
import {
  chooseDraftSpeakers,
  chooseOtherManuscripts,
  closeManuscript,
  finishManuscript,
  keepDraftSpeakerApart,
  setDraftSpeaksTitles,
  setDraftSplitsSpeech,
  setDraftVoice,
  setFootnotes,
  useManuscript,
} from '../stores.ts';
import { VoiceSelect } from '../voicing/voice-select.tsx';
import { findUnspokenSpeech, type ManuscriptDraft } from './manuscript-draft.ts';
import type { ManuscriptWay } from './manuscript-store.ts';
import classes from './import-dialog.module.css';

/** What the previews of an import and of an update have in common. */

const acts: Record<ManuscriptWay, string> = {
  add: messages.manuscript.import,
  update: messages.manuscript.apply,
  new: messages.manuscript.createProject,
};

interface CharactersProps {
  names: readonly string[];
  /** Who sentences of the text say speaks, to be chosen. */
  proposed?: readonly AttributedSpeaker[];
  /** Of the project that the text goes into. */
  cast: readonly Character[];
}

const nobody: readonly AttributedSpeaker[] = [];

/** Who speaks, and with which voice; then who may be a character, each with a box to tick. */
export function Characters({ names, proposed = nobody, cast }: CharactersProps) {
  const attributed = useManuscript((state) => state.draft?.attributed ?? noNames);
  const splitsSpeech = useManuscript((state) => state.draft?.splitsSpeech === true);
  const sure = names.filter((name) => !proposed.some((speaker) => speaker.name === name));
  if (names.length === 0 && proposed.length === 0) return null;
  return (
    <>
      {proposed.length > 0 && (
        <div>
          <h3 className={classes.heading}>{messages.manuscript.proposedTitle}</h3>
          <p className={classes.files}>{messages.manuscript.proposedNote}</p>
        </div>
      )}
      <ul className={classes.characters} aria-label={messages.manuscript.characters}>
        {sure.map((name) => (
          <li key={name} className={classes.character}>
            <CharacterVoice name={name} label={name} cast={cast} />
          </li>
        ))}
        <AllSpeakers
          className={classes.character}
          names={proposed.map(({ name }) => name)}
          chosen={attributed}
          onChoose={chooseDraftSpeakers}
        />
        {proposed.map((speaker) => (
          <li key={speaker.name} className={classes.character}>
            <ProposedSpeaker
              speaker={speaker}
              isChosen={attributed.includes(speaker.name)}
              onChoose={(isChosen) => chooseDraftSpeakers([speaker.name], isChosen)}
              onKeepApart={keepDraftSpeakerApart}
            />
            {attributed.includes(speaker.name) && (
              <div className={classes.voice}>
                <CharacterVoice name={speaker.name} label={messages.voicing.voiceOf(speaker.name)} cast={cast} />
              </div>
            )}
          </li>
        ))}
      </ul>
      {attributed.length > 0 && <SplitSpeech isOn={splitsSpeech} onChange={setDraftSplitsSpeech} />}
    </>
  );
}

/** Paragraphs that are listed, at most. */
const listedAtMost = 50;

/** Speech that would go to the narrator without a word; it is given to a character in the script. */
export function UnspokenSpeech({ chapters }: { chapters: Parameters<typeof findUnspokenSpeech>[0] }) {
  const texts = useMemo(() => findUnspokenSpeech(chapters), [chapters]);
  if (texts.length === 0) return null;
  return (
    <details className={classes.unspoken}>
      <summary>{messages.manuscript.unspokenSpeech(texts.length)}</summary>
      <ul>
        {texts.slice(0, listedAtMost).map((text, index) => (
          <li key={index}>{text}</li>
        ))}
        {texts.length > listedAtMost && <li>…</li>}
      </ul>
    </details>
  );
}

const noNames: readonly string[] = [];

function CharacterVoice({ name, label, cast }: { name: string; label: string; cast: CharactersProps['cast'] }) {
  const voices = useManuscript((state) => state.voices);
  const textLanguage = useManuscript((state) => state.language);
  const voiceId = voices[name] ?? findByName(cast, name)?.voiceId ?? undefined;
  const voice = useStudio((studio) => knownVoices(studio).find((known) => known.voiceId === voiceId));
  return (
    <>
      <div className={classes.chooser}>
        <VoiceSelect
          label={label}
          value={voiceId}
          textLanguage={textLanguage}
          cast={cast}
          onChange={(chosen) => setDraftVoice(name, chosen)}
        />
        {voice && <PlayVoice voice={voice} name={voice.name} size="field" />}
      </div>
      {voice && <SampleOfferWords voiceId={voice.voiceId} />}
    </>
  );
}

/** Whether chapters begin with their titles, as in most audiobooks. */
export function SpokenTitles({ draft }: { draft: ManuscriptDraft }) {
  if (!draft.chapters.some(({ isChosen, isTitled }) => isChosen && isTitled)) return null;
  return (
    <Checkbox
      label={messages.manuscript.speakTitles}
      description={messages.manuscript.speakTitlesNote}
      checked={draft.speaksTitles}
      onChange={(event) => setDraftSpeaksTitles(event.currentTarget.checked)}
    />
  );
}

export function Footnotes({ draft }: { draft: ManuscriptDraft }) {
  if (draft.notes === 0) return null;
  return (
    <div className={classes.footnotes}>
      <span id="footnotes">{messages.manuscript.footnotes(draft.notes)}</span>
      <SegmentedControl
        aria-labelledby="footnotes"
        value={draft.footnotes}
        data={footnoteChoices.map((value) => ({ value, label: footnoteLabels[value] }))}
        onChange={(value) => setFootnotes(value)}
      />
    </div>
  );
}

const footnoteLabels: Record<FootnoteChoice, string> = {
  'leave-out': messages.manuscript.notesLeftOut,
  'at-end': messages.manuscript.notesAtEnd,
  'in-place': messages.manuscript.notesInPlace,
};

export function Warnings({ draft }: { draft: ManuscriptDraft }) {
  if (draft.warnings.length === 0) return null;
  return (
    <ul className={classes.warnings}>
      {draft.warnings.map((warning, index) => (
        <li key={index}>{formatMessage(warning)}</li>
      ))}
    </ul>
  );
}

export function Failed() {
  const failure = useManuscript((state) => state.failure);
  const isUnread = useManuscript((state) => state.draft === undefined);
  const action = isUnread && (
    <Button variant="default" onClick={() => chooseOtherManuscripts()}>
      {messages.manuscript.chooseOther}
    </Button>
  );
  return failure && <FailureCard failure={failure} paid={false} action={action || undefined} />;
}

export function Actions({ way, canFinish, status }: { way: ManuscriptWay; canFinish: boolean; status?: ReactNode }) {
  const busy = useManuscript((state) => state.busy);
  const isReady = useStudio(
    (state) => whyNotReady(state) === undefined && state.voices.state === 'ready' && state.models.state === 'ready',
  );
  const canGenerate = way === 'new' && isReady;
  return (
    <DialogActions>
      {status}
      <Button variant="default" onClick={closeManuscript}>
        {messages.manuscript.cancel}
      </Button>
      <Button disabled={!canFinish} loading={busy} {...(canGenerate && { variant: 'default' })} onClick={() => void finishManuscript()}>
        {acts[way]}
      </Button>
      {canGenerate && (
        <Button disabled={!canFinish || busy} onClick={() => void finishAndGenerate()}>
          {messages.manuscript.createAndGenerate}
        </Button>
      )}
    </DialogActions>
  );
}

/** All of it is generated, its first chapter first, after the question that comes before the first purchase of a project and names its price. */
async function finishAndGenerate(): Promise<void> {
  const isDone = await finishManuscript();
  if (isDone && typeof useProject.getState().details?.voiceId === 'string') generateBook();
}
