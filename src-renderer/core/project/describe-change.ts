import { findCharacter, type Character } from '#shared/narration/cast.ts';
import { AttrStep, type Step } from '@tiptap/pm/transform';
import type { Node } from '@tiptap/pm/model';
import type { BlockAttributes } from '#shared/narration/document.ts';
import { sameOutline, type Outline } from '#shared/narration/outline.ts';
import { messages } from '#shared/messages/index.ts';
import { formatList, number } from '../../lib/format.ts';

/** What an act did to the cast, in a few words; `undefined` where it did nothing. */
export function describeCastChange(before: readonly Character[], after: readonly Character[]): string | undefined {
  const namesOf = (cast: readonly Character[]): string => formatList(cast.map(({ name }) => name));
  const added = after.filter(({ id }) => !findCharacter(before, id));
  if (added.length > 0) return messages.voicing.castAdded(namesOf(added));
  const removed = before.filter(({ id }) => !findCharacter(after, id));
  if (removed.length > 0) return messages.voicing.castRemoved(namesOf(removed));
  const changed = after.filter((one) => JSON.stringify(one) !== JSON.stringify(findCharacter(before, one.id)));
  const [only, ...others] = changed;
  if (!only) return undefined;
  const old = findCharacter(before, only.id);
  if (others.length === 0 && old && old.name !== only.name) return messages.voicing.castRenamed(old.name, only.name);
  const isVoice = others.length === 0 && old?.voiceId !== only.voiceId;
  return isVoice ? messages.voicing.castVoice(only.name) : messages.voicing.castChanged(namesOf(changed));
}

/** What an act did to the chapters: which it added, or deleted; `alone`, where it did nothing else: or which one it renamed, or their order. */
export function describeOutlineChange(before: Outline, after: Outline, { alone }: { alone: boolean }): string | undefined {
  const missingIn = (outline: Outline, other: Outline) => other.filter((one) => !outline.some(({ id }) => id === one.id));
  const nameOf = (chapters: Outline): string =>
    chapters.length === 1 && chapters[0] ? messages.chapter.named(chapters[0].title) : messages.chapter.chapter(chapters.length);
  const [added, removed] = [missingIn(before, after), missingIn(after, before)];
  if (added.length > 0) return messages.chapter.actAdd(nameOf(added));
  if (removed.length > 0) return messages.chapter.actDelete(nameOf(removed));
  const titles = new Map(before.map(({ id, title }) => [id, title]));
  const [renamed, ...others] = after.filter(({ id, title }) => titles.get(id) !== title);
  if (!alone || others.length > 0) return undefined;
  if (renamed) return messages.chapter.actRename(messages.chapter.named(titles.get(renamed.id) ?? ''), renamed.title);
  return sameOutline(before, after) ? undefined : messages.chapter.actOrder;
}

type BlockSetting = keyof typeof messages.voicing.settingsOfBlocks;
const settingOf: Partial<Record<string, BlockSetting>> = {
  ...{ takeId: 'take', locked: 'lock', note: 'note', pauseMs: 'pause', takeEdits: 'takeEdits' },
  ...{ voiceId: 'voice', modelId: 'voice', characterId: 'character' },
} satisfies Partial<Record<keyof BlockAttributes, BlockSetting>>;

/** What steps set of which blocks: `take of block 3`. `undefined` where they change text as well. */
export function describeBlockSettings(changes: readonly { steps: readonly Step[]; document: Node }[]): string | undefined {
  const settings = new Set<BlockSetting>();
  const places = new Set<string>();
  let place = 0;
  for (const [chapter, { steps, document }] of changes.entries())
    for (const step of steps) {
      // No step of these moves a block.
      if (!(step instanceof AttrStep)) return undefined;
      settings.add(settingOf[step.attr] ?? 'settings');
      place = document.resolve(step.pos).index(0) + 1;
      places.add(`${chapter} ${place}`);
    }
  const [only = 'settings', ...others] = settings;
  if (places.size === 0) return undefined;
  const blocks = places.size === 1 ? messages.voicing.blockNumber(number(place)) : messages.narration.block(places.size);
  return messages.voicing.settingsOfBlocks[others.length === 0 ? only : 'settings'](blocks);
}
