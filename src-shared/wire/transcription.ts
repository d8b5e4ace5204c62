import { z } from 'zod';
import { limits } from './common.ts';
import { mediaAddress } from './media-address.ts';

/** Interface, "Speech to text". */
export const transcriptionPath = '/api/open/v1/speech/transcriptions';

/** A form has texts only. */
const flag = z.union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')], { error: 'must be true or false' });

/**
 * The request's content type is not shown: JSON, `application/x-www-form-urlencoded` and `multipart/form-data` (fields, no files) are all
 * taken. `language` is a hint for a recogniser, `file_name` a name for people; neither changes what is recognised here.
 */
export const transcriptionRequest = z.looseObject({
  audio_url: mediaAddress,
  language: z.string().min(1).max(limits.languageCharacters).optional(),
  ignore_timestamps: flag.default(false),
  file_name: z.string().min(1).max(255).optional(),
});

/**
 * Spellings of a segment's fields that are read of any service, since the interface shows none (chosen, once and here; `src-shared/transcripts/read.ts`
 * reads by them). Times are seconds, but those of the names that end in `ms`; texts such as `00:01:02.5` are taken, too. Where every time of an answer
 * only makes sense as milliseconds (the last end is beyond the duration as seconds, and within it as milliseconds), they are. Any other field is kept
 * and shown as it came.
 */
export const segmentSpellings = {
  text: ['text', 'transcript', 'content', 'sentence', 'word'],
  start: ['start', 'start_time', 'startTime', 'begin', 'from'],
  startMs: ['start_ms', 'startMs', 'begin_ms', 'offset_ms'],
  end: ['end', 'end_time', 'endTime', 'stop', 'to'],
  endMs: ['end_ms', 'endMs', 'stop_ms'],
  speaker: ['speaker', 'speaker_id', 'speakerId', 'speaker_label', 'speakerLabel', 'speaker_name'],
  words: ['words', 'tokens'],
} as const;

/**
 * Not shown, and chosen (each a 400, uncharged): the audio is none that the local service spoke, and there is no recogniser; or the one that there is
 * does not know the language; or it finds no words in the audio. The endpoint's statuses are
 * 200, 400, 401, 402, 429 and 500: an import that fails for good is a 400, one that may be retried a 500, with the codes and `details` of an import.
 */
export const notRecognisedCode = 'ERR_TRANSCRIPTION_NO_RECOGNISER';
export const languageNotRecognisedCode = 'ERR_TRANSCRIPTION_LANGUAGE';
export const noSpeechCode = 'ERR_TRANSCRIPTION_NO_SPEECH';
