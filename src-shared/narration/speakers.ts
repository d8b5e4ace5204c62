/** Speakers that a script names before what they say: `IDA: Who is there?`. Pure. */

/** A name before a colon; what is longer, or has other signs, is a sentence. */
const label = /^\s*(\p{L}[\p{L}\p{M}\p{N} .'’-]{0,39}):\s+(?=\S)/u;

/** What may be the speaker of a paragraph, and what is said; `undefined` where it names none. `findSpeakers` says who is one. */
export function readSpeaker(text: string): { name: string; text: string } | undefined {
  const found = label.exec(text);
  const name = found?.[1]?.trim();
  return found && name !== undefined ? { name, text: text.slice(found[0].length) } : undefined;
}

/**
 * The names of those who speak in paragraphs, each once, in the spelling of the first. One in capitals counts at once, another (`Note: …`) only where it speaks twice or is
 * `known`.
 */
export function findSpeakers(texts: readonly string[], known: readonly string[] = []): string[] {
  const keyOf = (name: string): string => name.normalize('NFC').toLowerCase();
  const cast = new Set(known.map(keyOf));
  const found = new Map<string, { name: string; count: number }>();
  for (const text of texts) {
    const name = readSpeaker(text)?.name;
    // In small letters it is a name only where it is known, or one elsewhere.
    if (name === undefined || (/^\p{Ll}/u.test(name) && !cast.has(keyOf(name)))) continue;
    const before = found.get(keyOf(name));
    found.set(keyOf(name), { name: before?.name ?? name, count: (before?.count ?? 0) + 1 });
  }
  const isName = ({ name, count }: { name: string; count: number }): boolean =>
    count > 1 || cast.has(keyOf(name)) || (name.length > 1 && name === name.toUpperCase());
  return [...found.values()].filter(isName).map(({ name }) => name);
}
