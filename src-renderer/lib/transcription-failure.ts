import { reword, type Failure } from '#shared/failure.ts';
import { languageNotRecognisedCode, noSpeechCode, notRecognisedCode } from '#shared/wire/transcription.ts';
import { messages } from '#shared/messages/index.ts';
import { message, type Message } from '#shared/messages/message.ts';

const texts: Readonly<Record<string, Message>> = {
  [notRecognisedCode]: message('transcribe.localServiceLimit'),
  [languageNotRecognisedCode]: message('transcribe.draftLanguageLimit'),
  [noSpeechCode]: message('transcribe.noSpeech'),
};
const titles: Readonly<Record<string, string>> = {
  [notRecognisedCode]: messages.transcribe.localServiceCannot,
  [languageNotRecognisedCode]: messages.transcribe.localServiceCannot,
  [noSpeechCode]: messages.transcribe.noSpeechTitle,
};

/** A transcription's failure as a person reads it: what the local service says of a recording that it cannot recognise is meant for authors of clients. */
export function explainFailure(failure: Failure): Failure {
  const text = texts[failure.code ?? ''];
  return text === undefined ? failure : reword(failure, text, { next: 'none' });
}

/** The card's heading, where the kind's own would not be true. */
export const findTitle = (failure: Failure): string | undefined => titles[failure.code ?? ''];
