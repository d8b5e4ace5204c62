import { addCommands } from '../../state/commands.ts';
import { playFromBlock, player, selectSound, stepSpeed, toggleLoop, usePlayer, whyNotFromBlock } from '../../state/player.ts';
import type { WaveformView } from './waveform-view.ts';

const noSound = (): string | undefined => (usePlayer.getState().sound ? undefined : 'There is no sound yet: generate it first.');
const noSelection = (): string | undefined => (usePlayer.getState().selection ? undefined : 'Drag over the waveform to select first.');

/** The commands that there are while the waveform is shown. */
export function addSoundCommands(view: Pick<WaveformView, 'zoom' | 'fit'>): () => void {
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
      id: 'sound.select-nothing',
      title: 'Clear the selection of the waveform',
      group,
      run: () => selectSound(undefined),
      unavailable: noSelection,
    },
  ]);
}
