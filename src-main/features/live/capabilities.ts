import { fail, toFailure } from '#shared/failure.ts';
import type { ControlRange, LiveCapabilities, LiveControls, LiveInput, LiveLimits, LiveModel } from '#shared/live.ts';
import { defaultRealtimeModel, realtimeFormats, realtimeLimits, realtimeModes, type RealtimeVersion } from '#shared/wire/realtime.ts';
import type { Log } from '../../infra/platform.ts';
import type { ServiceClient } from '../../service-client/client.ts';
import type { RecognisedCapabilities, RecognisedModel, RecognisedParameters } from '../../service-client/realtime/capabilities.ts';
import { message } from '#shared/messages/message.ts';

/** Interface, "Realtime TTS v3" and "v2": what every model may take, and the range of what has one. */
const ranges: Readonly<Record<string, ControlRange>> = {
  speed: { minimum: 0.5, maximum: 2, default: 1 },
  volume: { minimum: -20, maximum: 20, default: 0 },
  pitch: { minimum: -12, maximum: 12, default: 0 },
  stability: { minimum: 0.5, maximum: 1.5, default: 1 },
  similarity: { minimum: 0.5, maximum: 1.5, default: 1 },
  chunkLength: { minimum: realtimeLimits.chunkLengthMinimum, maximum: realtimeLimits.chunkLengthMaximum, default: 200 },
};
const usualParameters: RecognisedParameters = { speed: true, volume: true, language: true, textNormalization: true };

/** The fields of `start.request` that each version lists for every model. */
const listed: Readonly<Record<RealtimeVersion, readonly (keyof LiveControls)[]>> = {
  v2: ['parameterProfile', 'speed', 'volume', 'stability', 'similarity', 'pitch', 'language', 'chunkLength', 'textNormalization'],
  v3: ['speed', 'volume', 'stability', 'similarity', 'language', 'textNormalization', 'chunkLength', 'latency'],
};

type Client = Pick<ServiceClient, 'realtime' | 'capabilities'>;

/**
 * What the service says that it can speak live, whatever form it says that in, completed by its capabilities over HTTP and by the defaults of
 * the interface. Fails only where nothing could be spoken either: no address, no connection, a key that is not taken.
 */
export async function readLiveCapabilities(
  client: Client,
  version: RealtimeVersion,
  log: Log,
  signal: AbortSignal,
): Promise<LiveCapabilities> {
  const recognised = await client.realtime.capabilities(version, signal);
  const models = recognised.models.length > 0 ? recognised.models : await modelsOverHttp(client, log, signal);
  return completeCapabilities(recognised, models);
}

async function modelsOverHttp(client: Client, log: Log, signal: AbortSignal): Promise<RecognisedModel[]> {
  try {
    const { models } = await client.capabilities(signal);
    return models.map(({ id, available, controls }) => ({
      id,
      available,
      provider: undefined,
      formats: [],
      parameters: withControls(controls),
      maxSegmentCharacters: undefined,
    }));
  } catch (thrown) {
    if (signal.aborted) throw thrown;
    log.info('the models of the service could not be read for Live', { kind: toFailure(thrown).kind });
    return [];
  }
}

/** What every model may take, and what of its controls over HTTP is `true`; nothing that is `false` there. */
function withControls(controls: Readonly<Record<string, unknown>>): RecognisedParameters {
  const known = { ...usualParameters, ...controls };
  return Object.fromEntries(Object.entries(known).flatMap(([name, has]) => (has === true ? [[name, true as const]] : [])));
}

/** `models`: those that were recognised, or are known from elsewhere. */
export function completeCapabilities(recognised: RecognisedCapabilities, models: readonly RecognisedModel[]): LiveCapabilities {
  const limits = limitsOf(recognised.limits);
  const formats = recognised.formats.length > 0 ? recognised.formats : [...realtimeFormats];
  const listsModels = recognised.models.length > 0;
  const complete = (model: RecognisedModel): LiveModel => ({
    id: model.id,
    available: model.available,
    formats: model.formats.length > 0 ? model.formats : formats,
    parameters: withRanges(model.parameters ?? usualParameters),
    listsParameters: listsModels && model.parameters !== undefined,
    maxSegmentCharacters: Math.min(model.maxSegmentCharacters ?? limits.segmentCharacters, limits.segmentCharacters),
  });
  return {
    modes: recognised.modes.length > 0 ? recognised.modes : [...realtimeModes],
    formats,
    limits,
    listsModels,
    models: (models.length > 0 ? models : [unknownModel(defaultRealtimeModel)]).map(complete),
  };
}

const unknownModel = (id: string): RecognisedModel => ({
  id,
  provider: undefined,
  available: true,
  formats: [],
  parameters: undefined,
  maxSegmentCharacters: undefined,
});

function limitsOf(recognised: Partial<LiveLimits>): LiveLimits {
  const most = (name: keyof LiveLimits): number => Math.min(realtimeLimits[name], recognised[name] ?? Infinity);
  return {
    inputCharacters: most('inputCharacters'),
    textCharacters: most('textCharacters'),
    segmentCharacters: most('segmentCharacters'),
    sessionUnits: most('sessionUnits'),
  };
}

function withRanges(parameters: RecognisedParameters): LiveModel['parameters'] {
  return Object.fromEntries(
    Object.entries(parameters).map(([name, value]) => [
      name,
      value === true && Object.hasOwn(ranges, name) ? (ranges[name] ?? true) : value,
    ]),
  );
}

/** What bounds a session of these settings. Fails with `invalid-input` for what the service says that it does not do. */
export function boundsOfSession(
  capabilities: LiveCapabilities,
  input: Pick<LiveInput, 'mode' | 'modelId' | 'format'>,
): { sessionUnits: number; segmentCharacters: number; textCharacters: number } {
  const { modes, limits, listsModels, models } = capabilities;
  if (!modes.includes(input.mode)) throw fail('invalid-input', message('live.modeNotOffered', input.mode), { field: 'mode' });
  const model = models.find((one) => one.id === input.modelId);
  if (model === undefined && listsModels)
    throw fail('invalid-input', message('live.modelNotOffered'), { field: 'modelId', next: 'choose-model' });
  const formats = model?.formats ?? capabilities.formats;
  if (!formats.includes(input.format)) throw fail('invalid-input', message('live.formatsOfModel', formats.join(', ')), { field: 'format' });
  const most = input.mode === 'simple' ? limits.inputCharacters : limits.segmentCharacters;
  return {
    sessionUnits: limits.sessionUnits,
    segmentCharacters: Math.min(most, model?.maxSegmentCharacters ?? most),
    textCharacters: limits.textCharacters,
  };
}

/** Of what is set, what the version lists for every model, or the service for this one; and the names of the rest (failure rules, rule 12). */
export function controlsToSend(
  capabilities: LiveCapabilities,
  { version, modelId, controls }: Pick<LiveInput, 'version' | 'modelId' | 'controls'>,
): { controls: LiveControls; left: string[] } {
  const model = capabilities.models.find(({ id }) => id === modelId);
  const isListed = (name: string): boolean =>
    listed[version].some((one) => one === name) || (model?.listsParameters === true && Object.hasOwn(model.parameters, name));
  const entries = Object.entries(controls);
  return {
    controls: Object.fromEntries(entries.filter(([name]) => isListed(name))),
    left: entries.flatMap(([name]) => (isListed(name) || name === 'parameterProfile' ? [] : [name])),
  };
}
