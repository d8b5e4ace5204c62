import { maximumCompared } from '../../audio/comparison-player.ts';
import { addCommands, type Command } from '../../core/commands/commands.ts';
import { isHidden } from './comparison-store.ts';
import { whyNotReady } from '../../core/studio/studio.ts';
import { takeTransport } from '../../core/player/transport.ts';
import { messages } from '#shared/messages/index.ts';
import {
  chooseHeard,
  hearNumber,
  reveal,
  scoreHeard,
  setBlind,
  setLoop,
  stopComparison,
  toggleComparison,
  useComparison,
  createCandidates,
  useDesigns,
} from './stores.ts';

/** The commands that there are while Design is shown. The numbers and Space play the comparison. */
export function addDesignCommands(): () => void {
  const noSounds = (): string | undefined => (useComparison.getState().items.length > 0 ? undefined : messages.design.needsCandidates);
  const nothingHeard = (): string | undefined =>
    noSounds() ?? (useComparison.getState().heard === undefined ? messages.design.playFirst : undefined);
  const group = messages.design.design;
  const hear = Array.from({ length: maximumCompared }, (_, index): Command => {
    const number = index + 1;
    return {
      id: `design.hear-${String(number)}`,
      title: messages.design.playNumber(String(number)),
      group,
      keys: [String(number)],
      run: () => hearNumber(number),
      unavailable: () =>
        noSounds() ?? (useComparison.getState().items.length < number ? messages.design.noSuchNumber(String(number)) : undefined),
    };
  });
  const stops = [
    addCommands([
      {
        id: 'design.create',
        title: messages.design.createCandidates,
        group,
        keys: ['Mod+Enter'],
        charges: true,
        run: () => void createCandidates(),
        unavailable: () => whyNotReady() ?? (useDesigns.getState().creating ? messages.design.candidatesInProgress : undefined),
      },
      ...hear,
      { id: 'design.choose', title: messages.design.choosePlaying, group, keys: ['C'], run: chooseHeard, unavailable: nothingHeard },
      {
        id: 'design.better',
        title: messages.design.scoreUp,
        group,
        keys: ['+', '='],
        run: () => scoreHeard(1),
        unavailable: nothingHeard,
      },
      {
        id: 'design.worse',
        title: messages.design.scoreDown,
        group,
        keys: ['-'],
        run: () => scoreHeard(-1),
        unavailable: nothingHeard,
      },
      {
        id: 'design.blind',
        title: messages.design.toggleBlind,
        group,
        keys: ['B'],
        run: () => setBlind(!isHidden(useComparison.getState().blind, useDesigns.getState().open)),
        unavailable: noSounds,
      },
      {
        id: 'design.reveal',
        title: messages.design.revealNames,
        group,
        keys: ['R'],
        run: reveal,
        unavailable: () =>
          noSounds() ??
          (isHidden(useComparison.getState().blind, useDesigns.getState().open) ? undefined : messages.design.namesAlreadyShown),
      },
      {
        id: 'design.loop',
        title: messages.design.loopNote,
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
