import type { Failure } from '#shared/failure.ts';
import { notRecognisedCode } from '#shared/wire/transcription.ts';

/** A transcription's failure as a person is told it: what the local service says of a recording that it did not speak is meant for authors of clients. */
export function toldOf(failure: Failure): Failure {
  if (failure.code !== notRecognisedCode) return failure;
  return {
    ...failure,
    next: 'none',
    message:
      'The local service knows only speech that it made itself, and this recording is none of it. For other recordings, use a hosted service (Account), or a local one that was started with a program that transcribes.',
  };
}

/** The card's heading, where the kind's own would not be true. */
export const titleOf = (failure: Failure): string | undefined =>
  failure.code === notRecognisedCode ? 'The local service cannot transcribe this' : undefined;
