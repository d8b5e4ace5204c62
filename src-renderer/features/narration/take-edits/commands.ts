import { decimal } from '#shared/messages/figures.ts';
import { messages } from '#shared/messages/index.ts';
import { maximumGainDb, minimumGainDb, shortestSoundMs } from '#shared/narration/take-edit.ts';
import { sampleRate } from '#shared/narration/take.ts';
import type { TimelineBlock } from '#shared/narration/chapter-timeline.ts';
import { currentChapter } from '../../../core/chapter/chapter.ts';
import { addCommands } from '../../../core/commands/commands.ts';
import { player } from '../../../core/player/player.ts';
import { useProject } from '../../../core/project/project.ts';
import { announce } from '../../../lib/live-region.tsx';
import { editTakes, findHeardTake, longestTrimOf, noEdit } from './edit-takes.ts';

const stepDb = 1;

const selectedWithSound = (): string[] => useProject.getState().selected.filter((blockId) => findHeardTake(blockId) !== undefined);
const noSound = (): string | undefined => (selectedWithSound().length > 0 ? undefined : messages.takeEdits.noSound);

function stepGain(by: number): void {
  const blockIds = selectedWithSound();
  editTakes(blockIds, ({ edit: { gainDb = 0 } }) => ({ gainDb: Math.min(maximumGainDb, Math.max(minimumGainDb, gainDb + by)) }));
  const gains = blockIds.map((blockId) => findHeardTake(blockId)?.edit.gainDb ?? 0);
  announce(gains.length === 1 ? messages.takeEdits.gainSet(decimal(gains[0] ?? 0)) : messages.takeEdits.gainsChanged(String(gains.length)));
}

/** The block whose sound the playhead is in, and how many milliseconds of it are before the playhead. */
function findPlayhead(): { block: TimelineBlock; ms: number } | undefined {
  const { timeline } = currentChapter();
  const sample = Math.round(player.moment().seconds * sampleRate);
  const block = timeline.blockAt(sample);
  if (!block || sample - block.start >= block.samples) return undefined;
  return { block, ms: Math.round(((sample - block.start) * 1000) / sampleRate) };
}
const noPlayhead = (): string | undefined => (findPlayhead() ? undefined : messages.takeEdits.playheadOutside);

/** Cuts the take under the playhead off there. */
function trimAtPlayhead(end: 'start' | 'end'): void {
  const found = findPlayhead();
  const heard = found && findHeardTake(found.block.blockId);
  if (!found || !heard) return;
  const { block, ms } = found;
  const { trimStartMs = 0, trimEndMs = 0 } = heard.edit;
  const wanted = end === 'start' ? trimStartMs + ms : trimEndMs + Math.round((block.samples * 1000) / sampleRate) - ms;
  const trimMs = Math.min(wanted, longestTrimOf(heard, end));
  editTakes([block.blockId], () => (end === 'start' ? { trimStartMs: trimMs } : { trimEndMs: trimMs }));
  // The playhead stays at the sound that it was at.
  if (end === 'start') player.seek(block.start / sampleRate);
  const words = end === 'start' ? messages.takeEdits.startTrimmed : messages.takeEdits.endTrimmed;
  announce(trimMs < wanted ? messages.takeEdits.longestTrim(String(shortestSoundMs / 1000)) : words(String(trimMs / 1000)));
}

/** The commands that edit how takes sound. */
export function addTakeEditCommands(): () => void {
  const common = { group: messages.narration.takes, whileWriting: true };
  return addCommands([
    {
      ...common,
      id: 'takes.louder',
      title: messages.takeEdits.louderCommand,
      keys: ['Alt+='],
      repeats: true,
      run: () => stepGain(stepDb),
      unavailable: noSound,
    },
    {
      ...common,
      id: 'takes.quieter',
      title: messages.takeEdits.quieterCommand,
      keys: ['Alt+-'],
      repeats: true,
      run: () => stepGain(-stepDb),
      unavailable: noSound,
    },
    {
      ...common,
      id: 'takes.trim-start',
      title: messages.takeEdits.trimStartCommand,
      keys: ['Alt+[', 'Alt+<'],
      run: () => trimAtPlayhead('start'),
      unavailable: noPlayhead,
    },
    {
      ...common,
      id: 'takes.trim-end',
      title: messages.takeEdits.trimEndCommand,
      keys: ['Alt+]', 'Alt+>'],
      run: () => trimAtPlayhead('end'),
      unavailable: noPlayhead,
    },
    {
      ...common,
      id: 'takes.reset-edits',
      title: messages.takeEdits.resetCommand,
      run: () => {
        editTakes(selectedWithSound(), () => noEdit);
        announce(messages.takeEdits.resetDone);
      },
      unavailable: () =>
        noSound() ??
        (selectedWithSound().some((blockId) => Object.keys(findHeardTake(blockId)?.edit ?? {}).length > 0)
          ? undefined
          : messages.takeEdits.notEdited),
    },
  ]);
}
