import { createHash } from 'node:crypto';
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { addedLimits, type AddModelRequest } from '#shared/wire/added-models.ts';
import { stableId } from '../voices/catalogue.ts';
import { languageOfFlitevox, readFlitevoxHead } from './flitevox.ts';
import { licenceOf, reading, sizeOf, type Given } from './given-files.ts';
import { fliteFile, type Copied } from './kept-model.ts';
import { Refused } from './refused.ts';
import { tryVoice } from './trial.ts';

/** Copies the `.flitevox` file among the given ones into `folder`, and lets it speak. Throws {@link Refused}. */
export async function copyFlite({ name, files }: AddModelRequest, folder: string): Promise<Copied> {
  const voice = files.find((file) => /\.flitevox$/iu.test(file.name)) ?? files[0];
  if (voice === undefined) throw new Refused('unknown');
  const bytes = await readVoice(voice);
  const head = readFlitevoxHead(bytes);
  if (head === undefined) throw new Refused('unknown', voice.name);
  const language = languageOfFlitevox(head);
  if (language === undefined) throw new Refused('language', head.features.get('language') ?? '');
  const path = join(folder, fliteFile);
  await reading(voice.name, () => writeThrough(path, bytes));
  const trial = await tryVoice(path);
  if (!trial.works) throw new Refused('damaged', voice.name);
  const own = head.features.get('copyright') ?? '';
  return {
    // Of its content: added again, it is the same voice to every project.
    id: stableId(`added ${createHash('sha256').update(bytes).digest('hex')}`),
    kind: 'flite',
    name: nameOf(name) || head.name,
    languages: [language],
    bytes: bytes.length,
    licence: await licenceOf(files, own === 'unknown' || own.trim() === '' ? undefined : own),
    flite: { hertz: head.hertz, deviation: head.deviation, gain: trial.gain, ...(trial.fixed && { fixed: true }) },
  };
}

const nameOf = (file: string): string =>
  file
    .replace(/\.flitevox$/iu, '')
    .replaceAll('_', ' ')
    .trim();

async function readVoice(voice: Given): Promise<Buffer> {
  if ((await sizeOf(voice)) > addedLimits.fliteBytes) throw new Refused('too-large', voice.name);
  return reading(voice.name, () => readFile(voice.path));
}

async function writeThrough(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'w', 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}
