import { type Piece } from './pieces.ts';
import { type Recognised } from './recogniser.ts';

interface Word {
  text: string;
  /** Seconds from the start of the recording. */
  start: number;
  end: number;
  /** From 0 to 1. */
  probability: number;
}

/** A word with its times and its probability, as `pocketsphinx_continuous -time yes` prints it: `leisure(2) 2.260 2.710 0.454575`. */
const wordLine = /^(\S+) (\d+\.\d{3}) (\d+\.\d{3}) (\d+\.\d+)$/u;
/** `<s>`, `</s>`, `<sil>`, `[NOISE]`, `++BREATH++`. */
const notSaid = /^(?:<.*>|\[.*\]|\+\+.*\+\+)$/u;
/** Which of a word's pronunciations it was. */
const pronunciation = /\(\d+\)$/u;

/** Noise and music are taken for words, too, but never surely. */
const leastProbability = 0.3;

/** A pause of so many seconds ends a segment that has some words already; in a long one, any pause does. */
const pauses = { afterWords: 6, ofSeconds: 0.25, longWords: 18, shortSeconds: 0.03 } as const;
const mostWords = 30;

/**
 * What it printed of a piece of a recording, as segments that end at pauses and with what it took for an utterance; nothing else tells where a sentence ends. Times are
 * those of the recording, and within the piece.
 */
export function readSphinx(printed: string, { from, to }: Piece): Recognised['segments'] {
  const within = (seconds: string | undefined): number => Math.min(to, from + Math.round(Number(seconds) * 100)) / 100;
  const utterances: Word[][] = [[]];
  for (const line of printed.split('\n')) {
    const [, name = '', start, end, probability] = wordLine.exec(line.trim()) ?? [];
    if (name === '<s>') utterances.push([]);
    if (name === '' || notSaid.test(name)) continue;
    const text = spelled(name.replace(pronunciation, ''));
    utterances.at(-1)?.push({ text, start: within(start), end: within(end), probability: Number(probability) });
  }
  const said = utterances.filter((words) => words.some(({ probability }) => probability >= leastProbability));
  return said.flatMap(atPauses).map((words) => ({
    start: words[0]?.start ?? 0,
    end: words.at(-1)?.end ?? 0,
    text: words.map(({ text }) => text).join(' '),
    words: words.map(({ text, start, end }) => ({ text, start, end })),
  }));
}

/** Its dictionary has no capitals. */
const spelled = (word: string): string => word.replace(/^i(?=$|')/u, 'I');

function atPauses(words: readonly Word[]): Word[][] {
  const segments: Word[][] = [];
  let segment: Word[] = [];
  for (const word of words) {
    const pause = word.start - (segment.at(-1)?.end ?? word.start);
    const isLong = segment.length >= pauses.longWords && pause >= pauses.shortSeconds;
    if (isLong || segment.length === mostWords || (segment.length >= pauses.afterWords && pause >= pauses.ofSeconds)) {
      segments.push(segment);
      segment = [];
    }
    segment.push(word);
  }
  return segment.length === 0 ? segments : [...segments, segment];
}
