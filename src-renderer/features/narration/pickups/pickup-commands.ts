import { messages } from '#shared/messages/index.ts';
import { addCommands } from '../../../core/commands/commands.ts';
import { currentChapter } from '../../../core/chapter/chapter.ts';
import { usePlayer } from '../../../core/player/player.ts';
import {
  acceptPickup,
  currentPickup,
  makeAnother,
  markPlace,
  openPickups,
  openRepair,
  playAround,
  selectPickup,
  stepPickup,
  usePickups,
  whyNotAnother,
} from '../stores.ts';
import { whyNotRepaired } from '../repair/commands.ts';
import { isScriptFocused } from '../script/script.tsx';
import { findSelection } from './words-of-pickup.ts';

const none = (): string | undefined => (usePickups.getState().listed.length === 0 ? messages.pickups.nonePresent : undefined);
const notSelected = (): string | undefined => (currentPickup() ? undefined : messages.pickups.notSelected);

/** Goes to the block of the selected pickup, in whatever chapter, and buys another reading of it. */
export function generateAgain(): void {
  const placed = currentPickup();
  if (!placed || whyNotAnother(placed.blockId) !== undefined) return;
  selectPickup(placed);
  makeAnother(placed.blockId);
}

/** Asks what the sentence of the selected pickup alone would cost. */
function generateSentence(): void {
  const placed = currentPickup();
  if (!placed || whyNotSentence() !== undefined) return;
  selectPickup(placed);
  const selection = findSelection(placed);
  if (selection) void openRepair({ blockId: placed.blockId, selection, pickupId: placed.pickup.id });
}

function whyNotSentence(): string | undefined {
  const placed = currentPickup();
  if (!placed) return messages.pickups.notSelected;
  if (!findSelection(placed)) return messages.pickups.noSentence;
  return whyNotAnother(placed.blockId) ?? whyNotRepaired(currentChapter().block(placed.blockId));
}

/** Marking while listening, and going through the list. */
export function addPickupCommands(): () => void {
  const { group } = messages.pickups;
  return addCommands([
    {
      id: 'pickups.mark',
      title: messages.pickups.markCommand,
      keywords: [messages.pickups.markKeyword],
      group,
      keys: ['M', 'Alt+M'],
      whileWriting: true,
      run: markPlace,
      unavailable: () => (usePlayer.getState().sound ? undefined : messages.pickups.nothingPlays),
    },
    {
      id: 'pickups.show',
      title: messages.pickups.showCommand,
      keywords: [messages.pickups.checksKeyword],
      group,
      keys: ['Shift+M'],
      run: openPickups,
    },
    {
      id: 'pickups.next',
      title: messages.pickups.nextCommand,
      group,
      keys: ['Alt+N'],
      whileWriting: true,
      repeats: true,
      run: () => stepPickup(1, isScriptFocused()),
      unavailable: none,
    },
    {
      id: 'pickups.previous',
      title: messages.pickups.previousCommand,
      group,
      keys: ['Alt+Shift+N'],
      whileWriting: true,
      repeats: true,
      run: () => stepPickup(-1, isScriptFocused()),
      unavailable: none,
    },
    {
      id: 'pickups.play-around',
      title: messages.pickups.playAroundCommand,
      group,
      keys: ['Alt+A'],
      whileWriting: true,
      run: playAround,
      unavailable: notSelected,
    },
    {
      id: 'pickups.accept',
      title: messages.pickups.acceptCommand,
      group,
      keys: ['Alt+K'],
      whileWriting: true,
      run: acceptPickup,
      unavailable: notSelected,
    },
    {
      id: 'pickups.generate-sentence',
      title: messages.pickups.generateSentenceCommand,
      group,
      run: generateSentence,
      unavailable: whyNotSentence,
    },
    {
      id: 'pickups.generate-again',
      title: messages.pickups.generateAgainCommand,
      group,
      charges: true,
      run: generateAgain,
      unavailable: () => notSelected() ?? whyNotAnother(currentPickup()?.blockId),
    },
  ]);
}
