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
import { type SpeechRequest } from '#shared/wire/speech.ts';
import { type Account } from '../accounts/accounts.ts';
import { type Price } from '../accounts/charges.ts';
import { type Service } from '../service.ts';
import { type SpeechOrder } from '../sound/speech.ts';
import { modelOf, type LocalModel } from '../speech/models.ts';
import { planSpeech } from '../speech/speech-plan.ts';
import { type LocalVoice } from '../voices/catalogue.ts';
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

/** Where a `start` is judged: the version's spelling, and whether what is not known refuses it or is left out with a warning. */
class StartRules {
  readonly warnings: Warning[] = [];
  readonly isStrict: boolean;
  readonly #version: RealtimeVersion;

  constructor(version: RealtimeVersion, request: RealtimeRequest) {
    this.#version = version;
    this.isStrict = version === 'v2' && request.parameterProfile === undefined;
  }

  at(name: string): string {
    return `request.${spelled(this.#version, name)}`;
  }

  refusal(
    code: 'voice_not_found' | 'model_not_found' | 'unsupported_parameter' | 'invalid_message',
    name: string,
    message: string,
  ): Refusal {
    return new Refusal(code, `${this.at(name)}: ${message}`, { stage: 'start', path: this.at(name) });
  }

  warn(code: WarningCode, name: string, message: string): void {
    this.warnings.push({ code, message: `${this.at(name)}: ${message}`, path: this.at(name) });
  }

  /** `paths` are fields that the version does not know. */
  judgeUnknown(paths: readonly string[]): void {
    for (const path of paths) {
      const isKnown = isControl(path.replace(/^request\./u, ''));
      const message = `${path}: ${isKnown ? 'is not a control of this version' : 'is not known'}`;
      if (this.isStrict) throw new Refusal('unsupported_parameter', message, { stage: 'start', path });
      this.warnings.push({ code: isKnown ? 'unsupported_parameter' : 'unknown_parameter', message: `${message}; it was ignored`, path });
    }
  }
}

type Controls = ReturnType<typeof parametersOf>;
type Used = Partial<Record<string, string | number | boolean>>;

/** Applies the rules of `start.request`. `unknown` are its fields that the version does not know. Throws {@link Refusal}. */
export function planRealtime(
  service: Service,
  account: Account,
  version: RealtimeVersion,
  request: RealtimeRequest,
  unknown: readonly string[],
): RealtimePlan {
  const rules = new StartRules(version, request);
  const { voice, model } = findSpeaker(service, account, request, rules);
  const format = chooseFormat(request, model, rules);
  rules.judgeUnknown(unknown);
  const parameters = parametersOf(model, rules.isStrict ? 'legacy' : 'decibels');
  const used = readParameters(request, model, parameters, rules);
  const plan = planSpeech(toSpeechRequest(request, model, parameters, used, rules), 'synchronous', () => voice);
  if (plan.ignored.includes('emotion')) {
    if (rules.isStrict) throw rules.refusal('unsupported_parameter', 'emotion', `${model.id} does not know this emotion`);
    delete used['emotion'];
    rules.warn('unsupported_parameter', 'emotion', `${model.id} does not know it; it was ignored`);
  }
  const defaults = Object.fromEntries(
    Object.entries(parameters).flatMap(([name, range]) => (range === true ? [] : [[name, range.default]])),
  );
  return {
    model,
    voiceId: request.voiceId,
    format,
    order: { ...plan.order, format },
    effective: { voiceId: request.voiceId, modelId: model.id, format, ...defaults, ...used },
    warnings: rules.warnings,
    segmentCharacters: Math.min(realtimeLimits.segmentCharacters, model.maxTextLength),
    frameBytes: { low: 1, balanced: 4 * 1024, normal: 16 * 1024 }[(used['latency'] ?? 'normal') as (typeof latencies)[number]],
    fingerprint: createHash('sha256')
      .update(JSON.stringify([version, Object.entries(request).sort()]))
      .digest('hex'),
    priceOf: (text) => ({ characters: text.length, credits: Math.ceil(text.length * model.creditsPerCharacter) }),
  };
}

function findSpeaker(
  service: Service,
  account: Account,
  request: RealtimeRequest,
  rules: StartRules,
): { voice: LocalVoice; model: LocalModel } {
  const voice = service.voices.of(account, request.voiceId);
  if (voice === undefined) throw rules.refusal('voice_not_found', 'voiceId', 'there is no such voice');
  const model = modelOf(request.modelId ?? defaultRealtimeModel);
  if (model === undefined) throw rules.refusal('model_not_found', 'modelId', 'there is no such model');
  if (model.family !== voice.family)
    throw rules.refusal('model_not_found', 'modelId', `${model.id} does not speak with the voice ${voice.name}`);
  if (!model.available) {
    const path = rules.at('modelId');
    throw new Refusal('provider_unavailable', `${path}: ${model.id} is not available`, { retryable: true, stage: 'start', path });
  }
  return { voice, model };
}

function chooseFormat(request: RealtimeRequest, model: LocalModel, rules: StartRules): RealtimeFormat {
  const format = (request.format ?? 'mp3') as RealtimeFormat;
  const offered = formatsOf(model);
  if (!offered.includes(format)) throw rules.refusal('unsupported_parameter', 'format', `${model.id} offers ${offered.join(', ')}`);
  return format;
}

/** What is used of the request, within the bounds of the model. */
function readParameters(request: RealtimeRequest, model: LocalModel, parameters: Controls, rules: StartRules): Used {
  const used: Used = {};
  for (const [name, value] of Object.entries(request) as [string, string | number | boolean | undefined][]) {
    if (['voiceId', 'modelId', 'format', 'parameterProfile'].includes(name) || value === undefined) continue;
    const range = parameters[name];
    if (range === undefined) {
      if (rules.isStrict) throw rules.refusal('unsupported_parameter', name, `${model.id} does not support it`);
      rules.warn('unsupported_parameter', name, `${model.id} does not support it; it was ignored`);
    } else used[name] = range === true ? value : withinRange(name, Number(value), { range, model, rules });
  }
  const latency = used['latency'] as (typeof latencies)[number] | undefined;
  if (latency !== undefined && !latencies.includes(latency))
    throw rules.refusal('invalid_message', 'latency', `must be one of ${latencies.join(', ')}`);
  return used;
}

function withinRange(name: string, value: number, { range, model, rules }: { range: Range; model: LocalModel; rules: StartRules }): number {
  const clamped = Math.min(range.maximum, Math.max(range.minimum, value));
  if (clamped === value) return clamped;
  const bounds = `${range.minimum} to ${range.maximum}`;
  if (rules.isStrict) throw rules.refusal('invalid_message', name, `must be ${bounds} for ${model.id}`);
  rules.warn('parameter_clamped', name, `is ${bounds} for ${model.id}; ${clamped} is used`);
  return clamped;
}

/** The speech that a `start` asks for, with a text that stands for those to come. */
function toSpeechRequest(request: RealtimeRequest, model: LocalModel, parameters: Controls, used: Used, rules: StartRules): SpeechRequest {
  const number = (name: string): number | undefined => {
    const range = parameters[name];
    return typeof range === 'object' ? ((used[name] as number | undefined) ?? range.default) : undefined;
  };
  /** Families count from another middle: what is meant is how far it is from that. */
  const shift = (name: string): number | undefined => {
    const range = parameters[name];
    const value = number(name);
    return typeof range !== 'object' || value === undefined ? undefined : 1 + value - range.default;
  };
  const volume = number('volume');
  return {
    text: 'x',
    voiceId: request.voiceId,
    modelId: model.id,
    format: model.outputFormats[0],
    speed: number('speed'),
    volume: volume === undefined || !rules.isStrict ? volume : 20 * Math.log10(Math.max(volume, 1e-5)),
    pitch: number('pitch'),
    stability: shift('stability'),
    similarity: shift('similarity'),
    language: used['language'] as string | undefined,
    emotion: used['emotion'] as string | undefined,
    instruction: used['instructions'] as string | undefined,
    textNormalization: used['textNormalization'] as boolean | undefined,
  };
}
