/** Lines that name who speaks them: in captions, and in a text that somebody else’s recording says. */

const label = /^(?:-\s*)?(\p{Lu}[\p{L}\p{N}.’'-]*(?: \p{Lu}[\p{L}\p{N}.’'-]*)?):\s+(?=\S)/u;
const longestName = 40;

/** `ANNA: …` names a speaker; `Anna: …` does where it stands before two lines at least, so that “Note: …” stays text. The name is no part of the text. */
export function nameSpeakers<Line extends { text: string; speaker: string | null }>(lines: readonly Line[]): Line[] {
  const counts = new Map<string, number>();
  for (const { text } of lines) {
    const name = label.exec(text)?.[1];
    if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return lines.map((line) => {
    const found = label.exec(line.text);
    const name = found?.[1];
    if (line.speaker !== null || name === undefined || name.length > longestName) return line;
    if (name !== name.toUpperCase() && (counts.get(name) ?? 0) < 2) return line;
    return { ...line, speaker: name, text: line.text.slice(found?.[0].length ?? 0) };
  });
}

/** The lines of a text, each with the speaker that it names. */
export const namedLines = (text: string): { text: string; speaker: string | null }[] =>
  nameSpeakers(text.split(/\r?\n/u).map((line) => ({ text: line.trim(), speaker: null })));

/** The names of the speakers that the lines of a text name, each once. */
export const speakersIn = (text: string): string[] => [...new Set(namedLines(text).flatMap(({ speaker }) => speaker ?? []))];

/** A text with its lines and without the names before them. */
export const withoutNames = (text: string): string =>
  namedLines(text)
    .map((line) => line.text)
    .join('\n');
