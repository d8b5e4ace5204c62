import { ActionIcon, Loader, SegmentedControl, TextInput, Tooltip } from '@mantine/core';
import { IconArrowBackUp, IconArrowForwardUp } from '@tabler/icons-react';
import { useEffect, useMemo } from 'react';
import { messages } from '#shared/messages/index.ts';
import type { Character } from '#shared/narration/cast.ts';
import { keysOfPress, useKeys, withKeys } from '../../../core/commands/commands.ts';
import { useProject } from '../../../core/project/project.ts';
import { formatDuration, number } from '../../../lib/format.ts';
import { iconSize } from '../../../lib/icon-size.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { charactersPerSecond } from '../generate/ask-first-dialog.tsx';
import {
  closeManuscript,
  hasManuscriptChoice,
  redoDraft,
  setManuscriptTitle,
  setManuscriptWay,
  undoDraft,
  useManuscript,
} from '../stores.ts';
import { ChapterTree } from './chapter-tree.tsx';
import { Actions, Characters, Failed, Footnotes, SpokenTitles, UnspokenSpeech, Warnings } from './draft-parts.tsx';
import { castDraft, countDraftWords, proposeSpeakers, sumWords, type ManuscriptDraft } from './manuscript-draft.ts';
import type { ManuscriptWay } from './manuscript-store.ts';
import { formatPrice } from './price.ts';
import { UpdatePreview } from './update-preview.tsx';
import classes from './import-dialog.module.css';

const titles: Record<ManuscriptWay, string> = {
  add: messages.manuscript.importTitle,
  update: messages.manuscript.updateTitle,
  new: messages.manuscript.newProjectTitle,
};

/** What files hold, before it becomes chapters, the second version of chapters, or a project. */
export function ImportDialog() {
  const names = useManuscript((state) => state.names);
  const way = useManuscript((state) => state.way);
  const draft = useManuscript((state) => state.draft);
  const failure = useManuscript((state) => state.failure);
  if (names.length === 0) return null;
  return (
    <Dialog onClose={closeManuscript} title={titles[way]} size={way === 'update' ? 'var(--sheet-width)' : 'var(--dialog-wide)'}>
      <div className={classes.top}>
        <p className={classes.files}>{names.join(', ')}</p>
        {draft && <UndoButtons />}
      </div>
      {!draft && !failure && (
        <p role="status" className={classes.reading}>
          <Loader size={iconSize.large} aria-hidden /> {messages.manuscript.reading}
        </p>
      )}
      {draft && <WayChoice way={way} />}
      {draft && way === 'update' && <UpdatePreview draft={draft} />}
      {draft && way !== 'update' && <Preview draft={draft} way={way} />}
      {!draft && <Failed />}
      {!draft && <Actions way={way} canFinish={false} />}
    </Dialog>
  );
}

/** Takes edits of the preview back; the project’s own undo waits until the dialog is closed. */
function UndoButtons() {
  const canUndo = useManuscript((state) => state.undo.length > 0);
  const canRedo = useManuscript((state) => state.redo.length > 0);
  const [undoKeys, redoKeys] = [useKeys('edit.undo'), useKeys('edit.redo')];
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const keys = keysOfPress(event);
      const act = keys === 'Mod+Z' ? undoDraft : keys === 'Mod+Shift+Z' || keys === 'Mod+Y' ? redoDraft : undefined;
      // Text that is typed outside the chapters has an undo of its own.
      const isElsewhere = event.target instanceof HTMLInputElement && event.target.type === 'text' && !event.target.closest('[role=tree]');
      if (!act || isElsewhere) return;
      event.preventDefault();
      event.stopPropagation();
      act();
    };
    document.addEventListener('keydown', press, true);
    return () => document.removeEventListener('keydown', press, true);
  }, []);
  return (
    <div className={classes.undo}>
      <Tooltip label={withKeys(messages.window.undo, undoKeys)}>
        <ActionIcon variant="subtle" color="gray" aria-label={messages.window.undo} disabled={!canUndo} onClick={undoDraft}>
          <IconArrowBackUp size={iconSize.normal} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={withKeys(messages.window.redo, redoKeys)}>
        <ActionIcon variant="subtle" color="gray" aria-label={messages.window.redo} disabled={!canRedo} onClick={redoDraft}>
          <IconArrowForwardUp size={iconSize.normal} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </div>
  );
}

/** What the files are for. */
function WayChoice({ way }: { way: ManuscriptWay }) {
  const hasChoice = useMemo(() => hasManuscriptChoice(), []);
  if (!hasChoice) return null;
  return (
    <SegmentedControl
      fullWidth
      aria-label={messages.manuscript.useFor}
      value={way}
      data={[
        { value: 'update', label: messages.manuscript.wayUpdate },
        { value: 'add', label: messages.manuscript.wayAdd },
        { value: 'new', label: messages.manuscript.wayNew },
      ]}
      onChange={(value) => setManuscriptWay(value)}
    />
  );
}

const noCast: readonly Character[] = [];

function Preview({ draft, way }: { draft: ManuscriptDraft; way: ManuscriptWay }) {
  const ownCast = useProject((state) => state.details?.cast ?? noCast);
  const cast = way === 'new' ? noCast : ownCast;
  const title = useManuscript((state) => state.title);
  const price = useManuscript((state) => state.price);
  const known = useMemo(() => cast.map(({ name }) => name), [cast]);
  const { names, chapters } = useMemo(() => castDraft(draft, known), [draft, known]);
  const proposed = useMemo(() => proposeSpeakers(draft, known), [draft, known]);
  const wordsOfChapters = useMemo(() => countDraftWords(draft, known), [draft, known]);
  const characters = chapters.reduce((sum, { blocks }) => blocks.reduce((all, { text }) => all + text.length, sum), 0);
  const words = chapters.reduce((sum, { blocks }) => sum + sumWords(blocks), 0);
  return (
    <>
      {way === 'new' && (
        <TextInput
          label={messages.window.title}
          value={title}
          maxLength={200}
          onChange={(event) => setManuscriptTitle(event.currentTarget.value)}
        />
      )}
      <ChapterTree chapters={draft.chapters} words={wordsOfChapters} />
      <Characters names={names} proposed={proposed} cast={cast} />
      {names.length > 0 && <UnspokenSpeech chapters={chapters} />}
      <SpokenTitles draft={draft} />
      <Footnotes draft={draft} />
      <Warnings draft={draft} />
      <Failed />
      <Actions
        way={way}
        canFinish={chapters.length > 0 && (way !== 'new' || title.trim() !== '')}
        status={
          <p role="status" className={classes.status} data-wide={way === 'new' || undefined}>
            {messages.manuscript.importStatus(
              messages.chapter.chapter(chapters.length),
              messages.manuscript.words(number(words)),
              formatDuration(characters / charactersPerSecond),
              formatPrice(price),
            )}
          </p>
        }
      />
    </>
  );
}
