import { ManuscriptBuilder, type Manuscript } from '#shared/manuscript/manuscript.ts';
import { message } from '#shared/messages/message.ts';
import { clean, escapeCaption, findNames, turnsOf } from '#shared/narration/caption-turns.ts';
import { nameTurns } from '#shared/narration/named-lines.ts';
import { readHtml } from './markup.ts';

const timing = /^\s*(?:\d{1,3}:)?\d{1,3}:\d{2}[.,]\d{1,3}\s*-->\s*(?:\d{1,3}:)?\d{1,3}:\d{2}[.,]\d{1,3}/u;

export const isSubRip = (text: string): boolean =>
  /^\s*\d+\s*\n\s*\d{1,3}:\d{2}:\d{2}[.,]\d{1,3}\s*-->/u.test(text.slice(0, 1000).replaceAll('\r', ''));
export const isWebVtt = (text: string): boolean => /^\ufeff?WEBVTT(?:\s|$)/u.test(text);

/** A longer one is text of one speaker: the rules of captions look for the end of each sign. */
const longestCaption = 10_000;

/**
 * Reads the cues of SubRip and WebVTT. Each turn in a cue is a block: a dash, `<v NAME>` or `NAME: …` begins one, as in a dub. Other tags, settings, styles
 * and notes are left out, and so are sounds and music, which are counted.
 */
export function readCaptionManuscript(text: string, name: string): Manuscript {
  const cues = splitCues(text).map((cue) => readLines(cue, name));
  const isLong = (lines: readonly string[]): boolean => lines.reduce((sum, { length }) => sum + length, 0) > longestCaption;
  const names = findNames(cues.filter((lines) => !isLong(lines)));
  let sounds = 0;
  const turns = cues.flatMap((lines) => {
    const read = turnsOf(isLong(lines) ? [] : lines, names);
    sounds += read.sounds.length;
    return isLong(lines) ? [{ text: clean(lines.join(' ')), speaker: null, isTurn: false, isAlone: false }] : read.turns;
  });
  const builder = new ManuscriptBuilder();
  for (const { speaker, text: spoken } of nameTurns(turns))
    if (spoken !== '') builder.addBlock(spoken, speaker === null ? {} : { speaker });
  if (sounds > 0) builder.warn(message('manuscript.soundsLeftOut', sounds));
  return builder.finish();
}

/** The texts of all cues, each as it stands in the file. */
function splitCues(text: string): string[] {
  const cues: string[] = [];
  const lines = text.replaceAll(/\r\n?/gu, '\n').split('\n');
  let cue: string[] | undefined;
  const end = (): void => {
    if (cue) cues.push(cue.join('\n'));
    cue = undefined;
  };
  for (const [index, line] of lines.entries()) {
    if (timing.test(line)) {
      // The number or name above the time is no text of the cue before, which some programs do not end with an empty line.
      if (cue && cue.length > 0 && lines[index - 1] === cue.at(-1) && /^\d+$/u.test(cue.at(-1)?.trim() ?? '')) cue.pop();
      end();
      cue = [];
    } else if (line.trim() === '') end();
    else cue?.push(line);
  }
  end();
  return cues;
}

/** The lines of a cue with the tags of voices alone. */
function readLines(cue: string, name: string): string[] {
  let text = '';
  // The names of voices may hold spaces: they become an attribute. All lengths have a bound, as a tag that never ends would be read to the end again and again.
  const markup = cue
    .replaceAll(
      /<v(?:\.[^\s<>]{0,200})?\s{1,20}(?<speaker>[^<>]{0,500})>/gu,
      (_tag, speaker: string) => `<v speaker="${speaker.replaceAll('"', '&quot;')}">`,
    )
    .replaceAll(/<\d[^<>]{0,40}>|\{\\[^{}]{0,1000}\}/gu, '')
    .replaceAll(/<c\.[^<>]{0,200}>/gu, '<c>');
  let ruby = 0;
  readHtml(markup, name, {
    open: (tag, attributes) => {
      if (tag === 'v') text += `<v ${escapeCaption(attributes['speaker'] ?? '')}>`;
      if (tag === 'rt') ruby += 1;
      if (tag === 'br') text += '\n';
    },
    close: (tag) => {
      if (tag === 'v') text += '</v>';
      if (tag === 'rt') ruby -= 1;
    },
    text: (part) => {
      if (ruby === 0) text += escapeCaption(part);
    },
  });
  return text.split('\n').filter((line) => line.trim() !== '');
}
