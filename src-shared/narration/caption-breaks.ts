import { belongTogether, goesOnSmall, isAbbreviated } from './abbreviations.ts';

/** Where captions break: words into cues, and a cue into lines. Pure; a line is counted in code points. */

export const captionRules = {
  lines: 2,
  charactersPerLine: 42,
  longestMs: 7_000,
  /** A cue stays at least this long where the next one leaves room. */
  shortestMs: 833,
  /** Two frames at 24 frames a second, between one cue and the next. */
  gapMs: 83,
  /** A pause this long inside a sentence begins a new cue. */
  pauseMs: 1_500,
  /** Characters a second: faster is avoided where a break allows, much faster more so. */
  fastReading: 21,
  fastestReading: 27,
} as const;

/** A word as it is shown, with its times in milliseconds. */
export interface TimedText {
  text: string;
  startMs: number;
  endMs: number;
}

/** Articles, prepositions and conjunctions of English, German, Spanish and French: they belong to what follows. */
const leadingWords = new Set(
  [
    'a an the of to in on at by for from with without about into onto over under after before between through during against upon as than above below behind beside beyond near around along across beneath within among toward towards',
    'and or vs but nor so yet because although though while when where if unless until since that which who whose whom',
    'der die das den dem des ein eine einen einem einer eines im am zum zur vom beim ins ans von zu mit nach bei aus auf für über unter vor hinter neben zwischen durch gegen ohne um',
    'und oder bzw aber denn sondern weil dass ob wenn als während obwohl damit bevor nachdem',
    'el la los las un una unos unas del al de en con sin por para sobre entre hasta desde según hacia contra y e o u pero ni que porque aunque cuando donde si mientras',
    'le les une du des au aux dans sur sous avec sans par pour vers chez entre et ou mais donc car qui que dont où quand si comme lorsque puisque',
  ].flatMap((words) => words.split(' ')),
);

const bare = (text: string): string => text.replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '').toLowerCase();
/** Whether a word is an article, a preposition or a conjunction. */
export const isLeading = (text: string): boolean => leadingWords.has(bare(text));

/** `next`: the word that follows, if any does. */
export function endsSentence(text: string, next = ''): boolean {
  if (!/[.!?…。！？।]["'”’»)\]]*$/u.test(text)) return false;
  return !isAbbreviated(text, next) && !(endsInFullStop(text) && goesOnSmall(next));
}

const endsInFullStop = (text: string): boolean => /(?<!\.)\.["'”’»)\]]*$/u.test(text);

const endsClause = (text: string): boolean => /[,;:–—，、；：]["'”’»)\]]*$/u.test(text);

/**
 * How badly a break between two words reads; 0 is the best, where a sentence ends. Never between an abbreviation and what belongs to it, and never after an
 * article, a preposition or a conjunction, where another break fits.
 */
function breakCost(before: string, after: string): number {
  if (belongTogether(before, after)) return 150;
  if (endsSentence(before, after)) return 0;
  if (endsClause(before) || endsInFullStop(before)) return 2;
  if (isLeading(before)) return 60;
  return isLeading(after) ? 6 : 14;
}

const characters = (text: string): number => Array.from(text).length;

/** Of the break after each word. */
const breakCosts = (words: readonly string[]): number[] => words.map((word, index) => breakCost(word, words[index + 1] ?? ''));

/** Lengths of words in a row with one space between them, by their running sums. */
function runningLengths(texts: readonly string[]): (from: number, to: number) => number {
  const sums = [0];
  for (const text of texts) sums.push((sums.at(-1) ?? 0) + characters(text) + 1);
  return (from, to) => (sums[to] ?? 0) - (sums[from] ?? 0) - 1;
}

/**
 * Breaks a text into as few lines as hold it, each of at most `charactersPerLine`: where a phrase ends, never leaving one word alone on a line where another
 * break fits, and lines of about one length.
 *
 * @param words each at most a line long
 */
export function breakLines(words: readonly string[]): string[] {
  return chooseLines(words).lines;
}

/** The lines, and how badly they break; 0 is the best. */
function chooseLines(words: readonly string[], costs: readonly number[] = breakCosts(words)): { lines: string[]; cost: number } {
  const lengthOf = runningLengths(words);
  const most = captionRules.charactersPerLine;
  /** For each beginning, the fewest lines from there to the end, then the least cost, and where the first of them ends. */
  const best: { lines: number; cost: number; end: number }[] = [];
  best[words.length] = { lines: 0, cost: 0, end: words.length };
  for (let from = words.length - 1; from >= 0; from -= 1) {
    let choice = { lines: Infinity, cost: Infinity, end: from + 1 };
    for (let to = from + 1; to <= words.length && lengthOf(from, to) <= most; to += 1) {
      const rest = best[to] ?? choice;
      const lines = rest.lines + 1;
      const isLast = to === words.length;
      const isAlone = to - from === 1 && words.length > 1 && !(from === 0 && isLast);
      const unfilled = (most - lengthOf(from, to)) / most;
      const cost = rest.cost + (isLast ? 0 : (costs[to - 1] ?? 0)) + (isAlone ? 40 : 0) + 20 * unfilled ** 2;
      if (lines < choice.lines || (lines === choice.lines && cost < choice.cost)) choice = { lines, cost, end: to };
    }
    best[from] = choice;
  }
  const broken: string[] = [];
  for (let at = 0; at < words.length;) {
    const end = best[at]?.end ?? words.length;
    broken.push(words.slice(at, end).join(' '));
    at = end;
  }
  return { lines: broken, cost: best[0]?.cost ?? 0 };
}

/** What a cue of these words costs, or `undefined` where it breaks a rule that always holds. */
function cueCost(words: readonly TimedText[], costs: readonly number[], next: TimedText | undefined): number | undefined {
  const [first, last] = [words[0], words.at(-1)];
  if (!first || !last) return undefined;
  const endMs = words.reduce((latest, word) => Math.max(latest, word.endMs), first.endMs);
  if (words.length > 1 && endMs - first.startMs > captionRules.longestMs) return undefined;
  if (words.some((word, index) => index > 0 && word.startMs - (words[index - 1]?.endMs ?? 0) >= captionRules.pauseMs)) return undefined;
  const texts = words.map(({ text }) => text);
  const { lines, cost: lineCost } = chooseLines(texts, costs);
  if (lines.length > captionRules.lines) return undefined;
  const shownUntil = Math.max(endMs, Math.min(first.startMs + captionRules.shortestMs, (next?.startMs ?? Infinity) - captionRules.gapMs));
  const speed = (characters(texts.join(' ')) * 1000) / Math.max(1, shownUntil - first.startMs);
  const sentencesInside = costs.slice(0, -1).filter((cost) => cost === 0).length;
  return (
    8 +
    (lines.length > 1 ? lineCost : 0) +
    (next ? 2 * (costs.at(-1) ?? 0) : 0) +
    (words.length === 1 ? 60 : 0) +
    12 * sentencesInside +
    (shownUntil - first.startMs < captionRules.shortestMs ? 20 : 0) +
    (speed > captionRules.fastestReading ? 30 : speed > captionRules.fastReading ? 8 : 0)
  );
}

/**
 * Breaks words into cues of at most two lines and seven seconds: at the ends of sentences and clauses, before conjunctions and prepositions, none of one word
 * and none too fast to be read where another break fits.
 *
 * @param words in order, each at most a line long
 * @returns the words of each cue; together all of them, in order
 */
export function breakCues(words: readonly TimedText[]): TimedText[][] {
  const texts = words.map(({ text }) => text);
  const lengthOf = runningLengths(texts);
  const costs = breakCosts(texts);
  const most = captionRules.lines * captionRules.charactersPerLine + captionRules.lines - 1;
  const best: { cost: number; end: number }[] = [];
  best[words.length] = { cost: 0, end: words.length };
  for (let from = words.length - 1; from >= 0; from -= 1) {
    let choice = { cost: Infinity, end: from + 1 };
    for (let to = from + 1; to <= words.length && (to === from + 1 || lengthOf(from, to) <= most); to += 1) {
      const cost = cueCost(words.slice(from, to), costs.slice(from, to), words[to]);
      const total = (cost ?? Infinity) + (best[to]?.cost ?? Infinity);
      if (total < choice.cost) choice = { cost: total, end: to };
    }
    best[from] = choice;
  }
  const cues: TimedText[][] = [];
  for (let at = 0; at < words.length;) {
    const end = best[at]?.end ?? words.length;
    cues.push(words.slice(at, end));
    at = end;
  }
  return cues;
}
