import { reword, type Failure } from '#shared/failure.ts';
import { notRecognisedCode } from '#shared/wire/transcription.ts';
import { messages } from '#shared/messages/index.ts';
import { message } from '#shared/messages/message.ts';

/** A transcription's failure as a person reads it: what the local service says of a recording that it did not speak is meant for authors of clients. */
export function explainFailure(failure: Failure): Failure {
  if (failure.code !== notRecognisedCode) return failure;
  return reword(failure, message('transcribe.localServiceLimit'), { next: 'none' });
}

/** The card's heading, where the kind's own would not be true. */
export const findTitle = (failure: Failure): string | undefined =>
  failure.code === notRecognisedCode ? messages.transcribe.localServiceCannot : undefined;
