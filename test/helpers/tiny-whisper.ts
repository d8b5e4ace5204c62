import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onnxFile, type Constant } from './tiny-onnx.ts';

/** Numbers of tokens: words first, then marks, then times in steps of 20 ms. */
const words = ['hello', ' world', 'hallo', ' welt'];
const marks = { eot: 4, sot: 5, en: 6, de: 7, translate: 8, transcribe: 9, no_speech: 10, no_timestamps: 11 };
const firstTime = 12;
const vocabulary = firstTime + 64;
const state = 4;

const shared = {
  n_mels: 80,
  n_text_layer: 1,
  n_text_ctx: 32,
  n_text_state: state,
  n_vocab: vocabulary,
  sot: marks.sot,
  eot: marks.eot,
  blank_id: 1,
  translate: marks.translate,
  transcribe: marks.transcribe,
  no_timestamps: marks.no_timestamps,
  no_speech: marks.no_speech,
};
export const englishMetadata = { model_type: 'whisper-tiny.en', ...shared, is_multilingual: 0, sot_sequence: marks.sot };
export const multilingualMetadata = {
  model_type: 'whisper-tiny',
  ...shared,
  is_multilingual: 1,
  sot_sequence: [marks.sot, marks.en, marks.transcribe].join(','),
  all_language_tokens: [marks.en, marks.de].join(','),
  all_language_codes: 'en,de',
};

const axes = (name: string, values: readonly number[]): Constant => ({ name, type: 'int64', dims: [values.length], values });
/** Sizes that are known when it runs. */
const sound = [1, 1, 'frames', state];
const cache = [1, 1, shared.n_text_ctx, state];

/** Takes the spectrum of a sound, and passes on a few of its rows. */
export const tinyEncoder = (metadata: Readonly<Record<string, string | number>>): Buffer =>
  onnxFile({
    metadata,
    inputs: [{ name: 'mel', type: 'float', dims: [1, shared.n_mels, 'T'] }],
    outputs: [
      { name: 'n_layer_cross_k', type: 'float', dims: sound },
      { name: 'n_layer_cross_v', type: 'float', dims: sound },
    ],
    constants: [axes('from', [0]), axes('to', [state]), axes('rows', [1]), axes('shape', [1, 1, -1, state])],
    nodes: [
      { op: 'Slice', inputs: ['mel', 'from', 'to', 'rows'], output: 'few' },
      { op: 'Transpose', inputs: ['few'], output: 'columns' },
      { op: 'Reshape', inputs: ['columns', 'shape'], output: 'n_layer_cross_k' },
      { op: 'Identity', inputs: ['n_layer_cross_k'], output: 'n_layer_cross_v' },
    ],
  });

/** How much each token wants each other one after it. */
function followers(wanted: readonly [token: number, next: number, much: number][]): number[] {
  const table = new Array<number>(vocabulary * vocabulary).fill(0);
  for (const [token, next, much] of wanted) table[token * vocabulary + next] = much;
  return table;
}

/**
 * Says "hello world" of any sound from 0 to 1 second, and in German "hallo welt" from 0.02 seconds on; left alone, it takes every sound for German. It has no
 * weights: a table says what follows each token, and another what the marks before the text add.
 */
export function tinyDecoder(): Buffer {
  const [hello, world, hallo, welt] = words.keys();
  const [start, germanStart, end] = [firstTime, firstTime + 1, firstTime + 50];
  const next = followers([
    [marks.sot, marks.de, 9],
    [marks.sot, start, 20],
    [marks.transcribe, start, 20],
    [start, hello!, 30],
    [hello!, world!, 30],
    [germanStart, hallo!, 30],
    [hallo!, welt!, 30],
    [world!, end, 30],
    [welt!, end, 30],
    [end, marks.eot, 30],
  ]);
  const before = followers([[marks.de, germanStart, 29]]);
  return onnxFile({
    metadata: {},
    inputs: [
      { name: 'tokens', type: 'int64', dims: [1, 'N'] },
      { name: 'in_n_layer_self_k_cache', type: 'float', dims: cache },
      { name: 'in_n_layer_self_v_cache', type: 'float', dims: cache },
      { name: 'n_layer_cross_k', type: 'float', dims: sound },
      { name: 'n_layer_cross_v', type: 'float', dims: sound },
      { name: 'offset', type: 'int64', dims: [1] },
    ],
    outputs: [
      { name: 'logits', type: 'float', dims: [1, 'N', vocabulary] },
      { name: 'out_n_layer_self_k_cache', type: 'float', dims: cache },
      { name: 'out_n_layer_self_v_cache', type: 'float', dims: cache },
    ],
    constants: [
      { name: 'next', type: 'float', dims: [vocabulary, vocabulary], values: next },
      { name: 'before', type: 'float', dims: [vocabulary, vocabulary], values: before },
      axes('along', [1]),
    ],
    nodes: [
      { op: 'Gather', inputs: ['next', 'tokens'], output: 'following', attributes: { axis: 0 } },
      { op: 'Gather', inputs: ['before', 'tokens'], output: 'each', attributes: { axis: 0 } },
      { op: 'ReduceSum', inputs: ['each', 'along'], output: 'added', attributes: { keepdims: 1 } },
      { op: 'Add', inputs: ['following', 'added'], output: 'logits' },
      { op: 'Identity', inputs: ['in_n_layer_self_k_cache'], output: 'out_n_layer_self_k_cache' },
      { op: 'Identity', inputs: ['in_n_layer_self_v_cache'], output: 'out_n_layer_self_v_cache' },
    ],
  });
}

const tokens = words.map((word, index) => `${Buffer.from(word).toString('base64')} ${index}\n`).join('');

/** A folder as sherpa-onnx hands out a model of Whisper's, with a model that has no weights. */
export function writeWhisperFolder(
  folder: string,
  { multilingual = false, licence }: { multilingual?: boolean; licence?: string } = {},
): string {
  const size = multilingual ? 'tiny' : 'tiny.en';
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${size}-encoder.int8.onnx`), tinyEncoder(multilingual ? multilingualMetadata : englishMetadata));
  writeFileSync(join(folder, `${size}-decoder.int8.onnx`), tinyDecoder());
  writeFileSync(join(folder, `${size}-tokens.txt`), tokens);
  if (licence !== undefined) writeFileSync(join(folder, 'LICENSE'), licence);
  return folder;
}
