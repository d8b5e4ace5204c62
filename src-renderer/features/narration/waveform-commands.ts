import { sampleRate } from '#shared/narration/take.ts';
import type { TimelineBlock } from '#shared/narration/timeline.ts';
import { currentChapter } from '../../core/chapter/chapter.ts';
import { addCommands } from '../../core/commands/commands.ts';
import { playFromBlock, player, selectSound, stepSpeed, toggleLoop, usePlayer, whyNotFromBlock } from '../../core/player/player.ts';
import { setBlocks } from '../../core/project/project.ts';
import { announce } from '../../lib/live-region.tsx';
import { steppedPause } from './waveform-scale.ts';
import { selectedFrom, selectedTo, wordBeside } from './waveform-steps.ts';
import { selectionWords, type WaveformView } from './waveform-view.ts';

const noSound = (): string | undefined => (usePlayer.getState().sound ? undefined : 'There is no sound yet: generate it first.');
const noSelection = (): string | undefined =>
  usePlayer.getState().selection ? undefined : 'Select first: drag over the waveform, or press I and O at its ends.';

/** A press of the keys lengthens or shortens a pause by this, in milliseconds. */
const pauseStepMs = 50;

/** The block that the playhead is in, or in the pause of, as the script has it now. */
function blockAtPlayhead(): TimelineBlock | undefined {
  const { timeline } = currentChapter();
  return timeline.blockAt(Math.min(Math.round(player.moment().seconds * sampleRate), timeline.samples - 1));
}
const noBlock = (): string | undefined => noSound() ?? (blockAtPlayhead() ? undefined : 'No block sounds at the playhead.');

function stepPause(direction: 1 | -1): void {
  const block = blockAtPlayhead();
  if (!block) return;
  const pauseMs = steppedPause((block.pauseSamples * 1000) / sampleRate, direction * pauseStepMs);
  setBlocks([block.blockId], () => ({ pauseMs }));
  announce(`Pause after the block: ${String(pauseMs)} milliseconds.`);
}

function goToWord(direction: 1 | -1): void {
  const timeline = player.sound?.timeline;
  const seconds = timeline && wordBeside(timeline, player.moment().seconds, direction);
  if (seconds !== undefined) player.seek(seconds);
}

function select(end: 'from' | 'to'): void {
  const { seconds, total } = player.moment();
  const { selection } = usePlayer.getState();
  selectSound(end === 'from' ? selectedFrom(seconds, selection, total) : selectedTo(seconds, selection));
  const now = usePlayer.getState().selection;
  announce(now ? `Selected: ${selectionWords(now)}.` : 'Nothing is selected.');
}

/** The commands that there are while the waveform is shown. */
export function addSoundCommands(view: Pick<WaveformView, 'zoom' | 'fit' | 'scroll'>): () => void {
  const group = 'Sound';
  const shuttle = (direction: 1 | -1): void => {
    player.prepare();
    player.shuttle(direction);
  };
  return addCommands([
    { id: 'sound.back', title: 'Play backwards; again: faster', group, keys: ['J'], run: () => shuttle(-1), unavailable: noSound },
    { id: 'sound.pause', title: 'Pause', group, keys: ['K'], run: () => player.pause() },
    { id: 'sound.forward', title: 'Play; again: faster', group, keys: ['L'], run: () => shuttle(1), unavailable: noSound },
    {
      id: 'sound.play-from-block',
      title: 'Play from here: the caret’s block',
      group,
      keys: ['Shift+Space', 'Mod+Shift+Space'],
      run: playFromBlock,
      unavailable: whyNotFromBlock,
    },
    {
      id: 'sound.loop',
      title: 'Loop the selection or the chapter',
      group,
      keys: ['Shift+L'],
      run: toggleLoop,
    },
    { id: 'sound.slower', title: 'Play slower', group, keys: ['['], run: () => stepSpeed(-1) },
    { id: 'sound.faster', title: 'Play faster', group, keys: [']'], run: () => stepSpeed(1) },
    {
      id: 'sound.zoom-in',
      title: 'Zoom into the waveform',
      group,
      keys: ['='],
      repeats: true,
      run: () => view.zoom(2),
      unavailable: noSound,
    },
    {
      id: 'sound.zoom-out',
      title: 'Zoom out of the waveform',
      group,
      keys: ['-'],
      repeats: true,
      run: () => view.zoom(0.5),
      unavailable: noSound,
    },
    {
      id: 'sound.fit',
      title: 'Show the whole chapter’s waveform',
      group,
      keys: ['0'],
      run: () => view.fit('chapter'),
      unavailable: noSound,
    },
    {
      id: 'sound.fit-selection',
      title: 'Show the selection of the waveform',
      group,
      keys: ['9'],
      run: () => view.fit('selection'),
      unavailable: noSelection,
    },
    {
      id: 'sound.scroll-on',
      title: 'Show the next stretch of the waveform',
      group,
      keys: ['N'],
      repeats: true,
      run: () => view.scroll(1),
      unavailable: noSound,
    },
    {
      id: 'sound.scroll-back',
      title: 'Show the stretch of the waveform before',
      group,
      keys: ['B'],
      repeats: true,
      run: () => view.scroll(-1),
      unavailable: noSound,
    },
    {
      id: 'sound.next-word',
      title: 'Go to the next word',
      group,
      keys: ['.'],
      repeats: true,
      run: () => goToWord(1),
      unavailable: noSound,
    },
    {
      id: 'sound.previous-word',
      title: 'Go to the word before',
      group,
      keys: [','],
      repeats: true,
      run: () => goToWord(-1),
      unavailable: noSound,
    },
    {
      id: 'sound.select-from',
      title: 'Begin the selection at the playhead',
      group,
      keys: ['I'],
      run: () => select('from'),
      unavailable: noSound,
    },
    {
      id: 'sound.select-to',
      title: 'End the selection at the playhead',
      group,
      keys: ['O'],
      run: () => select('to'),
      unavailable: noSound,
    },
    {
      id: 'sound.longer-pause',
      title: 'Lengthen the pause after the playhead’s block',
      group,
      keys: ['P'],
      repeats: true,
      run: () => stepPause(1),
      unavailable: noBlock,
    },
    {
      id: 'sound.shorter-pause',
      title: 'Shorten the pause after the playhead’s block',
      group,
      keys: ['Shift+P'],
      repeats: true,
      run: () => stepPause(-1),
      unavailable: noBlock,
    },
    {
      id: 'sound.select-nothing',
      title: 'Clear the selection of the waveform',
      group,
      run: () => selectSound(undefined),
      unavailable: noSelection,
    },
  ]);
}
