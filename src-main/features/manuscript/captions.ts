import { ManuscriptBuilder, type Manuscript } from '#shared/manuscript/manuscript.ts';
import { nameTurns } from '#shared/narration/named-lines.ts';
import { readHtml } from './markup.ts';

const timing = /^\s*(?:\d{1,3}:)?\d{1,3}:\d{2}[.,]\d{1,3}\s*-->\s*(?:\d{1,3}:)?\d{1,3}:\d{2}[.,]\d{1,3}/u;

export const isSubRip = (text: string): boolean =>
  /^\s*\d+\s*\n\s*\d{1,3}:\d{2}:\d{2}[.,]\d{1,3}\s*-->/u.test(text.slice(0, 1000).replaceAll('\r', ''));
export const isWebVtt = (text: string): boolean => /^\ufeff?WEBVTT(?:\s|$)/u.test(text);

/** Reads the cues of SubRip and WebVTT, each as a block: `<v NAME>` or `NAME: …` says who speaks, other tags, settings, styles and notes are left out. */
export function readCaptionManuscript(text: string, name: string): Manuscript {
  const voices: Voice[] = [];
  const lines = text.replaceAll(/\r\n?/gu, '\n').split('\n');
  let cue: string[] | undefined;
  const end = (): void => {
    voices.push(...readVoices(cue?.join('\n') ?? '', name));
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
  const builder = new ManuscriptBuilder();
  for (const { speaker, text: spoken } of nameTurns(voices)) builder.addBlock(spoken, speaker === null ? {} : { speaker });
  return builder.finish();
}

interface Voice {
  speaker: string | null;
  text: string;
}

/** The text of a cue by who speaks it. */
function readVoices(cue: string, name: string): Voice[] {
  const voices: Voice[] = [{ speaker: null, text: '' }];
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
      if (tag === 'v') voices.push({ speaker: (attributes['speaker'] ?? '').trim() || null, text: '' });
      if (tag === 'rt') ruby += 1;
      if (tag === 'br') add(' ');
    },
    close: (tag) => {
      if (tag === 'v') voices.push({ speaker: null, text: '' });
      if (tag === 'rt') ruby -= 1;
    },
    text: (text) => {
      if (ruby === 0) add(text);
    },
  });
  function add(text: string): void {
    const voice = voices.at(-1);
    if (voice) voice.text += text;
  }
  return voices.filter((voice) => voice.text.trim() !== '').map((voice) => ({ ...voice, text: voice.text.trim() }));
}
