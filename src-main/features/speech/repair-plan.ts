import { fail } from '#shared/failure.ts';
import { mapWords } from '#shared/narration/alignment.ts';
import { blocksOf, wordsOf } from '#shared/narration/document.ts';
import { partsIdOf } from '#shared/narration/parts.ts';
import { toSpokenRange } from '#shared/narration/pronunciation.ts';
import { isMadeLike, planRepair, type RepairPlan, type RepairRun, type TextRange } from '#shared/narration/repair.ts';
import { spokenOf } from '#shared/narration/shape.ts';
import { chooseTake } from '#shared/narration/choose-take.ts';
import { fingerprintOf, sampleRate, workOf, type Take, type Word } from '#shared/narration/take.ts';
import { message } from '#shared/messages/message.ts';
import type { LiveChapter } from '../../library/types.ts';
import { chooseVariant, findWanted, type Wanted } from './plan.ts';

/** The sound of a run: a sentence that is there and in no take yet, or one that is to be bought. */
export type Sentence = { take: Take } | { wanted: Wanted };

export interface Repair {
  /** What the block is now. */
  now: Wanted;
  /** The take that stands for the block. */
  base: Take;
  /** One for each whitespace token of the base's text. */
  words: readonly Word[];
  runs: readonly RepairRun[];
  /** Of each token of the text now, its words in the base; `undefined` for one that comes with a run. */
  retained: RepairPlan['retained'];
  isWhole: boolean;
  /** One for each run; `undefined` where words only go. Of the whole block where nothing of the take stays. */
  sentences: readonly (Sentence | undefined)[];
  /** The block id that the sentences are bought for. */
  partsId: string;
}

/** Samples of a whole take are held in memory while it is cut. */
const longestMinutes = 30;

/** What a repair would do, as everything is at the moment. Fails as `speech.repair-plan` says. */
export function findRepair(
  { blockId, selection }: { blockId: string; selection?: TextRange | undefined },
  chapter: LiveChapter,
  connectionId: string,
): Repair {
  const block = blocksOf(chapter.document()).find(({ attributes }) => attributes.id === blockId);
  if (block === undefined) throw fail('not-found', message('speech.blockGone'), { field: 'blockId' });
  const defaults = chapter.defaults();
  const now = findWanted(block, defaults, connectionId);
  if (now === undefined) throw fail('invalid-input', message('speech.nothingToSay'), { field: 'text' });
  const takes = chapter.takes().map(({ take }) => take);
  const speaking = { ...block.attributes, text: block.text, spoken: () => now.shape.text };
  const base = chooseTake(takes, speaking, now.fingerprint)?.take;
  if (base?.state !== 'complete' || base.samples === 0)
    throw fail('invalid-input', message('speech.repairNoSound'), { field: 'blockId', next: 'generate-again' });
  if (!isMadeLike(base, now.shape))
    throw fail('conflict', message('speech.repairOtherSettings'), { field: 'blockId', next: 'generate-again' });
  if (base.words.length === 0) throw fail('invalid-input', message('speech.repairNoWords'), { field: 'blockId', next: 'generate-again' });
  if (base.samples > longestMinutes * 60 * sampleRate)
    throw fail('too-large', message('speech.repairTooLong', longestMinutes), { field: 'blockId', next: 'generate-again' });
  const spoken = selection && toSpokenRange(block.text, spokenOf(block, defaults), selection);
  const plan = planRepair(now.shape.text, base.text, spoken, now.shape.controls.language);
  if (plan.runs.length === 0) throw fail('invalid-input', message('speech.repairNothing'), { field: 'selection' });
  const partsId = partsIdOf(blockId);
  const tokens = wordsOf(base.text).map(({ text }) => text);
  const words = base.words.length === tokens.length ? base.words : mapWords(tokens, base.words);
  const sentences = plan.isWhole
    ? [{ wanted: selection ? chooseVariant(now, complete(takes)) : now }]
    : plan.runs.map((run) => findSentence(run, now, { takes, partsId }));
  return { now, base, words, ...plan, sentences, partsId };
}

function findSentence(
  { text, isSelected }: RepairRun,
  now: Wanted,
  { takes, partsId }: { takes: readonly Take[]; partsId: string },
): Sentence | undefined {
  if (text === '') return undefined;
  const shape = { ...now.shape, text };
  const wanted = { shape, fingerprint: fingerprintOf(shape) };
  const readings = takes.filter((take) => take.blockId === partsId && take.state === 'complete' && workOf(take) === wanted.fingerprint);
  const used = new Set(takes.flatMap(({ derivedFrom = [] }) => derivedFrom.map(({ takeId }) => takeId)));
  // Bought, and then something retained it from being put into the take.
  const take = readings.findLast(({ id }) => !used.has(id)) ?? (isSelected ? undefined : readings.at(-1));
  if (take) return { take };
  return { wanted: isSelected ? chooseVariant(wanted, complete(takes)) : wanted };
}

const complete = (takes: readonly Take[]): Take[] => takes.filter(({ derivedFrom }) => derivedFrom === undefined);
