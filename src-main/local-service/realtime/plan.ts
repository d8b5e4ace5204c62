import { createHash } from 'node:crypto';
import {
  defaultRealtimeModel,
  latencies,
  realtimeFormats,
  realtimeLimits,
  type RealtimeFormat,
  type RealtimeRequest,
  type RealtimeVersion,
  type WarningCode,
} from '#shared/wire/realtime.ts';
import { type Account } from '../accounts/accounts.ts';
import { type Price } from '../accounts/charges.ts';
import { type Service } from '../service.ts';
import { type SpeechOrder } from '../sound/speech.ts';
import { modelOf, type LocalModel } from '../speech/models.ts';
import { planSpeech } from '../speech/speech-plan.ts';
import { isControl, spelled } from './read-event.ts';
import { Refusal } from './refusal.ts';

export interface Range {
  minimum: number;
  maximum: number;
  default: number;
}
interface Warning {
  code: WarningCode;
  message: string;
  /** As the client spelled it. */
  path: string;
}

/** A `start` that passed every rule. */
export interface RealtimePlan {
  model: LocalModel;
  voiceId: string;
  format: RealtimeFormat;
  /** The speech without its text. */
  order: Omit<SpeechOrder, 'text'>;
  /** What is used, under version 3 names. */
  effective: Record<string, unknown>;
  warnings: Warning[];
  segmentCharacters: number;
  /** Bytes that an audio frame gathers, after the first of a segment. */
  frameBytes: number;
  /** Identifies "the same request". */
  fingerprint: string;
  priceOf(text: string): Price;
}

/** Formats of a model: `opus` where it offers Ogg, `pcm` where it offers WAV. */
export function formatsOf(model: LocalModel): RealtimeFormat[] {
  const needs: Readonly<Record<RealtimeFormat, 'mp3' | 'wav' | 'ogg'>> = { mp3: 'mp3', wav: 'wav', opus: 'ogg', pcm: 'wav' };
  return realtimeFormats.filter((format) => model.outputFormats.includes(needs[format]));
}

export type Profile = 'legacy' | 'decibels';

/** What a model takes: a range, or true for what is no number. `latency`, `emotion` and instructions only where they are listed. */
export function parametersOf(model: LocalModel, profile: Profile): Readonly<Record<string, Range | true>> {
  const { controls, family } = model;
  // Interface, "TTS v1": models of the eta family count these differently.
  const eta = family === 'eta';
  const all: Record<string, Range | true | false> = {
    speed: controls.speed && (eta ? { minimum: 0.7, maximum: 1.2, default: 1 } : { minimum: 0.5, maximum: 2, default: 1 }),
    volume: controls.volume && (profile === 'legacy' ? { minimum: 0, maximum: 10, default: 1 } : { minimum: -20, maximum: 20, default: 0 }),
    stability: controls.stability && (eta ? { minimum: 0, maximum: 1, default: 0.5 } : { minimum: 0.5, maximum: 1.5, default: 1 }),
    similarity: controls.similarity && (eta ? { minimum: 0, maximum: 1, default: 0.75 } : { minimum: 0.5, maximum: 1.5, default: 1 }),
    pitch: controls.pitch && { minimum: -12, maximum: 12, default: 0 },
    language: true,
    chunkLength: { minimum: realtimeLimits.chunkLengthMinimum, maximum: realtimeLimits.chunkLengthMaximum, default: 200 },
    latency: family === 'alpha',
    emotion: controls.emotion,
    instructions: controls.instruction,
    optimizeInstructions: controls.instruction,
    textNormalization: controls.textNormalization,
  };
  return Object.fromEntries(Object.entries(all).filter((entry): entry is [string, Range | true] => entry[1] !== false));
}

/** Applies the rules of `start.request`. `unknown` are its fields that the version does not know. Throws {@link Refusal}. */
export function planRealtime(
  service: Service,
  account: Account,
  version: RealtimeVersion,
  request: RealtimeRequest,
  unknown: readonly string[],
): RealtimePlan {
  const strict = version === 'v2' && request.parameterProfile === undefined;
  const at = (name: string) => `request.${spelled(version, name)}`;
  const refuse = (
    code: 'voice_not_found' | 'model_not_found' | 'unsupported_parameter' | 'invalid_message',
    name: string,
    message: string,
  ) => new Refusal(code, `${at(name)}: ${message}`, { stage: 'start', path: at(name) });

  const voice = service.voices.of(account, request.voiceId);
  if (voice === undefined) throw refuse('voice_not_found', 'voiceId', 'there is no such voice');
  const model = modelOf(request.modelId ?? defaultRealtimeModel);
  if (model === undefined) throw refuse('model_not_found', 'modelId', 'there is no such model');
  if (model.family !== voice.family) throw refuse('model_not_found', 'modelId', `${model.id} does not speak with the voice ${voice.name}`);
  if (!model.available) {
    throw new Refusal('provider_unavailable', `${at('modelId')}: ${model.id} is not available`, {
      retryable: true,
      stage: 'start',
      path: at('modelId'),
    });
  }
  const format = (request.format ?? 'mp3') as RealtimeFormat;
  if (!formatsOf(model).includes(format)) {
    throw refuse('unsupported_parameter', 'format', `${model.id} offers ${formatsOf(model).join(', ')}`);
  }

  const warnings: Warning[] = [];
  for (const path of unknown) {
    const known = isControl(path.replace(/^request\./u, ''));
    const message = `${path}: ${known ? 'is not a control of this version' : 'is not known'}`;
    if (strict) throw new Refusal('unsupported_parameter', message, { stage: 'start', path });
    warnings.push({ code: known ? 'unsupported_parameter' : 'unknown_parameter', message: `${message}; it was ignored`, path });
  }
  const parameters = parametersOf(model, strict ? 'legacy' : 'decibels');
  const used: Partial<Record<string, string | number | boolean>> = {};
  for (const [name, value] of Object.entries(request) as [string, string | number | boolean | undefined][]) {
    if (['voiceId', 'modelId', 'format', 'parameterProfile'].includes(name) || value === undefined) continue;
    const range = parameters[name];
    if (range === undefined) {
      if (strict) throw refuse('unsupported_parameter', name, `${model.id} does not support it`);
      warnings.push({
        code: 'unsupported_parameter',
        message: `${at(name)}: ${model.id} does not support it; it was ignored`,
        path: at(name),
      });
    } else if (range === true) used[name] = value;
    else {
      const clamped = Math.min(range.maximum, Math.max(range.minimum, Number(value)));
      used[name] = clamped;
      if (clamped === value) continue;
      const bounds = `${range.minimum} to ${range.maximum}`;
      if (strict) throw refuse('invalid_message', name, `must be ${bounds} for ${model.id}`);
      warnings.push({
        code: 'parameter_clamped',
        message: `${at(name)}: is ${bounds} for ${model.id}; ${clamped} is used`,
        path: at(name),
      });
    }
  }
  if (used['latency'] !== undefined && !latencies.includes(used['latency'] as (typeof latencies)[number])) {
    throw refuse('invalid_message', 'latency', `must be one of ${latencies.join(', ')}`);
  }

  const number = (name: string) => {
    const range = parameters[name];
    return typeof range === 'object' ? ((used[name] as number | undefined) ?? range.default) : undefined;
  };
  const shift = (name: string) => {
    const range = parameters[name];
    const value = number(name);
    return typeof range !== 'object' || value === undefined ? undefined : 1 + value - range.default;
  };
  const volume = number('volume');
  const plan = planSpeech(
    {
      text: 'x',
      voiceId: request.voiceId,
      modelId: model.id,
      format: model.outputFormats[0],
      speed: number('speed'),
      volume: volume === undefined || !strict ? volume : 20 * Math.log10(Math.max(volume, 1e-5)),
      pitch: number('pitch'),
      stability: shift('stability'),
      similarity: shift('similarity'),
      language: used['language'] as string | undefined,
      emotion: used['emotion'] as string | undefined,
      instruction: used['instructions'] as string | undefined,
      textNormalization: used['textNormalization'] as boolean | undefined,
    },
    'synchronous',
    () => voice,
  );
  if (plan.ignored.includes('emotion')) {
    if (strict) throw refuse('unsupported_parameter', 'emotion', `${model.id} does not know this emotion`);
    delete used['emotion'];
    warnings.push({
      code: 'unsupported_parameter',
      message: `${at('emotion')}: ${model.id} does not know it; it was ignored`,
      path: at('emotion'),
    });
  }
  const defaults = Object.fromEntries(
    Object.entries(parameters).flatMap(([name, range]) => (range === true ? [] : [[name, range.default]])),
  );
  const effective = { voiceId: request.voiceId, modelId: model.id, format, ...defaults, ...used };
  return {
    model,
    voiceId: request.voiceId,
    format,
    order: { ...plan.order, format },
    effective,
    warnings,
    segmentCharacters: Math.min(realtimeLimits.segmentCharacters, model.maxTextLength),
    frameBytes: { low: 1, balanced: 4 * 1024, normal: 16 * 1024 }[(used['latency'] ?? 'normal') as (typeof latencies)[number]],
    fingerprint: createHash('sha256')
      .update(JSON.stringify([version, Object.entries(request).sort()]))
      .digest('hex'),
    priceOf: (text) => ({ characters: text.length, credits: Math.ceil(text.length * model.creditsPerCharacter) }),
  };
}
