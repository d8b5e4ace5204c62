import { maximumCompared } from '../../audio/comparison-player.ts';
import { addCommands, type Command } from '../../core/commands/commands.ts';
import {
  chooseHeard,
  hearNumber,
  isHidden,
  reveal,
  scoreHeard,
  setBlind,
  setLoop,
  stopComparison,
  toggleComparison,
  useComparison,
} from './comparison.ts';
import { createCandidates, useDesigns } from './store.ts';
import { whyNotReady } from '../../core/studio/studio.ts';
import { takeTransport } from '../../core/player/transport.ts';

/** The commands that there are while Design is shown. The numbers and Space play the comparison. */
export function addDesignCommands(): () => void {
  const noSounds = (): string | undefined =>
    useComparison.getState().items.length > 0 ? undefined : 'Create candidates, or open a design of the history.';
  const nothingHeard = (): string | undefined =>
    noSounds() ?? (useComparison.getState().heard === undefined ? 'Hear one first.' : undefined);
  const group = 'Design';
  const hear = Array.from({ length: maximumCompared }, (_, index): Command => {
    const number = index + 1;
    return {
      id: `design.hear-${String(number)}`,
      title: `Hear number ${String(number)}`,
      group,
      keys: [String(number)],
      run: () => hearNumber(number),
      unavailable: () =>
        noSounds() ?? (useComparison.getState().items.length < number ? `There is no number ${String(number)}.` : undefined),
    };
  });
  const stops = [
    addCommands([
      {
        id: 'design.create',
        title: 'Create candidates',
        group,
        keys: ['Mod+Enter'],
        run: () => void createCandidates(),
        unavailable: () => whyNotReady() ?? (useDesigns.getState().creating ? 'Candidates are being made.' : undefined),
      },
      ...hear,
      { id: 'design.choose', title: 'Choose what is heard', group, keys: ['C'], run: chooseHeard, unavailable: nothingHeard },
      {
        id: 'design.better',
        title: 'One point more for what is heard',
        group,
        keys: ['+', '='],
        run: () => scoreHeard(1),
        unavailable: nothingHeard,
      },
      {
        id: 'design.worse',
        title: 'One point less for what is heard',
        group,
        keys: ['-'],
        run: () => scoreHeard(-1),
        unavailable: nothingHeard,
      },
      {
        id: 'design.blind',
        title: 'Blind comparison on or off',
        group,
        keys: ['B'],
        run: () => setBlind(!isHidden(useComparison.getState().blind, useDesigns.getState().open)),
        unavailable: noSounds,
      },
      {
        id: 'design.reveal',
        title: 'Reveal whose is whose',
        group,
        keys: ['R'],
        run: reveal,
        unavailable: () =>
          noSounds() ?? (isHidden(useComparison.getState().blind, useDesigns.getState().open) ? undefined : 'The names are shown already.'),
      },
      {
        id: 'design.loop',
        title: 'Play over and over',
        group,
        keys: ['O'],
        run: () => setLoop(!useComparison.getState().loop),
        unavailable: noSounds,
      },
    ]),
    takeTransport({ toggle: toggleComparison, stop: stopComparison, unavailable: noSounds }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
