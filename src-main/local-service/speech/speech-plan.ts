import { createHash } from 'node:crypto';
import { codes, type AudioFormat } from '#shared/wire/common.ts';
import { findDefaultModel } from '#shared/wire/models.ts';
import { genericControls, type SpeechRequest } from '#shared/wire/speech.ts';
import { type Price } from '../accounts/charges.ts';
import { invalid, notFound, ServiceError } from '../http/service-error.ts';
import { type EngineVoice } from '../sound/engine.ts';
import { type SpeechOrder } from '../sound/speech.ts';
import { type LocalVoice } from '../voices/catalogue.ts';
import { withoutKaomoji } from './kaomoji.ts';
import { modelOf, type LocalModel } from './models.ts';

export type Operation = 'synchronous' | 'asynchronous' | 'alignedStreaming';

/** A request that passed every rule: what is spoken, what it costs, what was ignored. */
export interface SpeechPlan {
  order: SpeechOrder<AudioFormat>;
  voice: LocalVoice;
  model: LocalModel;
  price: Price;
  ignored: string[];
}

/** The voice of an id as one account sees it: `(id) => service.voices.of(account, id)`. */
export type FindVoice = (id: string) => LocalVoice | undefined;

/** Emotions that the local voices can act: by pitch, liveliness and pace. Others are ignored and said so. */
const emotions: Readonly<Record<string, { pitch: number; range: number; rate: number }>> = {
  neutral: { pitch: 0, range: 0, rate: 1 },
  calm: { pitch: -3, range: -12, rate: 0.92 },
  happy: { pitch: 5, range: 20, rate: 1.06 },
  excited: { pitch: 8, range: 30, rate: 1.14 },
  sad: { pitch: -6, range: -22, rate: 0.86 },
  angry: { pitch: 2, range: 26, rate: 1.1 },
  fearful: { pitch: 9, range: 12, rate: 1.12 },
  surprised: { pitch: 10, range: 34, rate: 1.04 },
  whisper: { pitch: -8, range: -40, rate: 0.9 },
};

/** What an `instruction` changes: each of these words, anywhere in it, adds its part. */
const instructions: readonly [words: RegExp, pitch: number, range: number, rate: number][] = [
  [/\b(slow|slowly|unhurried)\b/iu, 0, 0, 0.85],
  [/\b(fast|quick|quickly|rapid)\b/iu, 0, 0, 1.18],
  [/\b(deep|low|lower)\b/iu, -10, 0, 1],
  [/\b(high|higher|bright)\b/iu, 10, 0, 1],
  [/\b(lively|cheerful|excited|energetic)\b/iu, 3, 22, 1.05],
  [/\b(monotone|flat|calm|serious)\b/iu, 0, -25, 0.97],
];

/**
 * Applies the rules of the v3 body beyond its shape: voice, model family, availability, operation, format, length before filtering, the filter, ignored controls.
 * Throws before anything is charged.
 */
export function planSpeech(request: SpeechRequest, operation: Operation, voiceOf: FindVoice): SpeechPlan {
  const voice = voiceOf(request.voiceId);
  if (voice === undefined) throw notFound('voiceId: there is no such voice');
  const model = modelFor(request.modelId, voice);
  if (!model.supportedOperations[operation]) {
    const instead = { synchronous: 'sync requests', asynchronous: 'jobs', alignedStreaming: 'aligned streaming' }[operation];
    throw invalid(`modelId: ${model.id} does not support ${instead}`);
  }
  const format: AudioFormat = request.format ?? 'mp3';
  if (!model.outputFormats.includes(format)) {
    throw invalid(`format: ${model.id} offers ${model.outputFormats.join(', ')}, not ${format}`);
  }
  if (request.text.length > model.maxTextLength) {
    throw invalid(`text: ${model.id} takes at most ${model.maxTextLength} characters, this has ${request.text.length}`);
  }
  const text = request.filterEmoji === true ? withoutKaomoji(request.text) : request.text;
  if (text.trim() === '') throw invalid('text: nothing is left to speak');

  const ignored = genericControls.filter((control) => request[control] !== undefined && !model.controls[control]) as string[];
  const supported = <Control extends keyof SpeechRequest>(control: Control): SpeechRequest[Control] | undefined =>
    ignored.includes(control) ? undefined : request[control];
  const emotionId = supported('emotion');
  const emotion = emotionId === undefined ? undefined : emotions[emotionId.toLowerCase()];
  if (emotionId !== undefined && emotion === undefined) ignored.push('emotion');

  const speed = supported('speed') ?? 1;
  const order: SpeechOrder<AudioFormat> = {
    text,
    format,
    speed,
    gain: supported('volume') ?? 0,
    normalise: supported('textNormalization') ?? true,
    voice: engineVoice(voice, {
      speed,
      pitch: supported('pitch') ?? 0,
      stability: supported('stability') ?? 1,
      similarity: supported('similarity') ?? 1,
      language: request.language,
      emotion: emotion ?? neutral,
      instruction: supported('instruction') ?? '',
    }),
  };
  return {
    order,
    voice,
    model,
    ignored,
    price: { characters: text.length, credits: Math.ceil(text.length * model.creditsPerCharacter) },
  };
}

const neutral = { pitch: 0, range: 0, rate: 1 };

function modelFor(modelId: string | undefined, voice: LocalVoice): LocalModel {
  const id = modelId ?? findDefaultModel(voice.family);
  const model = modelOf(id);
  if (model === undefined) throw invalid('modelId: there is no such model');
  if (model.family !== voice.family) throw invalid(`modelId: ${id} is not of the family of the voice ${voice.name} (${voice.family})`);
  if (!model.available) {
    throw new ServiceError(503, codes.modelUnavailable, `${id} is not available; read the capabilities for those that are`);
  }
  return model;
}

/**
 * How the controls sound: speed scales the pace; pitch is in semitones; stability above 1 flattens the melody, below 1 livens it;
 * similarity below 1 draws the voice's own pitch towards the plain one, above 1 away from it; a language hint counts when the voice speaks that language.
 */
function engineVoice(
  voice: LocalVoice,
  by: {
    speed: number;
    pitch: number;
    stability: number;
    similarity: number;
    language: string | undefined;
    emotion: typeof neutral;
    instruction: string;
  },
): EngineVoice {
  const applied = instructions.filter(([words]) => words.test(by.instruction));
  const base = voice.engine;
  const name = spokenLanguage(voice, by.language);
  return {
    name: `${name}+${voice.variant}`,
    rate: base.rate * by.speed * by.emotion.rate * applied.reduce((rate, [, , , factor]) => rate * factor, 1),
    pitch: 50 + (base.pitch - 50) * by.similarity + by.emotion.pitch + applied.reduce((sum, [, pitch]) => sum + pitch, 0),
    semitones: by.pitch + (base.semitones ?? 0) * by.similarity,
    formants: base.formants,
    brightness: base.brightness,
    range: base.range + (1 - by.stability) * 70 + by.emotion.range + applied.reduce((sum, [, , range]) => sum + range, 0),
  };
}

function spokenLanguage(voice: LocalVoice, hint: string | undefined): string {
  const wanted = hint?.toLowerCase() ?? '';
  const tag =
    voice.languages.find((language) => language.toLowerCase() === wanted) ??
    voice.languages.find((language) => language.toLowerCase().split('-')[0] === wanted.split('-')[0]);
  return voice.engineLanguages[tag ?? voice.primaryLanguage] ?? 'en-us';
}

/** Identifies "the same request" for a request id: where it went and every field of its body, in whatever order they came. */
export function fingerprintOf(path: string, body: SpeechRequest, more: Readonly<Record<string, unknown>> = {}): string {
  const fields = Object.entries({ ...body, ...more }).sort(([one], [other]) => (one < other ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify([path, fields]))
    .digest('hex');
}
