import { stat } from 'node:fs/promises';
import { fail } from '#shared/failure.ts';
import type { Manuscript } from '#shared/manuscript/manuscript.ts';
import { message } from '#shared/messages/message.ts';
import { piecesOfManuscript, toSegments, type KnownPiece } from '#shared/transcripts/known-text.ts';
import type { Segment } from '#shared/transcripts/read.ts';
import type { Aligner } from '../../media/alignment/aligner.ts';
import { findLanguage } from '../../media/alignment/language.ts';
import { reportPart, type Report } from '../../media/alignment/progress.ts';
import { readManuscripts } from '../manuscript/read-apart.ts';

/** Of the text, at most: what is said fast in the two hours that a recording may have. */
const maximumCharacters = 200_000;
/** Nobody says as much in a second: what is beyond is not said, and is not worth the work. */
const mostCharactersPerSecond = 60;

export interface KnownTextOrder {
  /** A recording that `readRecordingFile` reads. */
  path: string;
  /** Its length where it is known. */
  seconds?: number | undefined;
  pieces: readonly KnownPiece[];
  /** BCP 47 tag; found from the text where there is none. */
  language?: string | undefined;
}

export interface AlignedText {
  /** First part of a BCP 47 tag. */
  language: string;
  segments: Segment[];
  /** Pieces at the end of the text that the recording ends before; a piece that it says in part is not among them. */
  unsaid: number;
}

/** Fails with `invalid-input` for a file without text, else as `readManuscripts` does. What the file is, its content says. */
export async function readKnownText(path: string, name: string, call: Parameters<typeof readManuscripts>[1]): Promise<Manuscript> {
  const found = await stat(path).catch(() => undefined);
  if (found === undefined) throw fail('not-found', message('transcribe.textGone'), { field: 'text', next: 'choose-file' });
  const [manuscript] = await readManuscripts([{ path, name }], call);
  if (manuscript === undefined || piecesOfManuscript(manuscript).length === 0)
    throw fail('invalid-input', message('transcribe.textEmpty'), { field: 'text', next: 'choose-file' });
  return manuscript;
}

/**
 * Finds the pieces of a text in a recording of it, which may end before the text does. Fails with `invalid-input` without text, with `too-large` for
 * more than two hours of it, and as the aligner does: `unprocessable` where the recording is silent or says another text.
 */
export async function alignText(
  aligner: Pick<Aligner, 'align'>,
  { path, seconds, pieces, language }: KnownTextOrder,
  signal: AbortSignal,
  report: Report = () => undefined,
): Promise<AlignedText> {
  const text = pieces.map((piece) => piece.text).join('\n');
  if (text.trim() === '') throw fail('invalid-input', message('transcribe.textEmpty'), { field: 'text', next: 'fix-input' });
  if (text.length > maximumCharacters) throw fail('too-large', message('transcribe.textTooLong'), { field: 'text', next: 'fix-input' });
  const known = await findLanguage(text, { language });
  const order = { sound: { path, coding: 'encoded' }, text: cutSayable(text, seconds), language: known, mayEndEarly: true } as const;
  const { words } = await aligner.align(order, signal, reportPart(report, 0, 1));
  const segments = toSegments(pieces, words);
  return { language: known, segments, unsaid: pieces.length - segments.length };
}

/** What can be said in a time, up to the end of a word. */
function cutSayable(text: string, seconds: number | undefined): string {
  const most = mostCharactersPerSecond * Math.max(1, seconds ?? Infinity);
  return text.length <= most ? text : text.slice(0, most).replace(/\S*$/u, '').trimEnd();
}
