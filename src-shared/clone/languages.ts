import type { Voice } from '../catalogue/voices.ts';
import type { CloneForm, Recording } from './recordings.ts';
import { languageFamily } from '../language-family.ts';

type Draft = { form: CloneForm; recordings: readonly Pick<Recording, 'id'>[] };

/** The languages of the form are the person's: also none, where they were removed. A draft of an earlier version holds only such. */
export const areLanguagesChosen = ({ languages, languagesAreChosen }: CloneForm): boolean => languagesAreChosen ?? languages.length > 0;

/** What is known of the language that a recording is in, before anybody listens to it: that of the text that was read aloud. */
const languageRead = ({ spokenIn }: CloneForm, recordingId: string): string | undefined =>
  spokenIn.find((one) => one.recordingId === recordingId)?.language;

/** In what a recording is transcribed, where that is certain: a guess would make wrong words that are paid for. */
export const transcriptionLanguage = (form: CloneForm, recordingId: string): string | undefined =>
  areLanguagesChosen(form) ? form.languages[0] : languageRead(form, recordingId);

/**
 * The languages that the form begins with: that of the text that was read aloud, else of the transcript (`transcript`: `de`, where it is plain), else of the
 * person (`own`: a BCP 47 tag). Only one that voices of the service speak, in the service's own code, and none where there is no such voice.
 */
export function presetLanguages(
  { form, recordings }: Draft,
  { transcript, own }: { transcript: string | undefined; own: readonly string[] },
  voices: readonly Pick<Voice, 'languages' | 'primaryLanguage'>[],
): string[] {
  const read = recordings.map(({ id }) => languageRead(form, id)).find((language) => language !== undefined);
  const code = findCode(read ?? transcript ?? own[0] ?? '', own, voices);
  return code === undefined ? [] : [code];
}

/** A language as the voices name it: with the country of the person where they have it, else as most of them. */
function findCode(
  language: string,
  own: readonly string[],
  voices: readonly Pick<Voice, 'languages' | 'primaryLanguage'>[],
): string | undefined {
  const counts = new Map<string, number>();
  for (const { languages, primaryLanguage } of voices)
    for (const code of new Set([primaryLanguage, ...languages]))
      if (languageFamily(code) === languageFamily(language)) counts.set(code, (counts.get(code) ?? 0) + 1);
  const codes = [...counts].sort(([, one], [, other]) => other - one).map(([code]) => code);
  return [language, ...own].map((wanted) => codes.find((code) => sameTag(code, wanted))).find((code) => code !== undefined) ?? codes[0];
}

const sameTag = (one: string, other: string): boolean =>
  one.toLowerCase().replaceAll('_', '-') === other.toLowerCase().replaceAll('_', '-');
