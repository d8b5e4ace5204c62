/** “Mr.” and “J.” end with a full stop and end no sentence. */
const abbreviation = /^\P{L}*(?:\p{Lu}|Mr|Mrs|Ms|Mx|Dr|Prof|St|Capt|Col|Lt|Sgt|Rev|Mt|Hr|Fr|Nr|Sr|Sra|Srta|Mme|Mlle)\.$/u;

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
    const last = tokens[to - 1]?.text ?? '';
    if (to === from || (to < tokens.length && abbreviation.test(last))) continue;
    sentences.push({ from, to });
    from = to;
  }
  return sentences;
}

function localeOf(language: string | undefined): string | undefined {
  try {
    return language === undefined ? undefined : Intl.Segmenter.supportedLocalesOf(language)[0];
  } catch {
    return undefined; // not a tag at all
  }
}
