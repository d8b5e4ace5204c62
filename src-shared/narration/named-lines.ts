/** Lines that name who speaks them: in captions, and in a text that somebody else’s recording says. */

interface NamedLine {
  text: string;
  speaker: string | null;
  /** One of several who speak in turns: without a name, nobody knows who it is. */
  isTurn?: boolean | undefined;
  /** Its speaker is that of this line alone. */
  isAlone?: boolean | undefined;
}

/** One word or two; in capitals, up to four: `MAN ON THE RADIO`. */
const name = String.raw`\p{Lu}[\p{L}\p{N}_.’'-]*(?: [\p{Lu}\p{N}#][\p{L}\p{N}.’'-]*)?|\p{Lu}[\p{Lu}\p{N}.’'&-]*(?: [\p{Lu}\p{N}#&][\p{Lu}\p{N}.’'-]*){2,3}`;
const added = String.raw`(?:\s*[([][^)\]]{1,40}[)\]])?`;
const label = new RegExp(String.raw`^(?:-\s*)?(${name})${added}:\s+(?=\S)`, 'u');
const labelOnly = new RegExp(String.raw`^(${name})${added}:\s*$`, 'u');
const longestName = 40;
/** Capitals alone do not make it a name: “STEP 1: Open the lid”. */
const endsInNumber = / \p{N}+$/u;
const soundOnly = /^(?:[-–—]\s*)?(?:(?:(?:\[[^\]]*\]|\([^)]*\))\s*)+|[♪♫][^♪♫]*[♪♫]?|#\s.*\s#)$/u;

/** Whether a line is only a sound or music, which nobody says: `[Applause]`, `- (door slams)`, `♪ … ♪`. */
export const isSound = (line: string): boolean => soundOnly.test(line.trim());

/** The name before what a line says, or that stands alone in it, and how much of the line it is with its colon. */
export function findLabel(line: string): { name: string; length: number } | undefined {
  const found = label.exec(line) ?? labelOnly.exec(line);
  return found?.[1] === undefined || found[1].length > longestName ? undefined : { name: found[1], length: found[0].length };
}

/** The names that stand before lines for sure: in capitals, unless all is written so, or before two lines at least. */
export function namesIn(lines: readonly string[]): string[] {
  const counts = countNames(lines);
  const isMixed = lines.some((line) => /\p{Ll}/u.test(line));
  const isSure = (one: string): boolean => isMixed && one === one.toUpperCase() && !endsInNumber.test(one);
  return [...counts].flatMap(([one, count]) => (count > 1 || isSure(one) ? [one] : []));
}

const countNames = (lines: readonly string[]): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  for (const line of lines) {
    const found = findLabel(line);
    if (found) counts.set(found.name, (counts.get(found.name) ?? 0) + 1);
  }
  return counts;
};

/**
 * `ANNA: …` and `ANNA (off): …` name a speaker; `Anna: …` and `Speaker 1: …` do where they stand before two lines at least, so that “Note: …” stays text. The name is no part of
 * the text. One that stands alone in its line, twice at least, names who speaks the lines below it.
 */
export function nameSpeakers<Line extends NamedLine>(lines: readonly Line[]): Line[] {
  const texts = lines.map(({ text }) => text);
  const names = new Set(namesIn(texts));
  const counts = countNames(texts);
  return lines.map((line) => {
    const found = findLabel(line.text);
    if (line.speaker !== null || !found || !names.has(found.name)) return line;
    const text = line.text.slice(found.length);
    return text === '' && (counts.get(found.name) ?? 0) < 2 ? line : { ...line, speaker: found.name, text };
  });
}

/**
 * The same where a name stands only before the first line of a turn, as in most captions: a line without one is of the speaker before it. A sound is
 * nobody’s. Neither is a line before which a name may stand (`Note: …`), nor what follows it without a name: another may speak.
 */
export function nameTurns<Line extends NamedLine>(lines: readonly Line[]): Line[] {
  let turn: string | null = null;
  return nameSpeakers(lines).map((line) => {
    const { text, speaker } = line;
    if (speaker === null && (text.trim() === '' || isSound(text))) return line;
    if (speaker !== null || label.test(text) || line.isTurn === true) turn = speaker;
    const own = turn;
    if (line.isAlone === true) turn = null;
    return { ...line, speaker: own };
  });
}

/** The lines of a text, each with its speaker. */
export const namedLines = (text: string): NamedLine[] =>
  nameTurns(text.split(/\r?\n/u).map((line) => ({ text: line.trim(), speaker: null })));

/** The names of the speakers that the lines of a text name, each once. */
export const speakersIn = (text: string): string[] => [...new Set(namedLines(text).flatMap(({ speaker }) => speaker ?? []))];

/** A text with its lines and without the names before them. */
export const withoutNames = (text: string): string =>
  namedLines(text)
    .filter((line) => line.text !== '' || line.speaker === null)
    .map((line) => line.text)
    .join('\n');
