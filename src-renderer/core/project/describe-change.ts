import { findCharacter, type Character } from '#shared/narration/cast.ts';
import type { Outline } from '#shared/narration/outline.ts';
import { messages } from '#shared/messages/index.ts';
import { formatList } from '../../lib/format.ts';

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

/** The same of chapters: which came, or which went; `withTitles`: or which one has another name. */
export function describeOutlineChange(before: Outline, after: Outline, { withTitles }: { withTitles: boolean }): string | undefined {
  const missingIn = (outline: Outline, other: Outline) => other.filter((one) => !outline.some(({ id }) => id === one.id));
  const nameOf = (chapters: Outline): string =>
    chapters.length === 1 && chapters[0] ? messages.chapter.named(chapters[0].title) : messages.chapter.chapter(chapters.length);
  const [added, removed] = [missingIn(before, after), missingIn(after, before)];
  if (added.length > 0) return messages.chapter.wasAdded(nameOf(added));
  if (removed.length > 0) return messages.chapter.wasRemoved(nameOf(removed));
  const titles = new Map(before.map(({ id, title }) => [id, title]));
  const [renamed, ...others] = withTitles ? after.filter(({ id, title }) => titles.get(id) !== title) : [];
  if (!renamed || others.length > 0) return undefined;
  return messages.chapter.wasRenamed(messages.chapter.named(titles.get(renamed.id) ?? ''), renamed.title);
}
