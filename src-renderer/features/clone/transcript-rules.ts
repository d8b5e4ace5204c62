import { transcriptionLanguage } from '#shared/clone/languages.ts';
import type { CloneForm, Recording } from '#shared/clone/recordings.ts';

/** Why a second transcript is asked about before it is paid for: nothing in the recording has changed, or the person has changed its words. */
export type TranscriptQuestion = 'unchanged' | 'edited';

/** What is sent to be transcribed: where it is the same, so are the words. */
const transcribedPart = ({ trim, cleanUp }: Recording, language: string | undefined): string =>
  JSON.stringify([trim, cleanUp, language ?? null]);

/** `undefined` where a recording has no transcript yet, or the next one takes the place of words that nobody has changed. */
export function questionBefore(form: CloneForm, recording: Recording): TranscriptQuestion | undefined {
  const { transcripts, referenceText } = form;
  const before = transcripts.find(({ recordingId }) => recordingId === recording.id);
  if (!before) return undefined;
  if (before.part === transcribedPart(recording, transcriptionLanguage(form, recording.id))) return 'unchanged';
  return referenceText.trim() === '' || referenceText.includes(before.text) ? undefined : 'edited';
}

/** True where words that a person wrote or changed are not in the next transcript. */
export const losesWords = ({ referenceText, transcripts }: CloneForm, next: Pick<CloneForm, 'referenceText'>): boolean =>
  !next.referenceText.includes(referenceText.trimEnd()) && !transcripts.some(({ text }) => text !== '' && referenceText.includes(text));

/**
 * The form with the words of a recording: in the place of its words of before, where they stand unchanged, or where it is the only recording; behind all
 * others where not.
 */
export function putTranscript(
  form: CloneForm,
  { recording, language }: { recording: Recording; language: string | undefined },
  text: string,
  isOnly: boolean,
): Pick<CloneForm, 'referenceText' | 'transcripts'> {
  const { referenceText, transcripts } = form;
  const before = transcripts.find(({ recordingId }) => recordingId === recording.id);
  const put = (): string => {
    if (referenceText.trim() === '') return text;
    if (before && before.text !== '' && referenceText.includes(before.text)) return referenceText.replace(before.text, () => text);
    return before && isOnly ? text : `${referenceText.trimEnd()}\n${text}`;
  };
  const others = transcripts.filter(({ recordingId }) => recordingId !== recording.id);
  return {
    referenceText: put(),
    transcripts: [...others, { recordingId: recording.id, text: text.slice(0, 50_000), part: transcribedPart(recording, language) }],
  };
}
