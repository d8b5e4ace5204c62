import { IconUserPlus } from '@tabler/icons-react';
import { useEffect } from 'react';
import { acceptedInWords, fileBytesInWords } from '#shared/clone/files.ts';
import { addDropped, droppedIn, hasSound } from '../state/clone-files.ts';
import { goToPanel, useWindow } from '../state/window.ts';
import { useFilesNear } from '../ui/drop-zone.tsx';
import { toastReason } from '../ui/toast.tsx';
import classes from './window-drop.module.css';

/**
 * The whole window takes recordings, whatever panel it shows: they open Clone. What a panel's own drop zone takes is its own. A file that nobody
 * takes is said to be so, and never opened in the window's place, as browsers do.
 */
export function WindowDrop() {
  const near = useFilesNear();
  useEffect(() => {
    const over = (event: DragEvent): void => {
      if (event.dataTransfer?.types.includes('Files') !== true) return;
      if (!event.defaultPrevented) event.dataTransfer.dropEffect = 'copy';
      event.preventDefault();
    };
    // Before anybody else: an editor takes every drop for text.
    const takeSound = (event: DragEvent): void => {
      if (event.dataTransfer?.types.includes('Files') !== true) return;
      if (event.target instanceof Element && event.target.closest('[data-drop-zone]')) return;
      const dropped = droppedIn(event.dataTransfer);
      if (!hasSound(dropped) && useWindow.getState().panel !== 'clone') return;
      event.preventDefault();
      event.stopPropagation();
      goToPanel({ panel: 'clone' });
      void addDropped(dropped);
    };
    const refuse = (event: DragEvent): void => {
      if (event.defaultPrevented || event.dataTransfer?.types.includes('Files') !== true) return;
      event.preventDefault();
      toastReason('Nothing was opened', `The window takes recordings to clone a voice from: ${acceptedInWords}, or folders of them.`);
    };
    window.addEventListener('dragover', over);
    window.addEventListener('drop', takeSound, true);
    window.addEventListener('drop', refuse);
    return () => {
      window.removeEventListener('dragover', over);
      window.removeEventListener('drop', takeSound, true);
      window.removeEventListener('drop', refuse);
    };
  }, []);
  if (!near) return null;
  return (
    <div className={classes.lit}>
      <div className={classes.words} role="status">
        <IconUserPlus size={24} stroke={1.5} aria-hidden />
        <strong>Drop recordings to clone a voice</strong>
        <span>
          {acceptedInWords}; files or folders, up to {fileBytesInWords} each
        </span>
      </div>
    </div>
  );
}
