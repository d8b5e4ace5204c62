import { addedLimits, type AddedModel } from '#shared/wire/added-models.ts';

export type Licence = AddedModel['licence'];

/** Names of files that say what a voice may be used for, the best one first. */
const names = [
  /^licen[cs]e(?:\.\w+)?$/iu,
  /^copying(?:\.\w+)?$/iu,
  /^(?:copyright|notice)(?:\.\w+)?$/iu,
  /^model_?card(?:\.\w+)?$/iu,
  /^readme(?:\.\w+)?$/iu,
];
/** Of such a file, so much is read. */
export const licenceBytes = 64 * 1024;
/** Words by which a licence keeps something back from who has the files. */
const restrictions =
  /\bnon-?\s?commercial|\bcc[ -]by-nc\b|\bby-nc(?:-|\b)|\bresearch (?:use |purposes )?only|\bnot for (?:commercial|redistribution)|\bno derivatives|\bby-nd\b|\ball rights reserved/iu;

/** Of these names, the file that says it; `undefined` where there is none. */
export function findLicenceFile(files: readonly string[]): string | undefined {
  for (const pattern of names) {
    const found = files
      .filter((name) => pattern.test(name.slice(name.lastIndexOf('/') + 1)))
      .sort((one, other) => one.length - other.length)[0];
    if (found !== undefined) return found;
  }
  return undefined;
}

/** `bytes`: how such a file begins, or what a voice says of itself where `file` is null; `undefined` where there is nothing of the kind. */
export function readLicence(bytes: Uint8Array | undefined, file: string | null = null): Licence {
  if (bytes === undefined) return { state: 'none', text: null, file: null, words: null };
  const text = decode(bytes);
  if (text === undefined || text.trim() === '') return { state: 'unreadable', text: null, file, words: null };
  const [words] = restrictions.exec(text) ?? [];
  return { state: words === undefined ? 'noted' : 'restricted', text: excerpt(text), file, words: words?.replace(/-$/u, '') ?? null };
}

function decode(bytes: Uint8Array): string | undefined {
  // Cut inside a character, the last one is no fault of the file.
  const text = new TextDecoder('utf-8').decode(bytes).replace(/\uFFFD+$/u, '');
  return /\uFFFD|[\0-\x08\x0E-\x1F]/u.test(text) ? undefined : text;
}

/** The lines about the licence where a longer text has some, else its beginning. */
function excerpt(text: string): string {
  const lines = text
    .split(/\r?\n/u)
    .map((line) => line.trim())
    .filter(Boolean);
  const about = lines.filter((line) => /licen[cs]e|copyright/iu.test(line));
  const from = about.length > 0 && lines.length > 12 ? lines.indexOf(about[0] ?? '') : 0;
  const shown = lines.slice(from).join('\n');
  return shown.length <= addedLimits.licenceCharacters ? shown : `${shown.slice(0, addedLimits.licenceCharacters - 1)}…`;
}
