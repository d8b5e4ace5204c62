import { messages } from '#shared/messages/index.ts';
import type { BlockView } from '../../../core/chapter/chapter-view.ts';
import { currentChapter } from '../../../core/chapter/chapter.ts';
import { addCommands } from '../../../core/commands/commands.ts';
import { useProject } from '../../../core/project/project.ts';
import { useStudio, whyNotReady } from '../../../core/studio/studio.ts';
import { isOtherwiseMade } from './changed-work.ts';
import { selectedRange } from '../script/script.tsx';
import { hearRepair, keepRepair, openRepair, useRepair } from '../stores.ts';

/** Why the words that are selected cannot be generated again now. */
export function whyNotSelection(): string | undefined {
  const range = selectedRange();
  if (!range) return messages.repair.selectWords;
  return whyNotReady() ?? whyNotRepaired(currentChapter().block(range.blockId));
}

/** Why no sentence of a block can be generated alone. */
export function whyNotRepaired(block: BlockView | undefined): string | undefined {
  if (!block?.take) return messages.repair.noSound;
  if (block.attributes.locked) return messages.narration.unlockFirst;
  const { details } = useProject.getState();
  const connectionId = useStudio.getState().connection?.id;
  const isOther = details !== undefined && connectionId !== undefined && isOtherwiseMade(block, details, connectionId);
  return isOther ? messages.speech.repairOtherSettings : undefined;
}

/** Asks what generating the selected words again would cost. */
export function repairSelection(): void {
  const range = selectedRange();
  if (range) void openRepair({ blockId: range.blockId, selection: { from: range.from, to: range.to } });
}

/** Why the sentences of the selected block that have changed cannot be generated now. */
export function whyNotChanged(): string | undefined {
  const [blockId, more] = useProject.getState().selected;
  const block = blockId === undefined || more !== undefined ? undefined : currentChapter().block(blockId);
  if (!block) return messages.repair.selectWords;
  return whyNotRepaired(block) ?? whyNotReady() ?? (block.state === 'stale' ? undefined : messages.repair.notChanged);
}

export function repairChanged(): void {
  const [blockId] = useProject.getState().selected;
  if (blockId !== undefined) void openRepair({ blockId });
}

/** Sentences generated again, and what came of it. */
export function addRepairCommands(): () => void {
  const isComparing = (): boolean => useRepair.getState().repair?.step === 'comparing';
  const group = messages.narration.speech;
  return addCommands([
    {
      id: 'repair.selection',
      title: messages.repair.selectionCommand,
      group,
      keys: ['Alt+G'],
      whileWriting: true,
      run: repairSelection,
      unavailable: whyNotSelection,
    },
    {
      id: 'repair.changed',
      title: messages.repair.changedCommand,
      group,
      keys: ['Alt+Shift+G'],
      whileWriting: true,
      run: repairChanged,
      unavailable: whyNotChanged,
    },
    {
      id: 'repair.compare',
      title: messages.repair.compareCommand,
      group,
      keys: ['Alt+V'],
      whileWriting: true,
      run: () => hearRepair(),
      unavailable: () => (isComparing() ? undefined : messages.repair.nothingToCompare),
    },
    {
      id: 'repair.keep',
      title: messages.repair.keepCommand,
      group,
      run: keepRepair,
      unavailable: () => (isComparing() ? undefined : messages.repair.nothingToCompare),
    },
  ]);
}
