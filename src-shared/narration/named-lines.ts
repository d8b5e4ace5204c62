/** Lines that name who speaks them: in captions, and in a text that somebody else’s recording says. */

interface NamedLine {
  text: string;
  speaker: string | null;
  /** One of several who speak in turns: without a name, nobody knows who it is. */
  isTurn?: boolean | undefined;
}

const label = /^(?:-\s*)?(\p{Lu}[\p{L}\p{N}_.’'-]*(?: [\p{Lu}\p{N}][\p{L}\p{N}.’'-]*)?)(?:\s*[([][^)\]]{1,40}[)\]])?:\s+(?=\S)/u;
const longestName = 40;
/** Capitals alone do not make it a name: “STEP 1: Open the lid”. */
const endsInNumber = / \p{N}+$/u;
const soundOnly = /^(?:[-–—]\s*)?(?:(?:(?:\[[^\]]*\]|\([^)]*\))\s*)+|[♪♫][^♪♫]*[♪♫]?|#\s.*\s#)$/u;

/** Whether a line is only a sound or music, which nobody says: `[Applause]`, `- (door slams)`, `♪ … ♪`. */
export const isSound = (line: string): boolean => soundOnly.test(line.trim());

/**
 * `ANNA: …` and `ANNA (off): …` name a speaker; `Anna: …` and `Speaker 1: …` do where they stand before two lines at least, so that “Note: …” stays text. The name is no part of
 * the text.
 */
export function nameSpeakers<Line extends NamedLine>(lines: readonly Line[]): Line[] {
  const counts = new Map<string, number>();
  for (const { text } of lines) {
    const name = label.exec(text)?.[1];
    if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return lines.map((line) => {
    const found = label.exec(line.text);
    const name = found?.[1];
    if (line.speaker !== null || name === undefined || name.length > longestName) return line;
    const isSure = name === name.toUpperCase() && !endsInNumber.test(name);
    if (!isSure && (counts.get(name) ?? 0) < 2) return line;
    return { ...line, speaker: name, text: line.text.slice(found?.[0].length ?? 0) };
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
    return { ...line, speaker: turn };
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
    .map((line) => line.text)
    .join('\n');
