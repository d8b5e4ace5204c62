import { open, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createHash } from 'node:crypto';
import { addedLimits, type AddModelRequest, type Refusal } from '#shared/wire/added-models.ts';
import { type FliteVoice } from '../sound/flite/flite-voices.ts';
import { stableId } from '../voices/catalogue.ts';
import { languageOfFlitevox, readFlitevoxHead, type FlitevoxHead } from './flitevox.ts';
import { findLicenceFile, licenceBytes, readLicence, type Licence } from './licence.ts';
import { tryVoice } from './trial.ts';

/** Nothing is added, and why. */
export class Refused extends Error {
  readonly reason: Refusal['reason'];
  readonly about: string | null;

  constructor(reason: Refusal['reason'], about: string | null = null) {
    super(reason);
    this.reason = reason;
    this.about = about;
  }
}

/** A voice file that speaks, copied. */
export interface CopiedVoice {
  /** Of its content: added again, it is the same voice to every project. */
  id: string;
  /** Where the copy is. */
  path: string;
  name: string;
  language: string;
  bytes: number;
  licence: Licence;
  found: Omit<FliteVoice, 'id' | 'file'>;
}

type Given = AddModelRequest['files'][number];

/** Copies the `.flitevox` file among the given ones into `folder`, and lets it speak. Throws {@link Refused}. */
export async function copyFlite({ name, files }: AddModelRequest, folder: string): Promise<CopiedVoice> {
  const voice = files.find((file) => /\.flitevox$/iu.test(file.name)) ?? files[0];
  if (voice === undefined) throw new Refused('unknown');
  const bytes = await readVoice(voice);
  const head = readFlitevoxHead(bytes);
  if (head === undefined) throw new Refused('unknown', voice.name);
  const language = languageOfFlitevox(head);
  if (language === undefined) throw new Refused('language', head.features.get('language') ?? '');
  const path = join(folder, 'voice.flitevox');
  await writeThrough(path, bytes);
  const trial = await tryVoice(path);
  if (!trial.works) throw new Refused('damaged', voice.name);
  return {
    id: stableId(`added ${createHash('sha256').update(bytes).digest('hex')}`),
    path,
    name:
      name
        .replace(/\.flitevox$/iu, '')
        .replaceAll('_', ' ')
        .trim() || head.name,
    language,
    bytes: bytes.length,
    licence: await licenceOf(files, head),
    found: { hertz: head.hertz, deviation: head.deviation, gain: trial.gain, ...(trial.fixed && { fixed: true }) },
  };
}

async function readVoice({ name, path }: Given): Promise<Buffer> {
  try {
    const { size } = await stat(path);
    if (size > addedLimits.fliteBytes) throw new Refused('too-large', name);
    return await readFile(path);
  } catch (thrown) {
    throw thrown instanceof Refused ? thrown : new Refused('unreadable-file', name);
  }
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

/** Of a file beside the voice, else what the voice says of itself. */
async function licenceOf(files: readonly Given[], { features }: FlitevoxHead): Promise<Licence> {
  const wanted = findLicenceFile(files.map(({ name }) => name));
  const file = files.find(({ name }) => name === wanted);
  if (file !== undefined) return readLicence(await beginningOf(file));
  const said = features.get('copyright') ?? 'unknown';
  return readLicence(said === 'unknown' || said.trim() === '' ? undefined : Buffer.from(said));
}

async function beginningOf({ name, path }: Given): Promise<Uint8Array> {
  try {
    const file = await open(path);
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(licenceBytes), 0, licenceBytes, 0);
      return buffer.subarray(0, bytesRead);
    } finally {
      await file.close();
    }
  } catch {
    throw new Refused('unreadable-file', name);
  }
}
