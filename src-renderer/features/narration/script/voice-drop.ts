import { useProject } from '../../../core/project/project.ts';
import { carriesVoice, draggedVoice } from '../../../core/voices/voice-drag.ts';
import { giveToBlocks, voiceOfId } from '../../../core/voices/voices.ts';

/**
 * A voice that is dropped on a block of the script: the block speaks with it, and with it the other selected blocks where it is one of them.
 * The block lights up before the drop. Answers with what ends it. `onChanged`: a block that was not selected has a voice now.
 */
export function takeVoices(place: HTMLElement | null, onChanged: (blockId: string) => void): (() => void) | undefined {
  if (!place) return undefined;
  const controller = new AbortController();
  const options = { signal: controller.signal, capture: true };
  let lit: HTMLElement | undefined;
  const light = (block: HTMLElement | undefined): void => {
    if (lit !== block) delete lit?.dataset['voiceDrop'];
    if (block) block.dataset['voiceDrop'] = '';
    lit = block;
  };
  const over = (event: DragEvent): void => {
    if (!event.dataTransfer || !carriesVoice(event.dataTransfer)) return;
    event.preventDefault();
    event.stopPropagation();
    const block = blockUnder(event);
    event.dataTransfer.dropEffect = block ? 'copy' : 'none';
    light(block);
  };
  place.addEventListener('dragenter', over, options);
  place.addEventListener('dragover', over, options);
  place.addEventListener(
    'dragleave',
    ({ relatedTarget }) => {
      if (relatedTarget === null) light(undefined);
    },
    options,
  );
  place.addEventListener(
    'drop',
    (event) => {
      if (!event.dataTransfer || !carriesVoice(event.dataTransfer)) return;
      event.preventDefault();
      event.stopPropagation();
      light(undefined);
      const blockId = blockUnder(event)?.dataset['block'];
      const voice = voiceOfId(draggedVoice(event.dataTransfer));
      if (blockId === undefined || !voice) return;
      const { selected } = useProject.getState();
      const isAmong = selected.includes(blockId);
      giveToBlocks(voice, isAmong ? selected : [blockId]);
      // What was changed is what is selected: the inspector shows the voice, and Generate makes it.
      if (!isAmong) onChanged(blockId);
    },
    options,
  );
  return () => {
    light(undefined);
    controller.abort();
  };
}

function blockUnder({ target }: DragEvent): HTMLElement | undefined {
  return (target instanceof Element && target.closest<HTMLElement>('[data-block]')) || undefined;
}
