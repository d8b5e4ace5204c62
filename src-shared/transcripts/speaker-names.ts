import { messages } from '../messages/index.ts';

/** How speakers are called whose names nobody knows. What a service calls them stays in the data; this is how it is shown. Pure. */

/** What services call a speaker whose name they do not know: `SPEAKER_00`, `Speaker 1`, `spk_0`, `A`, `1`. */
const unnamed = /^(?:(?:speaker|spk)[\s_-]*)?(?:\d{1,4}|\p{L})$/iu;

/** Of these, those that count from 0. */
const counted = /^(?:speaker|spk)[_-](\d{1,4})$/iu;

/** A speaker as people read it: `Speaker 1` of `SPEAKER_00`; a name as it is. */
export function speakerName(speaker: string): string {
  const number = counted.exec(speaker.trim())?.[1];
  return number === undefined ? speaker : messages.transcribe.numberedSpeaker(Number(number) + 1);
}

/** Whether nobody knows the name: it is what a service calls the speaker, or how that is shown. */
export function isUnnamed(speaker: string): boolean {
  const name = speaker.trim();
  return unnamed.test(name) || name === messages.transcribe.numberedSpeaker(Number(/\d{1,5}$/u.exec(name)?.[0]));
}
