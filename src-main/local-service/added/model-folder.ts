import { type AddedKind } from '#shared/wire/added-models.ts';
import { type ModelParts } from '../models/model-order.ts';
import { baseName, reading, withoutCommonFolder, type Given } from './given-files.ts';
import { readOnnxMetadata } from './onnx-metadata.ts';
import { readPiper, type Piper } from './piper.ts';
import { Refused } from './refused.ts';

type Metadata = ReadonlyMap<string, string>;

/** A folder whose files are those of a model that can be loaded. */
export interface ModelFolder {
  kind: Exclude<AddedKind, 'flite' | 'whisper'>;
  /** The names of its parts, within the folder. */
  parts: ModelParts;
  /** Every file that is to be copied. */
  files: readonly Given[];
  /** What its author put into the model, or what stands beside it. */
  metadata: Metadata;
  needsEspeak: boolean;
  /** A model as Piper hands it out, which lacks what the loader reads. */
  piper?: Piper;
}

/** The folder with the pronunciations of eSpeak NG, and a file that it has. */
const espeakFolder = 'espeak-ng-data';
const espeakFile = 'phontab';

/** What models say of themselves that recognise speech. */
const recognisers = /ctc|encdec|paraformer|sense_?voice|transducer|whisper|moonshine|canary|dolphin/iu;

export const hasModel = (files: readonly Given[]): boolean => files.some(({ name }) => /\.onnx(?:\.json)?$/iu.test(name));

/** What kind of model a folder holds, by its files and by what its model says. Throws {@link Refused}: with the names of what is missing, or as unsupported. */
export async function readModelFolder(given: readonly Given[]): Promise<ModelFolder> {
  const files = withoutCommonFolder(given);
  const find = (pattern: RegExp): Given | undefined => plainest(files.filter(({ name }) => pattern.test(baseName(name))));
  const model = findModel(files);
  const metadata = await metadataOf(model);
  const tokens = find(/(?:^|[-_.])tokens\.txt$/iu);
  const espeak = files.find(({ name }) => name === espeakFile || name.endsWith(`${espeakFolder}/${espeakFile}`));
  const type = metadata.get('model_type') ?? '';
  if (type === '') {
    const description = files.find(({ name }) => name === `${model.name}.json`);
    requireParts({ [`${model.name}.json`]: description });
    const piper = await readPiper(description as Given, metadata);
    return folderOf('piper', files, { model, espeak }, { metadata: piper.metadata, needsEspeak: true, piper });
  }
  requireParts({ 'tokens.txt': tokens });
  requireFields(metadata, ['sample_rate', 'n_speakers'], model);
  const voices = find(/^voices.*\.bin$/iu);
  if (/kokoro/iu.test(type)) {
    requireParts({ 'voices.bin': voices });
    const lexicon = find(/^lexicon-us-en\.txt$/iu) ?? find(/^lexicon\.txt$/iu);
    return folderOf('kokoro', files, { model, tokens, voices, lexicon, espeak }, { metadata, needsEspeak: true });
  }
  if (!/vits/iu.test(type)) throw new Refused(recognisers.test(type) ? 'unsupported-recogniser' : 'unsupported', type, model.name);
  const lexicon = find(/^lexicon.*\.txt$/iu);
  const needsEspeak = metadata.get('has_espeak') === '1';
  if (needsEspeak) return folderOf('piper', files, { model, tokens, espeak }, { metadata, needsEspeak });
  if (metadata.get('frontend') !== 'characters') requireParts({ 'lexicon.txt': lexicon });
  return folderOf('vits', files, { model, tokens, lexicon }, { metadata, needsEspeak });
}

/** The one model of the folder; of one in several sizes, such as `model.onnx` and `model.int8.onnx`, that with the plainest name. */
function findModel(files: readonly Given[]): Given {
  const models = files.filter(({ name }) => /\.onnx$/iu.test(name));
  const model = plainest(models);
  if (model === undefined) {
    const description = files.find(({ name }) => /\.onnx\.json$/iu.test(name));
    throw new Refused('files-missing', description?.name.replace(/\.json$/iu, '') ?? 'model.onnx');
  }
  const parts = models.filter(({ name }) => /encoder|decoder|joiner/iu.test(baseName(name)));
  if (parts.length > 0) throw new Refused('unsupported', parts.map(({ name }) => name).join(', '), model.name);
  const stem = (name: string): string => name.replace(/(?:[.-](?:u?int8|q\w+|fp16|fp32|quantized))*\.onnx$/iu, '');
  const others = models.filter(({ name }) => stem(name) !== stem(model.name));
  if (others.length > 0) throw new Refused('several', [model, ...others].map(({ name }) => name).join(', '));
  return model;
}

function folderOf(
  kind: ModelFolder['kind'],
  files: readonly Given[],
  parts: Readonly<Record<string, Given | undefined>>,
  more: Pick<ModelFolder, 'metadata' | 'needsEspeak' | 'piper'>,
): ModelFolder {
  const named: ModelParts = {};
  for (const [part, file] of Object.entries(parts)) if (file !== undefined) named[part as keyof ModelParts] = file.name;
  if (named.espeak !== undefined) named.espeak = named.espeak.slice(0, -espeakFile.length - 1);
  const wanted = new Set(Object.values(parts));
  const within = named.espeak === undefined || named.espeak === '' ? undefined : `${named.espeak}/`;
  return {
    kind,
    parts: named,
    files: files.filter((file) => wanted.has(file) || (within !== undefined && file.name.startsWith(within))),
    ...more,
  };
}

/** What an ONNX file says. Throws {@link Refused} where it is none. */
export async function metadataOf({ name, path }: Given): Promise<Metadata> {
  const metadata = await reading(name, () => readOnnxMetadata(path));
  if (metadata === undefined) throw new Refused('damaged', name);
  return metadata;
}

export function requireParts(parts: Readonly<Record<string, Given | undefined>>): void {
  const missing = Object.keys(parts).filter((name) => parts[name] === undefined);
  if (missing.length > 0) throw new Refused('files-missing', missing.join(', '));
}

export function requireFields(metadata: Metadata, fields: readonly string[], { name }: Given): void {
  const missing = fields.filter((field) => !/^\d+$/u.test(metadata.get(field) ?? ''));
  if (missing.length > 0) throw new Refused('fields-missing', missing.join(', '), name);
}

const plainest = (files: readonly Given[]): Given | undefined =>
  files.toSorted((one, other) => one.name.length - other.name.length || one.name.localeCompare(other.name, 'en'))[0];
