import { blocksIn, type WordScript } from './script.ts';

interface Interval {
  text: string;
  startMs: number;
  endMs: number;
}

/** Praat's long text format: a tier of blocks and one of words. Intervals lie one behind the other; what nobody says is an empty one. */
export function toTextGrid(script: WordScript): string {
  const blocks = blocksIn(script);
  const until = script.durationMs;
  const tiers = [
    tier(1, 'blocks', contiguous(blocks, until)),
    tier(
      2,
      'words',
      contiguous(
        blocks.flatMap(({ words }) => words),
        until,
      ),
    ),
  ];
  const header = `File type = "ooTextFile"\nObject class = "TextGrid"\n\nxmin = 0\nxmax = ${seconds(until)}\ntiers? <exists>\nsize = 2\nitem []:\n`;
  return header + tiers.join('');
}

function contiguous(said: readonly Interval[], until: number): Interval[] {
  const intervals: Interval[] = [];
  let at = 0;
  for (const { text, startMs, endMs } of said) {
    if (startMs > at) intervals.push({ text: '', startMs: at, endMs: startMs });
    intervals.push({ text, startMs, endMs });
    at = endMs;
  }
  if (until > at) intervals.push({ text: '', startMs: at, endMs: until });
  return intervals;
}

function tier(number: number, name: string, intervals: readonly Interval[]): string {
  const first = [
    `    item [${number}]:`,
    '        class = "IntervalTier"',
    `        name = "${name}"`,
    `        xmin = ${seconds(intervals[0]?.startMs ?? 0)}`,
    `        xmax = ${seconds(intervals.at(-1)?.endMs ?? 0)}`,
    `        intervals: size = ${intervals.length}`,
  ];
  const rest = intervals.flatMap(({ text, startMs, endMs }, index) => [
    `        intervals [${index + 1}]:`,
    `            xmin = ${seconds(startMs)}`,
    `            xmax = ${seconds(endMs)}`,
    `            text = "${text.replaceAll(/\s+/gu, ' ').replaceAll('"', '""')}"`,
  ]);
  return `${[...first, ...rest].join('\n')}\n`;
}

const seconds = (ms: number): string => String(ms / 1000);
