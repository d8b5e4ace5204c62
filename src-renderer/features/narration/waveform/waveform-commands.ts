import { sampleRate } from '#shared/narration/take.ts';
import type { TimelineBlock } from '#shared/narration/chapter-timeline.ts';
import { currentChapter } from '../../../core/chapter/chapter.ts';
import { addCommands } from '../../../core/commands/commands.ts';
import { playFromBlock, player, selectSound, stepSpeed, toggleLoop, usePlayer, whyNotFromBlock } from '../../../core/player/player.ts';
import { setBlocks } from '../../../core/project/project.ts';
import { announce } from '../../../lib/live-region.tsx';
import { steppedPause } from './waveform-scale.ts';
import { selectedFrom, selectedTo, wordBeside } from './waveform-steps.ts';
import { selectionWords, type WaveformView } from './waveform-view.ts';
import { messages } from '#shared/messages/index.ts';

const noSound = (): string | undefined => (usePlayer.getState().sound ? undefined : messages.narration.generateFirst);
const noSelection = (): string | undefined => (usePlayer.getState().selection ? undefined : messages.narration.selectFirst);

/** A press of the keys lengthens or shortens a pause by this, in milliseconds. */
const pauseStepMs = 50;

/** The block that the playhead is in, or in the pause of, as the script has it now. */
function blockAtPlayhead(): TimelineBlock | undefined {
  const { timeline } = currentChapter();
  return timeline.blockAt(Math.min(Math.round(player.moment().seconds * sampleRate), timeline.samples - 1));
}
const noBlock = (): string | undefined => noSound() ?? (blockAtPlayhead() ? undefined : messages.narration.noBlockAtPlayhead);

function stepPause(direction: 1 | -1): void {
  const block = blockAtPlayhead();
  if (!block) return;
  const pauseMs = steppedPause((block.pauseSamples * 1000) / sampleRate, direction * pauseStepMs);
  setBlocks([block.blockId], () => ({ pauseMs }));
  announce(messages.narration.pauseSet(String(pauseMs)));
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
  announce(now ? messages.narration.rangeSelected(selectionWords(now)) : messages.narration.nothingSelected);
}

/** The commands that there are while the waveform is shown. */
export function addSoundCommands(view: Pick<WaveformView, 'zoom' | 'fit' | 'scroll'>): () => void {
  const group = messages.narration.audioGroup;
  const shuttle = (direction: 1 | -1): void => {
    player.prepare();
    player.shuttle(direction);
  };
  return addCommands([
    {
      id: 'sound.back',
      title: messages.narration.playBackwards,
      group,
      keys: ['J'],
      run: () => shuttle(-1),
      unavailable: noSound,
    },
    { id: 'sound.pause', title: messages.narration.pause, group, keys: ['K'], run: () => player.pause() },
    { id: 'sound.forward', title: messages.narration.playForwards, group, keys: ['L'], run: () => shuttle(1), unavailable: noSound },
    {
      id: 'sound.play-from-block',
      title: messages.narration.playFromHereCommand,
      group,
      keys: ['Shift+Space', 'Mod+Shift+Space'],
      run: playFromBlock,
      unavailable: whyNotFromBlock,
    },
    {
      id: 'sound.loop',
      title: messages.narration.loopCommand,
      group,
      keys: ['Shift+L'],
      run: toggleLoop,
    },
    // The second key is for keyboards that have the first only with AltGr, such as German ones.
    { id: 'sound.slower', title: messages.narration.playSlower, group, keys: ['[', '<'], run: () => stepSpeed(-1) },
    { id: 'sound.faster', title: messages.narration.playFaster, group, keys: [']', '>'], run: () => stepSpeed(1) },
    {
      id: 'sound.zoom-in',
      title: messages.narration.zoomInCommand,
      group,
      keys: ['=', '+'],
      repeats: true,
      run: () => view.zoom(2),
      unavailable: noSound,
    },
    {
      id: 'sound.zoom-out',
      title: messages.narration.zoomOutCommand,
      group,
      keys: ['-'],
      repeats: true,
      run: () => view.zoom(0.5),
      unavailable: noSound,
    },
    {
      id: 'sound.fit',
      title: messages.narration.fitCommand,
      group,
      keys: ['0'],
      run: () => view.fit('chapter'),
      unavailable: noSound,
    },
    {
      id: 'sound.fit-selection',
      title: messages.narration.zoomToSelectionCommand,
      group,
      keys: ['9'],
      run: () => view.fit('selection'),
      unavailable: noSelection,
    },
    {
      id: 'sound.scroll-on',
      title: messages.narration.scrollForward,
      group,
      keys: ['N'],
      repeats: true,
      run: () => view.scroll(1),
      unavailable: noSound,
    },
    {
      id: 'sound.scroll-back',
      title: messages.narration.scrollBack,
      group,
      keys: ['B'],
      repeats: true,
      run: () => view.scroll(-1),
      unavailable: noSound,
    },
    {
      id: 'sound.next-word',
      title: messages.narration.nextWord,
      group,
      keys: ['.'],
      repeats: true,
      run: () => goToWord(1),
      unavailable: noSound,
    },
    {
      id: 'sound.previous-word',
      title: messages.narration.previousWord,
      group,
      keys: [','],
      repeats: true,
      run: () => goToWord(-1),
      unavailable: noSound,
    },
    {
      id: 'sound.select-from',
      title: messages.narration.selectionStart,
      group,
      keys: ['I'],
      run: () => select('from'),
      unavailable: noSound,
    },
    {
      id: 'sound.select-to',
      title: messages.narration.selectionEnd,
      group,
      keys: ['O'],
      run: () => select('to'),
      unavailable: noSound,
    },
    {
      id: 'sound.longer-pause',
      title: messages.narration.lengthenPause,
      group,
      keys: ['P'],
      repeats: true,
      run: () => stepPause(1),
      unavailable: noBlock,
    },
    {
      id: 'sound.shorter-pause',
      title: messages.narration.shortenPause,
      group,
      keys: ['Shift+P'],
      repeats: true,
      run: () => stepPause(-1),
      unavailable: noBlock,
    },
    {
      id: 'sound.select-nothing',
      title: messages.narration.clearSelection,
      group,
      run: () => selectSound(undefined),
      unavailable: noSelection,
    },
  ]);
}
