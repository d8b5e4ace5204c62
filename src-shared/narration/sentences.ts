import { namesSpeaker } from './attributions.ts';

/** “Mr.” and “J.” end with a full stop and end no sentence. */
const abbreviation = /^\P{L}*(?:\p{Lu}|Mr|Mrs|Ms|Mx|Dr|Prof|St|Capt|Col|Lt|Sgt|Rev|Mt|Hr|Fr|Nr|Sr|Sra|Srta|Mme|Mlle)\.$/u;
/** “No. 14”: end no sentence before a number. */
const beforeNumber = /^\P{L}*(?:No|Nos|Vol|Ch|Fig|Art|Bd|Kap|Abb|S|p|pp)\.$/u;
const number = /^\P{L}*\p{N}/u;
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
const goesOn = (last: string, rest: string): boolean =>
  abbreviation.test(last) || (beforeNumber.test(last) && number.test(rest)) || (quotedEnd.test(last) && namesSpeaker(rest));

function localeOf(language: string | undefined): string | undefined {
  try {
    return language === undefined ? undefined : Intl.Segmenter.supportedLocalesOf(language)[0];
  } catch {
    return undefined; // not a tag at all
  }
}
