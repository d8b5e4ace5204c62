import { linesOfWords, type TimedCue } from '../narration/captions.ts';
import { blocksIn, captionsOf, type WordScript } from './script.ts';

/** `--cast-1` to `--cast-8` of the dark theme: captions stand on pictures. */
const castColours = ['7ab8f5', 'f0a070', '7fd19b', 'd39cf0', 'e6c067', '6fd0d6', 'f590b4', 'a6a9ff'];
const narrationColour = 'ffffff';
const unsungColour = '9a9a9a';
const defaultStyle = 'Default';

/**
 * ASS karaoke: `\k` tags in centiseconds, whose sum is the length of the cue; a word lasts until the next one begins. Each character has a style of its own
 * with its colour.
 */
export function toAss(script: WordScript): string {
  const blocks = blocksIn(script);
  const styles = new Map<string, { style: string; colour: string }>();
  const taken = new Set([defaultStyle.toLowerCase()]);
  for (const { character } of blocks) {
    if (!character || styles.has(character.name)) continue;
    styles.set(character.name, {
      style: styleName(character.name, taken),
      colour: castColours[character.colour - 1] ?? narrationColour,
    });
  }
  let free = 0;
  const events = captionsOf(script).map((cue) => {
    const start = Math.max(free, centiseconds(cue.startMs));
    const end = Math.max(start + 1, centiseconds(cue.endMs));
    free = end;
    const name = blocks[cue.block]?.character?.name;
    const style = (name === undefined ? undefined : styles.get(name)?.style) ?? defaultStyle;
    return `Dialogue: 0,${clock(start)},${clock(end)},${style},${name === undefined ? '' : plainField(name)},0,0,0,,${karaoke(cue, start, end)}\n`;
  });
  const header = [
    '[Script Info]',
    `Title: ${script.title.replaceAll(/\s+/gu, ' ')}`,
    'ScriptType: v4.00+',
    'WrapStyle: 2',
    'ScaledBorderAndShadow: yes',
    'PlayResX: 1920',
    'PlayResY: 1080',
    '',
    '[V4+ Styles]',
    'Format: Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, OutlineColour, BackColour, Bold, Italic, Underline, StrikeOut, ScaleX, ScaleY, Spacing, Angle, BorderStyle, Outline, Shadow, Alignment, MarginL, MarginR, MarginV, Encoding',
    styleLine(defaultStyle, narrationColour),
    ...[...styles.values()].map(({ style, colour }) => styleLine(style, colour)),
    '',
    '[Events]',
    'Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text',
  ];
  return `${header.join('\n')}\n${events.join('')}`;
}

function karaoke(cue: TimedCue, start: number, end: number): string {
  const lines = linesOfWords(cue);
  let at = start;
  const begins = lines.flat().map(({ startMs }, index) => (at = index === 0 ? start : Math.min(end, Math.max(at, centiseconds(startMs)))));
  let word = 0;
  return lines
    .map((words) =>
      words
        .map(({ text }) => {
          const length = (begins[word + 1] ?? end) - (begins[word] ?? start);
          word += 1;
          return `{\\k${length}}${escapeText(text)}`;
        })
        .join(' '),
    )
    .join('\\N');
}

const centiseconds = (ms: number): number => Math.round(ms / 10);

function clock(at: number): string {
  const pad = (value: number): string => String(value).padStart(2, '0');
  const seconds = Math.floor(at / 100);
  return `${Math.floor(seconds / 3600)}:${pad(Math.floor(seconds / 60) % 60)}:${pad(seconds % 60)}.${pad(at % 100)}`;
}

/** A backslash has no escape: a word joiner after it, which has no width, keeps it from being read with what follows. */
const escapeText = (text: string): string => text.replaceAll('\\', '\\\u2060').replaceAll('{', '\\{').replaceAll('}', '\\}');

/** Commas part the fields of a line. */
const plainField = (name: string): string => name.replaceAll(/[,{}\\]|\s+/gu, ' ').trim();

function styleName(name: string, taken: Set<string>): string {
  const plain = plainField(name).replaceAll('*', '') || 'Character';
  let style = plain;
  for (let number = 2; taken.has(style.toLowerCase()); number += 1) style = `${plain} ${number}`;
  taken.add(style.toLowerCase());
  return style;
}

/** Colours are written backwards: `&HAABBGGRR`. */
const assColour = (rgb: string): string => `&H00${rgb.slice(4)}${rgb.slice(2, 4)}${rgb.slice(0, 2)}`.toUpperCase();
const styleLine = (style: string, colour: string): string =>
  `Style: ${style},Arial,64,${assColour(colour)},${assColour(unsungColour)},&H00000000,&H80000000,0,0,0,0,100,100,0,0,1,3,0,2,80,80,60,1`;
