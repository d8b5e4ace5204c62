import { cloneExtensions, cloneLimits } from '../wire/voice-creation.ts';
import { findExtension, isAccepted } from './recordings.ts';
import { fixed } from '../messages/figures.ts';
import { messages } from '../messages/index.ts';
import { message, type Message } from '../messages/message.ts';

/** What is known of a dropped file before a byte of it is read. */

/** Recordings of other kinds whose sound can be taken out here. */
const convertible: readonly string[] = ['mov', 'mkv', 'mka', 'm4v', 'm4b', '3gp', 'weba', 'wave', 'mp2'];

export const fileBytesInWords = `${Math.floor(cloneLimits.fileBytes / 1024 / 1024)} MB`;
export const acceptedInWords = cloneExtensions.map((extension) => extension.toUpperCase()).join(', ');

/** `open`: taken as it is. `ask`: may be opened to be trimmed or converted, if the person wants that. `refuse`: nothing can be done with it. */
export type Verdict = { kind: 'open' } | { kind: 'ask' | 'refuse'; why: string };

export function judgeFile({ name, size }: { name: string; size: number }): Verdict {
  const extension = findExtension(name);
  if (size === 0) return { kind: 'refuse', why: messages.sources.emptyFile };
  if (isAccepted(extension)) {
    if (size <= cloneLimits.fileBytes) return { kind: 'open' };
    return { kind: 'ask', why: messages.clone.fileTooLarge(bytesInWords(size), fileBytesInWords) };
  }
  const type = extension === '' ? messages.clone.fileWithoutEnding : `.${shortened(extension)}`;
  if (convertible.includes(extension)) return { kind: 'ask', why: messages.clone.convertible(type) };
  return { kind: 'refuse', why: messages.clone.notARecording(type, acceptedInWords) };
}

/** True for what a drop anywhere in the window opens Clone with. */
export const isSound = (name: string): boolean => isAccepted(findExtension(name)) || convertible.includes(findExtension(name));

const unitsOfBytes = ['bytes', 'kB', 'MB', 'GB', 'TB'] as const;

/** `9.8 MB`; a megabyte is 1024 kilobytes, as in the interface's limits. */
export function bytesInWords(bytes: number): string {
  let place = 0;
  let value = bytes;
  // Rounded, it never shows a whole unit of the next kind.
  while (Math.round(value) >= 1024 && place < unitsOfBytes.length - 1) {
    value /= 1024;
    place += 1;
  }
  const figures = place < 2 || value >= 100 ? String(Math.round(value)) : fixed(value, 1);
  return `${figures} ${unitsOfBytes[place] ?? ''}`;
}

const shortened = (text: string): string => (text.length > 12 ? `${text.slice(0, 12)}…` : text);

const control = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;
/** The same where lines and tabs are what a text is made of. */
const controlInText = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/u;

/** A voice's name from a file's: without its ending, signs of underlining as blanks, cut to what a name may have. */
export function nameFrom(fileName: string): string {
  const stem = fileName.replace(/\.[^.]*$/u, '');
  let name = '';
  for (const sign of stem.replaceAll(/[\s_\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]+/gu, ' ').trim()) {
    if (name.length + sign.length > cloneLimits.nameCharacters) break; // sign by sign, so that none is cut in half
    name += sign;
  }
  return name.trim();
}

const figures = new Intl.NumberFormat('en');

function tooLong(what: string, text: string, most: number): Message | undefined {
  if (text.trim().length <= most) return undefined;
  return message('clone.textTooLong', what, figures.format(text.trim().length), figures.format(most));
}

/** What is wrong with the fields of a clone, by the field's name. */
export function formProblems(form: {
  name: string;
  description: string;
  referenceText: string;
}): Partial<Record<keyof typeof form, Message>> {
  const problems: Partial<Record<keyof typeof form, Message>> = {};
  const name =
    form.name.trim() === ''
      ? message('clone.needsName')
      : control.test(form.name)
        ? message('clone.nameControlCharacters')
        : tooLong('name', form.name, cloneLimits.nameCharacters);
  if (name !== undefined) problems.name = name;
  const long = tooLong('description', form.description, cloneLimits.descriptionCharacters);
  const description = controlInText.test(form.description) ? message('clone.descriptionControlCharacters') : long;
  if (description !== undefined) problems.description = description;
  const text = controlInText.test(form.referenceText)
    ? message('clone.transcriptControlCharacters')
    : tooLong('transcript', form.referenceText, cloneLimits.referenceTextCharacters);
  if (text !== undefined) problems.referenceText = text;
  return problems;
}
