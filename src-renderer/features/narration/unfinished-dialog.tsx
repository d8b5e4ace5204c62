import { Button } from '@mantine/core';
import { Dialog, DialogActions, DialogWords } from '../../ui/dialog.tsx';
import { plural } from '../../lib/format.ts';
import type { UnfinishedBlock } from '#shared/narration/unfinished.ts';
import { goToBlock } from './script.tsx';
import classes from './unfinished-dialog.module.css';

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
          ? `${String(silent)} of ${plural(withText, 'block')} ${silent === 1 ? 'has' : 'have'} no sound`
          : `${plural(stale, 'block')} changed`
      }
    >
      <DialogWords>
        {silent > 0 && 'An export leaves out blocks without sound. '}
        {stale > 0 && `${plural(stale, 'block')} changed after the sound was generated: an export has the earlier sound.`}
      </DialogWords>
      <ul className={classes.list} aria-label="Missing">
        {blocks.slice(0, named).map((block) => (
          <li key={block.id}>
            <button type="button" className={classes.block} onClick={() => goTo(block)}>
              <span className={classes.text}>{block.text}</span>
              <span className={classes.note}>
                {hasChapters && `${block.chapterTitle} · `}
                {block.isStale ? 'Changed' : 'No sound'}
              </span>
            </button>
          </li>
        ))}
        {blocks.length > named && <li className={classes.note}>and {plural(blocks.length - named, 'more block')}</li>}
      </ul>
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button variant="default" onClick={onExport}>
          Export anyway
        </Button>
        <Button data-autofocus onClick={onGenerate}>
          Generate {plural(blocks.length, 'block')}…
        </Button>
      </DialogActions>
    </Dialog>
  );
}
