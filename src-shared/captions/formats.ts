import { toSrt, toVtt } from '../narration/captions.ts';
import { toAss } from './ass.ts';
import { toLabels } from './labels.ts';
import { toLrc } from './lrc.ts';
import { captionsOf, type WordScript } from './script.ts';
import { toTextGrid } from './textgrid.ts';
import { toTtml } from './ttml.ts';
import { toVttWords } from './vtt-words.ts';
import { toWordJson } from './word-json.ts';

/** Formats of captions and of word times. */
export const captionFormats = ['srt', 'vtt', 'vtt-words', 'ass', 'ttml', 'lrc', 'json', 'textgrid', 'labels'] as const;
export type CaptionFormat = (typeof captionFormats)[number];

interface CaptionWriter {
  /** What names of its files end with; the first is the usual one. */
  endings: readonly [string, ...string[]];
  /** Media type. */
  type: string;
  write: (script: WordScript) => string;
}

export const captionWriters: Readonly<Record<CaptionFormat, CaptionWriter>> = {
  srt: { endings: ['.srt'], type: 'application/x-subrip', write: (script) => toSrt(captionsOf(script)) },
  vtt: { endings: ['.vtt'], type: 'text/vtt', write: (script) => toVtt(captionsOf(script)) },
  'vtt-words': { endings: ['.vtt'], type: 'text/vtt', write: toVttWords },
  ass: { endings: ['.ass'], type: 'text/x-ssa', write: toAss },
  ttml: { endings: ['.ttml', '.xml'], type: 'application/ttml+xml', write: toTtml },
  lrc: { endings: ['.lrc'], type: 'text/plain', write: toLrc },
  json: { endings: ['.json'], type: 'application/json', write: toWordJson },
  textgrid: { endings: ['.TextGrid'], type: 'text/plain', write: toTextGrid },
  labels: { endings: ['.txt', '.labels'], type: 'text/plain', write: toLabels },
};
