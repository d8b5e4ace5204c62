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
/** Nobody says as much in a second; a text that would need it is another one, and is not worth the work. */
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
 * Finds the pieces of a text in a recording of it. Fails with `invalid-input` without text, with `too-large` for more than two hours of it, and as the
 * aligner does: `unprocessable` where the recording is silent or says another text.
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
  if (seconds !== undefined && text.length > mostCharactersPerSecond * Math.max(1, seconds))
    throw fail('unprocessable', message('alignment.otherText'), { field: 'text', next: 'fix-input' });
  const known = await findLanguage(text, { language });
  const order = { sound: { path, coding: 'encoded' }, text, language: known } as const;
  const { words } = await aligner.align(order, signal, reportPart(report, 0, 1));
  return { language: known, segments: toSegments(pieces, words) };
}
