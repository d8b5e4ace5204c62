import { modelIds } from '#shared/wire/models.ts';
import { type EngineSpeechRequest, modelOfHeader, type OpenAiSpeechRequest } from '#shared/wire/compatibility.ts';
import { type SpeechRequest } from '#shared/wire/speech.ts';
import { type SpeechV1Request, v1Ranges } from '#shared/wire/speech-v1.ts';
import { type SpeechV2Request } from '#shared/wire/speech-v2.ts';
import { invalid, notFound } from '../http/service-error.ts';
import { type LocalVoice } from '../voices/catalogue.ts';

/**
 * What the bodies of v1, v2 and the two compatibility endpoints mean in terms of v3. The rules behind are v3's, once: these only
 * rename, and check what is their own.
 */

const isModel = (id: string | undefined): id is string => modelIds.some((model) => model.id === id);

/** `undefined` has no place in a request: what was not sent stays away. */
function requestOf(fields: { [Name in keyof SpeechRequest]: SpeechRequest[Name] | undefined }): SpeechRequest {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as SpeechRequest;
}

function controlsOf(body: SpeechV1Request | SpeechV2Request) {
  const { speed, volume, pitch, stability, similarity, language, emotion, instruction, textNormalization } = body;
  return { speed, volume, pitch, stability, similarity, language, emotion, instruction, textNormalization };
}

/** v1 sync and v1 jobs. The voice is looked up, as eta models have ranges of their own. */
export function fromV1(body: SpeechV1Request, voiceOf: (id: string) => LocalVoice | undefined): SpeechRequest {
  if (body.voiceId !== undefined && body.reference_id !== undefined && body.voiceId !== body.reference_id) {
    throw invalid('reference_id: names another voice than voiceId; send one of them');
  }
  const engineModelId = typeof body['engineModelId'] === 'string' ? body['engineModelId'] : undefined;
  if (engineModelId !== undefined && !isModel(engineModelId)) throw invalid('engineModelId: there is no such model');
  const named = body.voiceId ?? body.reference_id;
  const aliased = named === undefined && body.modelId !== undefined && !isModel(body.modelId);
  const voiceId = named ?? (aliased ? body.modelId : undefined);
  if (voiceId === undefined) throw invalid('voiceId: is required; no voice is chosen for you');
  const voice = voiceOf(voiceId);
  if (voice === undefined) {
    const field = body.voiceId !== undefined ? 'voiceId' : aliased ? 'modelId' : 'reference_id';
    throw notFound(`${field}: there is no such voice`);
  }
  const ranges = v1Ranges(voice.family);
  const controls = controlsOf(body);
  for (const name of ['stability', 'similarity', 'speed'] as const) {
    const value = controls[name];
    if (value === undefined) continue;
    const { minimum, maximum, toV3 } = ranges[name];
    if (value < minimum || value > maximum) {
      throw invalid(`${name}: must be ${minimum} to ${maximum} for ${voice.family} models, this is ${value}`);
    }
    controls[name] = value + toV3;
  }
  const modelId = engineModelId ?? (aliased ? undefined : body.modelId);
  return requestOf({ text: body.text, voiceId, modelId, format: body.format, ...controls });
}

export function fromV2(body: SpeechV2Request): SpeechRequest {
  const historical = [body.engineModelId, body.qwenModel, String(body.version ?? '')].find(isModel);
  return requestOf({
    text: body.text,
    voiceId: body.voiceId,
    format: body.format,
    ...controlsOf(body),
    modelId: body.modelId ?? historical,
    // An empty one names no emotion.
    emotion: body.emotion ?? (body.minimaxEmotion === '' ? undefined : body.minimaxEmotion),
  });
}

/** What sounds as the endpoint names it: `pcm` is a WAV without its header. */
export interface Compatible {
  request: SpeechRequest;
  format: 'mp3' | 'wav' | 'pcm';
}

/** `POST /v1/tts`, with its `model` header. */
export function fromEngineStyle(body: EngineSpeechRequest, modelHeader: string | undefined): Compatible {
  const format = body.format === 'wav' || body.format === 'pcm' ? body.format : 'mp3';
  const request = requestOf({
    text: body.text,
    voiceId: body.reference_id,
    modelId: modelOfHeader(modelHeader?.trim()),
    format: format === 'mp3' ? 'mp3' : 'wav',
    speed: body.prosody?.speed ?? body.speed,
    stability: body.temperature,
    similarity: body.top_p,
    textNormalization: body.normalize,
  });
  return { request, format };
}

/** `POST /v1/audio/speech`. */
export function fromOpenAiStyle(body: OpenAiSpeechRequest): Compatible {
  const format = body.response_format ?? 'mp3';
  const request = requestOf({
    text: body.input,
    voiceId: typeof body.voice === 'string' ? body.voice : body.voice.id,
    modelId: body.model,
    format: format === 'mp3' ? 'mp3' : 'wav',
    speed: body.speed,
  });
  return { request, format };
}
