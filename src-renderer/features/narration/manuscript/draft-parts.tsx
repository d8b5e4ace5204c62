import { Button, SegmentedControl } from '@mantine/core';
import { footnoteChoices, type FootnoteChoice } from '#shared/manuscript/choose.ts';
import { formatMessage } from '#shared/messages/message.ts';
import { messages } from '#shared/messages/index.ts';
import { findByName } from '#shared/narration/cast.ts';
import { FailureCard } from '../../../core/failures/failure-card.tsx';
import { DialogActions } from '../../../ui/dialog.tsx';
import { closeManuscript, finishManuscript, setDraftVoice, setFootnotes, useManuscript } from '../stores.ts';
import { VoiceSelect } from '../voice-select.tsx';
import type { ManuscriptDraft } from './manuscript-draft.ts';
import type { ManuscriptWay } from './manuscript-store.ts';
import classes from './import-dialog.module.css';

/** What the previews of an import and of an update have in common. */

const acts: Record<ManuscriptWay, string> = {
  add: messages.manuscript.import,
  update: messages.manuscript.apply,
  new: messages.manuscript.createProject,
};

/** Who speaks, and with which voice. */
export function Characters({ names, cast }: { names: readonly string[]; cast: readonly { name: string; voiceId: string | null }[] }) {
  const voices = useManuscript((state) => state.voices);
  if (names.length === 0) return null;
  return (
    <ul className={classes.characters} aria-label={messages.manuscript.characters}>
      {names.map((name) => (
        <li key={name} className={classes.character}>
          <VoiceSelect
            label={name}
            value={voices[name] ?? findByName(cast, name)?.voiceId ?? undefined}
            onChange={(voiceId) => setDraftVoice(name, voiceId)}
          />
        </li>
      ))}
    </ul>
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
  return failure && <FailureCard failure={failure} paid={false} />;
}

export function Actions({ way, canFinish }: { way: ManuscriptWay; canFinish: boolean }) {
  const busy = useManuscript((state) => state.busy);
  return (
    <DialogActions>
      <Button variant="default" onClick={closeManuscript}>
        {messages.manuscript.cancel}
      </Button>
      <Button disabled={!canFinish} loading={busy} onClick={() => void finishManuscript()}>
        {acts[way]}
      </Button>
    </DialogActions>
  );
}
