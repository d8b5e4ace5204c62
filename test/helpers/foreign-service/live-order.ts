import { type JsonObject, isObject } from './fields.ts';
import type { Account } from './ledger.ts';
import { LiveError } from './live-error.ts';
import type { LiveVersion } from './live-names.ts';
import type { Model } from './models.ts';
import type { SoundFormat } from './sound.ts';
import type { Voice } from './voices.ts';
import type { World } from './world.ts';

/** `start.request` after all checks. */
export interface LiveOrder {
  voice: Voice;
  model: Model;
  format: SoundFormat;
  speed: number;
  volume: number;
  /** What was changed or ignored, as structured warnings. */
  warnings: JsonObject[];
  /** The values in use, for `effective_request`. */
  effective: JsonObject;
  /** v2 reports `effective_request` with `product_v1` alone; v3 always does. */
  reportsEffective: boolean;
}

const controls: Record<string, [least: number, most: number]> = {
  speed: [0.5, 2],
  volume: [-20, 20],
  stability: [0.5, 1.5],
  similarity: [0.5, 1.5],
  pitch: [-12, 12],
};
const listedControls = ['emotion', 'instructions', 'optimize_instructions', 'latency'];
const v2Fields = [
  'parameter_profile',
  'voice_id',
  'model',
  'format',
  ...Object.keys(controls),
  'language',
  'chunk_length',
  ...listedControls,
  'text_normalization',
];
const v3Fields = [
  'voice_id',
  'model_id',
  'format',
  'speed',
  'volume',
  'stability',
  'similarity',
  'language',
  'text_normalization',
  'chunk_length',
  'latency',
];
const formats: readonly SoundFormat[] = ['mp3', 'wav', 'opus', 'pcm'];

/** Reads `start.request`. Throws errors that can be corrected on the same connection. */
export function readLiveOrder(world: World, account: Account, version: LiveVersion, raw: unknown): LiveOrder {
  if (!isObject(raw)) throw new LiveError('invalid_message', 'request must be a map.', { path: 'request' });
  const lenient = version === 'v3' || raw['parameter_profile'] === 'product_v1';
  const { voice, model } = readVoiceAndModel(world, account, version, raw);
  const format = formats.find((each) => each === (raw['format'] ?? 'mp3'));
  if (format === undefined) throw unsupported('format');
  const warnings: JsonObject[] = [];
  const known = version === 'v2' ? v2Fields : v3Fields;
  for (const name of Object.keys(raw)) {
    if (known.includes(name) && isListed(model, name)) continue;
    if (!lenient) throw unsupported(name);
    warnings.push({ code: 'unsupported_parameter', message: `${name} was ignored.`, parameter: name });
  }
  const numbers = readControls(model, raw, lenient, version, warnings);
  const chunk = raw['chunk_length'];
  if (chunk !== undefined && !(Number.isInteger(chunk) && Number(chunk) >= 50 && Number(chunk) <= 1000)) throw unsupported('chunk_length');
  const language = raw['language'];
  if (language !== undefined && (typeof language !== 'string' || language.length < 1 || language.length > 32))
    throw unsupported('language');
  const effective = { voice_id: voice.voiceId, [version === 'v2' ? 'model' : 'model_id']: model.id, format, ...numbers };
  const reportsEffective = lenient;
  return { voice, model, format, speed: numbers['speed'] ?? 1, volume: numbers['volume'] ?? 0, warnings, effective, reportsEffective };
}

function readVoiceAndModel(world: World, account: Account, version: LiveVersion, raw: JsonObject): { voice: Voice; model: Model } {
  const voiceId = raw['voice_id'];
  const voice = typeof voiceId === 'string' ? world.voices.find(account, voiceId) : undefined;
  if (voice === undefined) throw new LiveError('voice_not_found', 'There is no such voice.', { path: 'request.voice_id' });
  const wanted = version === 'v2' ? (raw['model'] ?? 'alpha-s21pro-flash') : raw['model_id'];
  const model = world.models.find((each) => each.id === wanted);
  if (model === undefined) throw new LiveError('model_not_found', 'There is no such model.', { path: 'request.model' });
  if (model.family !== voice.family)
    throw new LiveError('model_not_found', `The voice does not support ${model.id}.`, { path: 'request.model' });
  return { voice, model };
}

function isListed(model: Model, name: string): boolean {
  if (name === 'emotion') return model.emotion;
  if (name === 'instructions' || name === 'optimize_instructions') return model.instruction;
  if (name === 'pitch') return model.pitch;
  return name in model.controls ? model.controls[name as keyof Model['controls']] : true;
}

function readControls(
  model: Model,
  raw: JsonObject,
  lenient: boolean,
  version: LiveVersion,
  warnings: JsonObject[],
): Record<string, number> {
  const values: Record<string, number> = {};
  for (const [name, usual] of Object.entries(controls)) {
    const value = raw[name];
    if (value === undefined || !isListed(model, name)) continue;
    if (typeof value !== 'number' || !Number.isFinite(value)) throw unsupported(name);
    const [least, most] = name === 'volume' && version === 'v2' && !lenient ? [0, 10] : usual;
    const within = Math.min(most, Math.max(least, value));
    if (within !== value && !lenient) throw unsupported(name);
    if (within !== value) warnings.push({ code: 'parameter_clamped', message: `${name} was set to ${within}.`, parameter: name });
    values[name] = within;
  }
  return values;
}

function unsupported(name: string): LiveError {
  return new LiveError('unsupported_parameter', `${name} is not supported or out of range.`, { path: `request.${name}` });
}
