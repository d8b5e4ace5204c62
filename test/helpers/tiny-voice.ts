import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onnxFile, type Constant } from './tiny-onnx.ts';

const tinyRate = 16_000;
/** Samples of a sound at its own pace. */
const perToken = 1_024;

export const vitsMetadata = {
  model_type: 'vits',
  comment: 'coqui',
  language: 'English',
  voice: 'en-us',
  has_espeak: 0,
  frontend: 'characters',
  n_speakers: 1,
  sample_rate: tinyRate,
  add_blank: 0,
  jieba: 0,
  punctuation: '; : , . ! ?',
  use_eos_bos: 1,
};

/**
 * A model with the inputs and the output of VITS and without weights: each sound is 64 ms of a tone, whose pitch is that of its number. It says nothing that could be
 * understood, and shows that text, pace and metadata arrive.
 */
export function tinyVits(metadata: Readonly<Record<string, string | number>> = vitsMetadata): Buffer {
  const int = (name: string, value: number): Constant => ({ name, type: 'int64', values: [value] });
  const real = (name: string, value: number): Constant => ({ name, type: 'float', values: [value] });
  return onnxFile({
    metadata,
    inputs: [
      { name: 'input', type: 'int64', dims: [1, 'N'] },
      { name: 'input_lengths', type: 'int64', dims: [1] },
      { name: 'scales', type: 'float', dims: [3] },
    ],
    outputs: [{ name: 'output', type: 'float', dims: [1, 1, 'M'] }],
    constants: [
      int('second', 1),
      int('zero', 0),
      int('one', 1),
      real('per', perToken),
      real('step', (2 * Math.PI) / tinyRate),
      real('base', 4),
      real('first', 120),
      real('loud', 0.3),
      { name: 'axis', type: 'int64', dims: [1], values: [2] },
      { name: 'row', type: 'int64', dims: [3], values: [1, 1, -1] },
    ],
    nodes: [
      { op: 'Gather', inputs: ['scales', 'second'], output: 'length', attributes: { axis: 0 } },
      { op: 'Mul', inputs: ['length', 'per'], output: 'count' },
      { op: 'Cast', inputs: ['count'], output: 'samples', attributes: { to: 7 } },
      { op: 'Range', inputs: ['zero', 'samples', 'one'], output: 'at' },
      { op: 'Cast', inputs: ['at'], output: 'time', attributes: { to: 1 } },
      { op: 'Mul', inputs: ['time', 'step'], output: 'angle' },
      { op: 'Cast', inputs: ['input'], output: 'tokens', attributes: { to: 1 } },
      { op: 'Mul', inputs: ['tokens', 'base'], output: 'above' },
      { op: 'Add', inputs: ['above', 'first'], output: 'hertz' },
      { op: 'Unsqueeze', inputs: ['hertz', 'axis'], output: 'columns' },
      { op: 'Reshape', inputs: ['angle', 'row'], output: 'angles' },
      { op: 'Mul', inputs: ['columns', 'angles'], output: 'phase' },
      { op: 'Sin', inputs: ['phase'], output: 'wave' },
      { op: 'Mul', inputs: ['wave', 'loud'], output: 'softer' },
      { op: 'Reshape', inputs: ['softer', 'row'], output: 'output' },
    ],
  });
}

const characters = ['_', '^', '$', ' ', '.', ',', '!', '?', "'", ...Array.from('abcdefghijklmnopqrstuvwxyz')];
const tinyTokens = characters.map((character, index) => `${character} ${index}\n`).join('');

/** What Piper puts beside a model. */
export const piperDescription = {
  audio: { sample_rate: tinyRate, quality: 'medium' },
  espeak: { voice: 'en-us' },
  phoneme_type: 'espeak',
  num_symbols: 60,
  num_speakers: 1,
  speaker_id_map: {},
  language: { code: 'en_US', name_english: 'English' },
  phoneme_id_map: Object.fromEntries(
    Array.from("_^$ !',-.:;?abcdefhijklmnopqrstuvwxyzæðŋɐɑɒɔəɚɛɜɡɪɹɾʃʊʌʒˈˌːθɨᵻ").map((sound, index) => [sound, [index]]),
  ),
};

/** A folder as sherpa-onnx hands out a VITS model with letters for sounds. */
export function writeVitsFolder(folder: string, { licence }: { licence?: string | null } = {}): string {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'model.onnx'), tinyVits());
  writeFileSync(join(folder, 'tokens.txt'), tinyTokens);
  if (licence !== null) writeFileSync(join(folder, 'LICENSE'), licence ?? 'This model is free for every use.');
  return folder;
}

/** A folder as Piper hands out a voice: no metadata in the model, no tokens, no pronunciations. */
export function writePiperFolder(folder: string, name = 'en_US-tiny-low'): string {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${name}.onnx`), tinyVits({}));
  writeFileSync(join(folder, `${name}.onnx.json`), JSON.stringify(piperDescription));
  writeFileSync(join(folder, 'MODEL_CARD'), 'License: public domain');
  return folder;
}

/** Something with the interface of the package that loads models, installed in its place. It dies of the same as that. */
export function installStandIn(packages: string): void {
  const folder = join(packages, 'node_modules', 'sherpa-onnx-node');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'sherpa-onnx-node', version: '0.0.1', main: 'stand-in.cjs' }));
  writeFileSync(join(folder, 'stand-in.cjs'), readFileSync(new URL('sherpa-stand-in.cjs', import.meta.url)));
}
