import { readFile } from 'node:fs/promises';
import { baseName, reading, sizeOf, withoutCommonFolder, type Given } from './given-files.ts';
import { type ListeningParts } from './kept-model.ts';
import { metadataOf, requireFields, requireParts } from './model-folder.ts';
import { Refused } from './refused.ts';

/** A folder with a model of Whisper's, as sherpa-onnx hands it out. */
export interface WhisperFolder {
  parts: ListeningParts['parts'];
  /** Every file that is to be copied. */
  files: readonly Given[];
  /** Such as `tiny.en`; empty where the files do not say. */
  size: string;
  /** Its own codes, such as `en`. */
  languages: readonly string[];
}

/** What the loader reads; it ends its process where one is missing. */
const fields = [
  ...['n_mels', 'n_text_layer', 'n_text_ctx', 'n_text_state', 'n_vocab', 'sot', 'eot', 'blank_id', 'translate', 'transcribe'],
  ...['is_multilingual', 'no_timestamps', 'no_speech'],
];
const tokensBytes = 8 * 1024 ** 2;
/** A token in base 64 and its number. */
const tokenLine = /^[A-Za-z0-9+/]*={0,2} (\d+)$/u;
const partName = /(?:^|[-_.])(encoder|decoder)(?=[-_.])/iu;

const isModel = ({ name }: Given): boolean => /\.onnx$/iu.test(name);

/** Whether files are of a model in parts, which recognises speech, rather than of one that speaks. */
export const isInParts = (files: readonly Given[]): boolean =>
  files.some((file) => isModel(file) && /encode|decode|joiner|preprocess/iu.test(baseName(file.name))) &&
  !files.some(({ name }) => /text_encoder|fm_decoder/iu.test(baseName(name)));

/** What a folder of Whisper's holds. Throws {@link Refused}: with the names of what is missing, or as another kind of recogniser. */
export async function readWhisperFolder(given: readonly Given[]): Promise<WhisperFolder> {
  const files = withoutCommonFolder(given);
  refuseOthers(files);
  const { encoder, decoder } = findPair(files);
  const metadata = await metadataOf(encoder);
  const type = metadata.get('model_type') ?? '';
  if (type !== '' && !/whisper/iu.test(type)) throw new Refused('unsupported-recogniser', type, encoder.name);
  requireFields(metadata, fields, encoder);
  const languages = languagesOf(metadata, encoder);
  await metadataOf(decoder);
  const size = sizeName(encoder);
  const tokens = files.find(({ name }) => /(?:^|[-_.])tokens\.txt$/iu.test(baseName(name)));
  const named = encoder.name.replace(/encoder.*$/iu, 'tokens.txt');
  requireParts({ [named]: tokens });
  if (tokens === undefined) throw new Refused('files-missing', named);
  await checkTokens(tokens, Number(metadata.get('n_vocab')));
  return {
    parts: { encoder: encoder.name, decoder: decoder.name, tokens: tokens.name },
    files: [encoder, decoder, tokens, ...files.filter((file) => isWeightsOf(file, encoder) || isWeightsOf(file, decoder))],
    size,
    languages,
  };
}

/** Models in parts that others make; what they are called. */
function refuseOthers(files: readonly Given[]): void {
  const models = files.filter(isModel).map(({ name }) => baseName(name));
  const other = models.find((name) => /joiner|preprocess|cached|merged/iu.test(name));
  if (other === undefined) return;
  const kind = /joiner/iu.test(other) ? 'transducer' : /merged/iu.test(other) ? 'Transformers.js' : 'Moonshine';
  throw new Refused('unsupported-recogniser', kind, other);
}

/** The encoder and the decoder, of the smaller coding where the folder has both: it is what the loader's makers advise, and as good on speech. */
function findPair(files: readonly Given[]): Record<'encoder' | 'decoder', Given> {
  const find = (part: string): Given[] =>
    files
      .filter((file) => isModel(file) && partName.exec(baseName(file.name))?.[1]?.toLowerCase() === part)
      .toSorted((one, other) => Number(isSmall(other)) - Number(isSmall(one)) || one.name.localeCompare(other.name, 'en'));
  const [encoders, decoders] = [find('encoder'), find('decoder')];
  const sizes = new Set([...encoders, ...decoders].map(sizeName));
  if (sizes.size > 1) throw new Refused('several', [...encoders, ...decoders].map(({ name }) => name).join(', '));
  const [encoder] = encoders;
  const [decoder] = decoders;
  if (encoder === undefined || decoder === undefined) {
    const there = encoder ?? decoder;
    const [from, to] = encoder === undefined ? ['decoder', 'encoder'] : ['encoder', 'decoder'];
    throw new Refused('files-missing', there?.name.replace(from, to) ?? 'encoder.onnx, decoder.onnx');
  }
  return { encoder, decoder };
}

const isSmall = ({ name }: Given): boolean => /int8/iu.test(baseName(name));

const sizeName = ({ name }: Given): string => baseName(name).replace(/[-_.]?(?:encoder|decoder).*$/iu, '');

/** Weights of a model that is too large for one file. */
const isWeightsOf = ({ name }: Given, model: Given): boolean =>
  !/\.onnx$/iu.test(name) && /(?:\.weights|[._]data)$/iu.test(name) && name.startsWith(model.name.replace(/(?:\.int8)?\.onnx$/iu, ''));

function languagesOf(metadata: ReadonlyMap<string, string>, { name }: Given): string[] {
  const list = (field: string): string[] => (metadata.get(field) ?? '').split(',').filter((one) => one !== '');
  const areNumbers = (field: string): boolean => list(field).length > 0 && list(field).every((one) => /^\d+$/u.test(one));
  if (!areNumbers('sot_sequence')) throw new Refused('fields-missing', 'sot_sequence', name);
  if (metadata.get('is_multilingual') === '0') return ['en'];
  const codes = list('all_language_codes');
  if (!areNumbers('all_language_tokens') || codes.length !== list('all_language_tokens').length)
    throw new Refused('fields-missing', 'all_language_tokens, all_language_codes', name);
  return codes;
}

/** The loader ends its process at a wrong line, and writes nonsense with the tokens of another model. */
async function checkTokens(tokens: Given, vocabulary: number): Promise<void> {
  if ((await sizeOf(tokens)) > tokensBytes) throw new Refused('damaged', tokens.name);
  const lines = (await reading(tokens.name, () => readFile(tokens.path, 'utf8'))).split(/\r?\n/u).filter((line) => line !== '');
  const numbers = lines.map((line) => Number(tokenLine.exec(line)?.[1] ?? NaN));
  if (numbers.length === 0 || !numbers.every((number) => number < vocabulary)) throw new Refused('damaged', tokens.name);
}
