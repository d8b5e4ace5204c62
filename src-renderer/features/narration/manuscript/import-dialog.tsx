import { ActionIcon, Button, Checkbox, Loader, SegmentedControl, TextInput, Tooltip } from '@mantine/core';
import { IconArrowMerge, IconChevronDown, IconChevronRight, IconScissors } from '@tabler/icons-react';
import { useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { footnoteChoices, type FootnoteChoice } from '#shared/manuscript/choose.ts';
import { formatMessage } from '#shared/messages/message.ts';
import { messages } from '#shared/messages/index.ts';
import { findByName } from '#shared/narration/cast.ts';
import { maximumTitle } from '#shared/narration/outline.ts';
import { FailureCard } from '../../../core/failures/failure-card.tsx';
import { useProject } from '../../../core/project/project.ts';
import { formatDuration, number, plural } from '../../../lib/format.ts';
import { iconSize } from '../../../lib/icon-size.ts';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import { charactersPerSecond } from '../ask-first-dialog.tsx';
import {
  chooseDraftChapter,
  closeManuscript,
  importDraft,
  joinDraftChapter,
  renameDraftChapter,
  setDraftVoice,
  setFootnotes,
  splitDraftChapter,
  useManuscript,
} from '../stores.ts';
import { VoiceSelect } from '../voice-select.tsx';
import { castDraft, countDraftWords, sumWords, type DraftChapter, type ManuscriptDraft } from './manuscript-draft.ts';
import classes from './import-dialog.module.css';

/** What files hold, before it becomes chapters. */
export function ImportDialog() {
  const names = useManuscript((state) => state.names);
  const draft = useManuscript((state) => state.draft);
  const failure = useManuscript((state) => state.failure);
  if (names.length === 0) return null;
  return (
    <Dialog onClose={closeManuscript} title={messages.manuscript.importTitle} size="var(--dialog-wide)">
      <p className={classes.files}>{names.join(', ')}</p>
      {!draft && !failure && (
        <p role="status" className={classes.reading}>
          <Loader size={iconSize.large} aria-hidden /> {messages.manuscript.reading}
        </p>
      )}
      {failure && <FailureCard failure={failure} paid={false} />}
      {draft ? <Preview draft={draft} /> : <Actions canImport={false} />}
    </Dialog>
  );
}

const noCast: readonly { name: string; voiceId: string | null }[] = [];

function Preview({ draft }: { draft: ManuscriptDraft }) {
  const cast = useProject((state) => state.details?.cast ?? noCast);
  const voices = useManuscript((state) => state.voices);
  const known = useMemo(() => cast.map(({ name }) => name), [cast]);
  const { names, chapters } = useMemo(() => castDraft(draft, known), [draft, known]);
  const wordsOfChapters = useMemo(() => countDraftWords(draft, known), [draft, known]);
  const characters = chapters.reduce((sum, { blocks }) => blocks.reduce((all, { text }) => all + text.length, sum), 0);
  const words = chapters.reduce((sum, { blocks }) => sum + sumWords(blocks), 0);
  return (
    <>
      <ChapterTree chapters={draft.chapters} words={wordsOfChapters} />
      {names.length > 0 && (
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
      )}
      {draft.notes > 0 && (
        <div className={classes.footnotes}>
          <span id="footnotes">{messages.manuscript.footnotes(draft.notes)}</span>
          <SegmentedControl
            aria-labelledby="footnotes"
            value={draft.footnotes}
            data={footnoteChoices.map((value) => ({ value, label: footnoteLabels[value] }))}
            onChange={(value) => setFootnotes(value)}
          />
        </div>
      )}
      {draft.warnings.length > 0 && (
        <ul className={classes.warnings}>
          {draft.warnings.map((warning, index) => (
            <li key={index}>{formatMessage(warning)}</li>
          ))}
        </ul>
      )}
      <p role="status" className={classes.status}>
        {messages.manuscript.importStatus(
          plural(chapters.length, messages.chapter.chapter),
          messages.manuscript.words(number(words)),
          formatDuration(characters / charactersPerSecond),
        )}
      </p>
      <Actions canImport={chapters.length > 0} />
    </>
  );
}

const footnoteLabels: Record<FootnoteChoice, string> = {
  'leave-out': messages.manuscript.notesLeftOut,
  'at-end': messages.manuscript.notesAtEnd,
  'in-place': messages.manuscript.notesInPlace,
};

function Actions({ canImport }: { canImport: boolean }) {
  return (
    <DialogActions>
      <Button variant="default" onClick={closeManuscript}>
        {messages.manuscript.cancel}
      </Button>
      <Button disabled={!canImport} onClick={() => void importDraft()}>
        {messages.manuscript.import}
      </Button>
    </DialogActions>
  );
}

/** Up and Down go from chapter to chapter. */
function moveInTree(event: KeyboardEvent<HTMLUListElement>): void {
  const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (by === 0) return;
  const boxes = [...event.currentTarget.querySelectorAll<HTMLElement>('input[type=checkbox]')];
  const row = (event.target as Element).closest('[role=treeitem]');
  const at = boxes.findIndex((box) => row?.contains(box) === true);
  const next = boxes[at + by];
  if (at < 0 || !next) return;
  event.preventDefault();
  next.focus();
}

function ChapterTree({ chapters, words }: { chapters: readonly DraftChapter[]; words: ReadonlyMap<string, number> }) {
  const tree = useRef<HTMLUListElement>(null);
  // It comes after its dialog, once the files are read.
  useEffect(() => tree.current?.querySelector<HTMLElement>('input[type=checkbox]')?.focus(), []);
  return (
    <ul ref={tree} role="tree" aria-label={messages.narration.chapters} className={classes.tree} onKeyDown={moveInTree}>
      {chapters.map((chapter, index) => (
        <ChapterRow key={chapter.key} chapter={chapter} words={words.get(chapter.key) ?? 0} isFirst={index === 0} />
      ))}
    </ul>
  );
}

/** Blocks of a chapter that are shown at once: enough to find where another begins. */
const shownBlocks = 300;

function ChapterRow({ chapter, words, isFirst }: { chapter: DraftChapter; words: number; isFirst: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const { key, title, isChosen, blocks } = chapter;
  const Chevron = isOpen ? IconChevronDown : IconChevronRight;
  return (
    <li role="treeitem" aria-expanded={isOpen} aria-selected={isChosen} className={classes.chapter}>
      <div className={classes.row}>
        <Checkbox aria-label={title} checked={isChosen} onChange={(event) => chooseDraftChapter(key, event.currentTarget.checked)} />
        <ActionIcon variant="subtle" color="gray" aria-label={messages.manuscript.showParagraphs(title)} onClick={() => setOpen(!isOpen)}>
          <Chevron size={iconSize.normal} />
        </ActionIcon>
        <TextInput
          className={classes.title ?? ''}
          aria-label={messages.manuscript.titleOf(title)}
          value={title}
          maxLength={maximumTitle}
          onChange={(event) => renameDraftChapter(key, event.currentTarget.value)}
        />
        <span className={classes.words}>{messages.manuscript.words(number(words))}</span>
        <Tooltip label={messages.manuscript.joinWithPrevious}>
          <ActionIcon
            variant="subtle"
            color="gray"
            disabled={isFirst}
            aria-label={messages.manuscript.joinNamed(title)}
            onClick={() => joinDraftChapter(key)}
          >
            <IconArrowMerge size={iconSize.normal} />
          </ActionIcon>
        </Tooltip>
      </div>
      {isOpen && (
        <ul role="group" className={classes.blocks}>
          {blocks.slice(0, shownBlocks).map((block, index) => (
            <li key={index} role="treeitem" aria-selected={false} className={classes.block}>
              <span className={classes.text}>{block.text}</span>
              {index > 0 && (
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={messages.manuscript.startChapterAt(block.text.slice(0, 40))}
                  onClick={() => splitDraftChapter(key, index)}
                >
                  <IconScissors size={iconSize.normal} />
                </ActionIcon>
              )}
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}
