import { IconUpload } from '@tabler/icons-react';
import { useEffect } from 'react';
import { acceptedInWords, fileBytesInWords } from '#shared/clone/files.ts';
import { droppedIn, hasSound } from '../../features/clone/clone-files.ts';
import { goToPanel, useWindow } from '../../core/window/window.ts';
import { soleTarget, useDropTargets, type DropTarget } from '../../ui/drop-targets.ts';
import { iconSize } from '../../lib/icon-size.ts';
import classes from './window-drop.module.css';
import { messages } from '#shared/messages/index.ts';
import { openManuscripts } from '../../features/narration/stores.ts';
import { addDropped } from '../../features/clone/stores.ts';
import { useDraggedKinds } from '../start/dragged-kinds.ts';
import { isManuscript, type FileKind } from '../start/kinds.ts';
import { useDroppedRecording } from './dropped-recording.ts';
import { explainUnopened, openDropped } from '../start/open-files.ts';

const recordingFiles = messages.window.recordingFiles(acceptedInWords, fileBytesInWords);

/** A panel without drop zones: texts that are dropped on it become chapters, recordings open Clone. */
const cloneTarget: DropTarget = {
  name: messages.window.dropFiles,
  fills: 'clone',
  words: messages.window.dropNote(messages.window.manuscriptFiles, recordingFiles),
  take: (transfer) => {
    const dropped = droppedIn(transfer);
    if (!hasSound(dropped)) {
      const manuscripts = dropped.files.filter(({ name }) => isManuscript(name));
      if (manuscripts.length > 0) void openManuscripts(manuscripts);
      else explainUnopened(dropped.files, messages.window.dropTypes(acceptedInWords));
      return;
    }
    goToPanel({ panel: 'clone' });
    void addDropped(dropped);
  },
};

/** Narration with a project: a recording may be of its chapter as well, so that the person is asked. */
const narrationTarget: DropTarget = {
  name: messages.window.dropOnNarration,
  fills: 'narration',
  words: messages.window.manuscriptFiles,
  take: (transfer) => {
    const dropped = droppedIn(transfer);
    if (hasSound(dropped)) useDroppedRecording.setState({ dropped });
    else cloneTarget.take?.(transfer);
  },
};

/** What is said of it while files are dragged that are all of one kind, as far as the browser says. */
const cloneWords: Partial<Record<FileKind, Pick<DropTarget, 'name' | 'words'>>> = {
  manuscript: { name: messages.window.dropManuscript, words: messages.window.manuscriptFiles },
  recording: { name: messages.window.dropRecordings, words: recordingFiles },
};

const narrationRecording = { name: messages.window.dropRecording, words: messages.window.dropRecordingNote };
const narrationWords: Record<FileKind, Pick<DropTarget, 'name' | 'words'>> = {
  manuscript: { name: messages.window.dropManuscript, words: messages.window.manuscriptFiles },
  recording: narrationRecording,
  video: narrationRecording,
};

function wordsOf(target: DropTarget, kinds: ReadonlySet<FileKind>): Pick<DropTarget, 'name' | 'words'> {
  const [kind] = kinds;
  if (target === narrationTarget && kinds.size === 1 && kind !== undefined) return narrationWords[kind];
  return (target === cloneTarget && kinds.size === 1 && kind !== undefined && cloneWords[kind]) || target;
}

/** The Start screen: what is dropped decides what is begun. */
const startTarget: DropTarget = { name: messages.start.dropName, fills: 'start', words: messages.start.dropNote, take: openDropped };

/** Panels that take files of their own: what they have a place for already is never taken for a recording to clone. */
const ofTheirOwn: ReadonlySet<string> = new Set(['lip-sync', 'dubbing', 'transcribe', 'images-video']);

/**
 * The whole window takes files: for the panel's drop zone where it has one, and else texts, which become chapters, and recordings, which open Clone. Where a panel has zones for
 * different things, or had them and each is filled, it takes none, and the pointer says so. No file is ever opened in the window's place, as
 * browsers do.
 */
export function WindowDrop({ start, panel }: { start: boolean; panel: string }) {
  const dragged = useDraggedKinds();
  const targets = useDropTargets((state) => state.targets);
  const hasOwn = useWindow(({ panel }) => panel !== undefined && ofTheirOwn.has(panel));
  const panelTarget = targets.length > 0 ? soleTarget(targets) : hasOwn ? undefined : panel === 'narration' ? narrationTarget : cloneTarget;
  const target = start ? startTarget : panelTarget;
  useEffect(() => {
    const over = (event: DragEvent): void => {
      if (event.dataTransfer?.types.includes('Files') !== true) return;
      if (!event.defaultPrevented) event.dataTransfer.dropEffect = target?.take === undefined ? 'none' : 'copy';
      event.preventDefault();
    };
    // Before anybody else: an editor takes every drop for text.
    const take = (event: DragEvent): void => {
      if (event.dataTransfer?.types.includes('Files') !== true) return;
      if (event.target instanceof Element && event.target.closest('[data-drop-zone]')) return;
      event.preventDefault();
      event.stopPropagation();
      target?.take?.(event.dataTransfer);
    };
    window.addEventListener('dragover', over);
    window.addEventListener('drop', take, true);
    return () => {
      window.removeEventListener('dragover', over);
      window.removeEventListener('drop', take, true);
    };
  }, [target]);
  if (dragged === undefined || target === undefined) return null;
  const { name, words } = wordsOf(target, dragged);
  return (
    <div className={classes.lit}>
      <div className={classes.words} role="status">
        <IconUpload size={iconSize.huge} stroke={1.5} aria-hidden />
        <strong>{name}</strong>
        <span>{words}</span>
      </div>
    </div>
  );
}
