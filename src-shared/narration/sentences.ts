import { isAbbreviated } from './abbreviations.ts';
import { namesSpeaker } from './attributions.ts';

/** “Where?” */
const quotedEnd = /[?!…]["”’»«“‹›]+$/u;

/** The sentences of a text, as ranges of its whitespace tokens: `from` up to but without `to`. `language` is a BCP 47 tag, or is left alone. */
export function sentencesOf(
  text: string,
  tokens: readonly { text: string; start: number }[],
  language: string | undefined,
): { from: number; to: number }[] {
  const sentences: { from: number; to: number }[] = [];
  let from = 0;
  for (const { index, segment } of new Intl.Segmenter(localeOf(language), { granularity: 'sentence' }).segment(text)) {
    let to = from;
    while (to < tokens.length && (tokens[to]?.start ?? 0) < index + segment.length) to += 1;
    const next = tokens[to];
    if (to === from || (next && goesOn(tokens[to - 1]?.text ?? '', text.slice(next.start)))) continue;
    sentences.push({ from, to });
    from = to;
  }
  return sentences;
}

/** Whether what looks like the end of a sentence is none. `rest`: the text that follows `last`. */
const goesOn = (last: string, rest: string): boolean => isAbbreviated(last, rest) || (quotedEnd.test(last) && namesSpeaker(rest));

function localeOf(language: string | undefined): string | undefined {
  try {
    return language === undefined ? undefined : Intl.Segmenter.supportedLocalesOf(language)[0];
  } catch {
    return undefined; // not a tag at all
  }
}
