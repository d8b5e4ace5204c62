import type { BlockId } from '#shared/ids.ts';
import { messages } from '#shared/messages/index.ts';
import { findCharacter, type Character } from '#shared/narration/cast.ts';
import type { UnfinishedBlock } from '#shared/narration/unfinished.ts';
import { obstacleOf, type Obstacle } from '#shared/narration/what-to-make.ts';
import type { BlockView } from '../../../core/chapter/chapter-view.ts';
import { formatList, number } from '../../../lib/format.ts';

/** A block that is not generated with the others, and why. */
export interface LeftOutBlock {
  id: BlockId;
  obstacle: Obstacle;
  characterId: string | undefined;
}

export const findLeftOut = (blocks: readonly UnfinishedBlock[]): LeftOutBlock[] =>
  blocks.flatMap(({ id, obstacle, characterId }) => (obstacle === undefined ? [] : [{ id, obstacle, characterId }]));

/** The same of the blocks of the chapter that is shown. */
export const findLeftOutInChapter = (blocks: readonly BlockView[]): LeftOutBlock[] =>
  blocks.flatMap(({ attributes: { id, locked }, wanting, problem, character }) => {
    const obstacle = obstacleOf({ wanting, locked, problem });
    return obstacle === undefined ? [] : [{ id, obstacle, characterId: character?.id }];
  });

/** Why nothing can be generated where these are left out; `undefined` where none are. */
export function whyOnlyLeftOut(leftOut: readonly Pick<LeftOutBlock, 'obstacle'>[]): string | undefined {
  const has = (wanted: Obstacle): boolean => leftOut.some(({ obstacle }) => obstacle === wanted);
  if (has('voice-elsewhere')) return messages.narration.voicesElsewhere;
  if (has('no-voice')) return messages.narration.charactersWithoutVoice;
  return has('too-long') ? messages.narration.onlyTooLongLeft : undefined;
}

/** Blocks of one reason, in words. */
export interface LeftOutGroup {
  obstacle: Obstacle;
  words: string;
  first: LeftOutBlock;
}

/** What is left out, a sentence for each reason. */
export function describeLeftOut(leftOut: readonly LeftOutBlock[], cast: readonly Character[]): LeftOutGroup[] {
  const sentences: Record<Obstacle, (blocks: readonly LeftOutBlock[]) => string> = {
    'no-voice': (blocks) =>
      messages.narration.leftOutWithoutVoice(messages.narration.block(blocks.length), nameCharacters(blocks, cast), blocks.length),
    'voice-elsewhere': (blocks) => messages.narration.leftOutElsewhere(messages.narration.block(blocks.length), blocks.length),
    'too-long': (blocks) => messages.narration.leftOutAsTooLong(blocks.length),
  };
  return [...Map.groupBy(leftOut, ({ obstacle }) => obstacle)].flatMap(([obstacle, [first, ...rest]]) =>
    first ? [{ obstacle, words: sentences[obstacle]([first, ...rest]), first }] : [],
  );
}

/** Names that are listed; the rest is counted. */
const namedAtMost = 4;

/** Whose blocks these are, each once: `the King, the Queen and 2 others`. */
export function nameCharacters(blocks: readonly Pick<LeftOutBlock, 'characterId'>[], cast: readonly Character[]): string {
  const ids = [...new Set(blocks.flatMap(({ characterId }) => characterId ?? []))];
  const names = ids.flatMap((id) => findCharacter(cast, id)?.name ?? []);
  const isShort = names.length <= namedAtMost + 1;
  return formatList(isShort ? names : [...names.slice(0, namedAtMost), messages.narration.others(number(names.length - namedAtMost))]);
}
