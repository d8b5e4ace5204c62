import { fail, invalidInput } from '#shared/failure.ts';
import { characterOf, shapeOf, type ProjectDefaults } from '#shared/narration/shape.ts';
import { fingerprintOf, maximumVariants, type Shape, type Take } from '#shared/narration/take.ts';
import { limits, type AudioFormat } from '#shared/wire/common.ts';
import type { Model } from '#shared/catalogue/models.ts';
import { speechRequest } from '#shared/wire/speech.ts';
import type { SpeechFamily } from '../../paid-requests/family-rules.ts';
import { paths } from '../../service-client/client.ts';
import { answeringModel, type VoiceDirectory } from '../voices/service.ts';
import { message } from '#shared/messages/message.ts';

/** What is wanted of a block, before the service is asked anything. */
export interface Wanted {
  shape: Shape;
  fingerprint: string;
}

/** How it will be asked for. */
export interface Plan extends Wanted {
  family: SpeechFamily;
  path: string;
  format: AudioFormat;
  /** The model that answers, also where the request names none. */
  modelId: string;
  body: Uint8Array;
}

/** `undefined` for a block without words; fails where no voice is chosen. */
export function findWanted(block: Parameters<typeof shapeOf>[0], project: ProjectDefaults, connectionId: string): Wanted | undefined {
  if (block.text.trim() === '') return undefined;
  const shape = shapeOf(block, project, connectionId);
  if (shape === undefined) {
    const character = characterOf(block.attributes, project);
    const text = character ? message('speech.characterWithoutVoice', character.name) : message('speech.noVoice');
    throw fail('invalid-input', text, { field: 'voiceId', next: 'choose-voice' });
  }
  return { shape, fingerprint: fingerprintOf(shape) };
}

/** The next reading of a wish that is not among `takes`: the first one where there is none. */
export function chooseVariant(wanted: Wanted, takes: readonly Take[]): Wanted {
  const have = new Set(takes.flatMap((take) => (take.state === 'complete' ? [take.fingerprint] : [])));
  for (let variant = 0; variant <= maximumVariants; variant++) {
    const shape: Shape = variant === 0 ? wanted.shape : { ...wanted.shape, variant };
    const fingerprint = fingerprintOf(shape);
    if (!have.has(fingerprint)) return { shape, fingerprint };
  }
  throw fail('invalid-input', message('speech.tooManyTakes', maximumVariants + 1), {
    field: 'text',
  });
}

/**
 * Checks the wish against what the service offers, so that what cannot succeed is not sent. `prefer`: what can be fetched again goes before
 * words with their times.
 */
export async function createPlan(
  wanted: Wanted,
  voices: Pick<VoiceDirectory, 'voice' | 'models'>,
  signal: AbortSignal,
  prefer: 'words' | 'job' = 'words',
): Promise<Plan> {
  const { shape } = wanted;
  const [voice, models] = await Promise.all([voices.voice(shape.voiceId, signal), voices.models(signal)]);
  const modelId = answeringModel(voice, shape.modelId);
  if (modelId === undefined)
    throw fail('service-unavailable', message('speech.namedVoiceHasNoModel', voice.name), { next: 'choose-voice', field: 'voiceId' });
  if (shape.modelId !== null && voice.modelIds.length > 0 && !voice.modelIds.includes(shape.modelId))
    throw fail('invalid-input', message('speech.voiceLacksModel', voice.name, modelId), {
      next: 'choose-model',
      field: 'modelId',
    });
  const model = models.find((candidate) => candidate.id === modelId);
  if (model?.available !== true)
    throw fail('service-unavailable', message('speech.modelUnavailable', modelId), { next: 'choose-model', field: 'modelId' });
  const longest = Math.min(model.maxTextLength, limits.textCharacters);
  if (shape.text.length > longest)
    throw fail('invalid-input', message('speech.textTooLong', shape.text.length, modelId, longest), {
      field: 'text',
    });
  const format = formatOf(model);
  const family = familyOf(model, prefer);
  return { ...wanted, family, path: pathOf(family), format, modelId, body: bodyOf(shape, format) };
}

const pathOf = (family: SpeechFamily): string => ({ aligned: paths.aligned, job: paths.jobs, speech: paths.speech })[family];

/** The most faithful of what the model can make. */
function formatOf(model: Model): AudioFormat {
  const format = (['wav', 'ogg', 'mp3'] as const).find((candidate) => model.outputFormats.includes(candidate));
  if (format === undefined)
    throw fail('service-unavailable', message('speech.modelSoundUnreadable', model.id), {
      next: 'choose-model',
      field: 'modelId',
    });
  return format;
}

/** Words with their times where they can be had; else what can be fetched again. */
function familyOf(model: Model, prefer: 'words' | 'job'): SpeechFamily {
  const { alignedStreaming, asynchronous, synchronous } = model.supportedOperations;
  if (prefer === 'job') {
    if (asynchronous === true) return 'job';
    if (synchronous === true) return 'speech';
  }
  if (alignedStreaming === true) return 'aligned';
  if (asynchronous === true) return 'job';
  if (synchronous === true) return 'speech';
  throw fail('service-unavailable', message('speech.modelMakesNoSpeech', model.id), { next: 'choose-model', field: 'modelId' });
}

function bodyOf(shape: Shape, format: AudioFormat): Uint8Array {
  const request = speechRequest.safeParse({
    text: shape.text,
    voiceId: shape.voiceId,
    ...(shape.modelId === null ? {} : { modelId: shape.modelId }),
    format,
    ...shape.controls,
  });
  if (!request.success) throw invalidInput(request.error, message('speech.thisBlock'));
  return Buffer.from(JSON.stringify(request.data));
}
