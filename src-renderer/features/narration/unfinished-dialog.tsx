import { Button } from '@mantine/core';
import { Dialog, DialogActions, DialogWords } from '../../ui/dialog.tsx';
import { plural } from '../../lib/format.ts';
import type { UnfinishedBlock } from '#shared/narration/unfinished.ts';
import { goToBlock } from './script.tsx';
import classes from './unfinished-dialog.module.css';
import { messages } from '#shared/messages/index.ts';

/** Blocks that are named; the rest is counted. */
const named = 50;

interface UnfinishedDialogProps {
  blocks: readonly UnfinishedBlock[];
  /** Blocks with text in what is exported. */
  withText: number;
  onClose: () => void;
  onGenerate: () => void;
  onExport: () => void;
}

/** Asks before an unfinished chapter is exported, names what is missing, and offers to generate it. */
export function UnfinishedDialog({ blocks, withText, onClose, onGenerate, onExport }: UnfinishedDialogProps) {
  const stale = blocks.filter(({ isStale }) => isStale).length;
  const silent = blocks.length - stale;
  const hasChapters = new Set(blocks.map(({ chapterId }) => chapterId)).size > 1;
  const goTo = ({ id }: UnfinishedBlock): void => {
    onClose();
    goToBlock(id);
  };
  return (
    <Dialog
      onClose={onClose}
      title={
        silent > 0
          ? messages.narration.noAudioCount(String(silent), plural(withText, messages.narration.block), silent === 1 ? 'has' : 'have')
          : messages.narration.changedCount(plural(stale, messages.narration.block))
      }
    >
      <DialogWords>
        {silent > 0 && messages.narration.missingLeftOut}
        {stale > 0 && messages.narration.changedNote(plural(stale, messages.narration.block))}
      </DialogWords>
      <ul className={classes.list} aria-label={messages.narration.missing}>
        {blocks.slice(0, named).map((block) => (
          <li key={block.id}>
            <button type="button" className={classes.block} onClick={() => goTo(block)}>
              <span className={classes.text}>{block.text}</span>
              <span className={classes.note}>
                {hasChapters && `${block.chapterTitle} · `}
                {block.isStale ? messages.narration.changed : messages.narration.noAudio}
              </span>
            </button>
          </li>
        ))}
        {blocks.length > named && (
          <li className={classes.note}>{messages.narration.andMore(plural(blocks.length - named, messages.narration.moreBlock))}</li>
        )}
      </ul>
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          {messages.narration.cancel}
        </Button>
        <Button variant="default" onClick={onExport}>
          {messages.narration.exportAnyway}
        </Button>
        <Button data-autofocus onClick={onGenerate}>
          {messages.narration.generateBlocks(plural(blocks.length, messages.narration.block))}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
