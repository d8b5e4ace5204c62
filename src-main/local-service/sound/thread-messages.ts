import type { SpeechOrder, SpeechPiece } from './speech.ts';

/** Between the pool and its threads. `speech` numbers a speech for the life of the process. */
export type ToThread =
  | { kind: 'speak'; speech: number; order: SpeechOrder }
  /** So many audio bytes were taken from the far end of the line. */
  | { kind: 'taken'; speech: number; bytes: number }
  | { kind: 'stop'; speech: number };
export type FromThread =
  { kind: 'ready' } | { kind: 'piece'; speech: number; piece: SpeechPiece } | { kind: 'failed'; speech: number; message: string };
