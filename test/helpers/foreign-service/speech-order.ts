import { Failure, invalid } from './failure.ts';
import {
  type JsonObject,
  countCharacters,
  isObject,
  readBoolean,
  readChoice,
  readNumber,
  readText,
  rejectUnknown,
  requireText,
} from './fields.ts';
import type { Account } from './ledger.ts';
import type { Model } from './models.ts';
import type { SoundFormat } from './sound.ts';
import type { Voice } from './voices.ts';
import type { World } from './world.ts';

/** One speech request after all checks. */
export interface SpeechOrder {
  text: string;
  characters: number;
  voice: Voice;
  model: Model;
  format: SoundFormat;
  speed: number;
  volume: number;
  /** Controls that were valid and that the model does not support. */
  ignored: string[];
}

const v3Fields = [
  'text',
  'voiceId',
  'modelId',
  'format',
  'speed',
  'volume',
  'pitch',
  'stability',
  'similarity',
  'language',
  'emotion',
  'instruction',
  'textNormalization',
  'filterEmoji',
];

/** The strict body of v3. Throws 400 and 503. */
export function readOrderV3(world: World, account: Account, body: JsonObject): SpeechOrder {
  rejectUnknown(body, v3Fields);
  const order = readGeneric(world, account, body, ['mp3', 'wav', 'ogg']);
  if (!order.model.available) throw new Failure(503, 'ERR_MODEL_UNAVAILABLE', `${order.model.id} is not available.`);
  if (!order.model.outputFormats.includes(order.format)) throw invalid(`format: ${order.model.id} does not make ${order.format}.`);
  if (readBoolean(body, 'filterEmoji') === true) {
    order.text = withoutKaomoji(order.text);
    order.characters = countCharacters(order.text);
    if (order.text.trim() === '') throw invalid('text is empty after filterEmoji.');
  }
  return order;
}

/** The body of v2: the fields of v3 and the historical ones, which are accepted. */
export function readOrderV2(world: World, account: Account, body: JsonObject): SpeechOrder {
  const known = [...v3Fields.filter((field) => field !== 'filterEmoji'), 'engineModelId', 'version', 'qwenModel', 'minimaxEmotion'];
  rejectUnknown(body, known);
  return readGeneric(world, account, { ...body, modelId: body['modelId'] ?? body['engineModelId'] }, ['mp3', 'wav', 'ogg']);
}

function readGeneric(world: World, account: Account, body: JsonObject, formats: readonly SoundFormat[]): SpeechOrder {
  const text = requireText(body, 'text', 10_000);
  const voice = requireVoice(world, account, requireText(body, 'voiceId'));
  const model = chooseModel(world, voice, readText(body, 'modelId'));
  const characters = countCharacters(text);
  if (characters > model.maxTextLength) throw invalid(`text: ${model.id} takes at most ${model.maxTextLength} characters.`);
  const speed = readNumber(body, 'speed', 0.5, 2) ?? 1;
  const volume = readNumber(body, 'volume', -20, 20) ?? 0;
  readNumber(body, 'pitch', -12, 12);
  readNumber(body, 'stability', 0.5, 1.5);
  readNumber(body, 'similarity', 0.5, 1.5);
  readText(body, 'language', 1, 64);
  readText(body, 'emotion', 1, 64);
  readText(body, 'instruction', 0, 1600);
  readBoolean(body, 'textNormalization');
  const format = readChoice(body, 'format', formats) ?? 'mp3';
  const supports: Record<string, boolean> = {
    ...model.controls,
    pitch: model.pitch,
    emotion: model.emotion,
    instruction: model.instruction,
  };
  const ignored = Object.keys(supports).filter((name) => body[name] !== undefined && supports[name] === false);
  return { text, characters, voice, model, format, speed, volume: model.controls.volume ? volume : 0, ignored };
}

/** The body of v1, sync and job. Further fields are allowed. */
export function readOrderV1(world: World, account: Account, body: JsonObject): SpeechOrder {
  const text = requireText(body, 'text', 200_000);
  const alias = readText(body, 'voiceId') ?? readText(body, 'reference_id');
  const modelField = readText(body, 'modelId');
  const aliasModel = modelField !== undefined && alias === undefined && world.voices.find(account, modelField) !== undefined;
  const voiceId = aliasModel ? modelField : alias;
  if (voiceId === undefined) throw invalid('voiceId is required.');
  const voice = requireVoice(world, account, voiceId);
  const model = chooseModel(world, voice, (aliasModel ? undefined : modelField) ?? readText(body, 'engineModelId'));
  if (!model.available) throw invalid(`modelId: ${model.id} is not available.`);
  const eta = model.family === 'eta';
  const speed = (eta ? readNumber(body, 'speed', 0.7, 1.2) : readNumber(body, 'speed', 0.5, 2)) ?? 1;
  const volume = readNumber(body, 'volume', -20, 20) ?? 0;
  for (const name of ['stability', 'similarity']) readNumber(body, name, eta ? 0 : 0.5, eta ? 1 : 1.5);
  readNumber(body, 'pitch', -12, 12);
  readBoolean(body, 'textNormalization');
  const format = readChoice(body, 'format', ['mp3', 'wav'] as const) ?? 'mp3';
  return { text, characters: countCharacters(text), voice, model, format, speed, volume: eta ? 0 : volume, ignored: [] };
}

const headerModels: Record<string, string> = {
  's2.1-pro': 'alpha-s21pro',
  's2.1-pro-free': 'alpha-s21pro-free',
  's2.1-flash': 'alpha-s21-flash',
  's2.1-pro-flash': 'alpha-s21pro-flash',
  's2-pro': 'alpha-s2pro',
  s1: 'alpha-s1',
  's1-mini': 'alpha-s1',
  'speech-1.5': 'alpha-s1',
  '1.6': 'alpha-s1',
  'speech-1.6': 'alpha-s1',
};

/** The body of the engine-vendor endpoint. Unknown models and formats fall back. */
export function readOrderVendor(world: World, account: Account, body: JsonObject, modelHeader: string | undefined): SpeechOrder {
  const text = requireText(body, 'text', 200_000);
  const voice = requireVoice(world, account, requireText(body, 'reference_id'));
  const named = headerModels[modelHeader ?? ''] ?? modelHeader;
  const known = world.models.find((model) => model.id === named && model.family === voice.family && model.available);
  const prosody = isObject(body['prosody']) ? body['prosody'] : {};
  const speed = readNumber(prosody, 'speed', 0.5, 2) ?? readNumber(body, 'speed', 0.5, 2) ?? 1;
  for (const name of ['temperature', 'top_p', 'chunk_length']) readNumber(body, name, -Infinity, Infinity);
  readBoolean(body, 'normalize');
  const asked = body['format'];
  const format = asked === 'wav' || asked === 'pcm' ? asked : 'mp3';
  const model = known ?? chooseModel(world, voice, undefined);
  return { text, characters: countCharacters(text), voice, model, format, speed, volume: 0, ignored: [] };
}

/** The body of the OpenAI-style endpoint. */
export function readOrderOpenAi(world: World, account: Account, body: JsonObject): SpeechOrder {
  const text = requireText(body, 'input', 200_000);
  const voiceField = isObject(body['voice']) ? requireText(body['voice'], 'id') : requireText(body, 'voice');
  const voice = requireVoice(world, account, voiceField);
  const model = chooseModel(world, voice, requireText(body, 'model'));
  const speed = readNumber(body, 'speed', 0.5, 2) ?? 1;
  const format = readChoice(body, 'response_format', ['mp3', 'wav', 'pcm'] as const) ?? 'mp3';
  return { text, characters: countCharacters(text), voice, model, format, speed, volume: 0, ignored: [] };
}

function requireVoice(world: World, account: Account, voiceId: string): Voice {
  const voice = world.voices.find(account, voiceId);
  if (voice === undefined) throw invalid(`voiceId: there is no voice ${voiceId}.`);
  return voice;
}

/** The model that was named, or the default of the voice's family. Throws 400 for one of another family. */
export function chooseModel(world: World, voice: Voice, modelId: string | undefined): Model {
  const model = world.models.find((each) => (modelId === undefined ? each.family === voice.family && each.isDefault : each.id === modelId));
  if (model === undefined) throw invalid(`modelId: there is no model ${modelId ?? 'for this voice'}.`);
  if (model.family !== voice.family) throw invalid(`modelId: the voice does not support ${model.id}.`);
  return model;
}

const kaomoji = ['(◕‿◕)', '(＾▽＾)', 'ヽ(・∀・)ﾉ', '(｡♥‿♥｡)', '(╯°□°)╯', '(*^▽^*)', '(´･ω･`)', '＼(^o^)／'];

/** Takes out whole decorative kaomoji, except in quotes and code. */
function withoutKaomoji(text: string): string {
  return text
    .split(/("[^"]*"|`[^`]*`)/)
    .map((part, index) => (index % 2 === 1 ? part : kaomoji.reduce((rest, face) => rest.replaceAll(face, ''), part)))
    .join('');
}
