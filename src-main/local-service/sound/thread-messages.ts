import type { ModelSound, SpeakQuestion } from '../models/model-order.ts';
import type { FliteProgram } from './flite/flite-program.ts';
import type { SpeechOrder, SpeechPiece } from './speech.ts';

/** Between the pool and its threads. `speech` numbers a speech for the life of the process. */
export type ToThread =
  | { kind: 'speak'; speech: number; order: SpeechOrder }
  /** Comes before the first order of a voice of Flite. */
  | { kind: 'flite'; program: FliteProgram }
  /** So many audio bytes were taken from the far end of the line. */
  | { kind: 'taken'; speech: number; bytes: number }
  | { kind: 'stop'; speech: number }
  /** What a model answered; it fails the speech itself where it has no sound. */
  | { kind: 'sound'; speech: number; sound: ModelSound };
export type FromThread =
  | { kind: 'ready' }
  | { kind: 'piece'; speech: number; piece: SpeechPiece }
  /** At most one of a speech at a time. */
  | { kind: 'ask'; speech: number; question: SpeakQuestion }
  | { kind: 'failed'; speech: number; message: string };
