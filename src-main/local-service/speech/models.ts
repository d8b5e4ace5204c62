import { audioFormats, type AudioFormat, limits } from '#shared/wire/common.ts';
import { type Family, findFamily, modelIds } from '#shared/wire/models.ts';
import { type Model } from '#shared/wire/responses/models.ts';
import { creditsPerCharacter } from '../accounts/prices.ts';

/** The controls of the interface, each declared by the models that have it. */
interface ModelControls {
  speed: boolean;
  volume: boolean;
  pitch: boolean;
  stability: boolean;
  similarity: boolean;
  emotion: boolean;
  instruction: boolean;
  textNormalization: boolean;
  [other: string]: boolean;
}

export interface LocalModel {
  id: string;
  available: boolean;
  /** In UTF-16 units, before any filtering. */
  maxTextLength: number;
  family: Family;
  outputFormats: AudioFormat[];
  controls: ModelControls;
  supportedOperations: { synchronous: boolean; asynchronous: boolean; alignedStreaming: boolean };
  creditsPerCharacter: number;
}

const every = {
  speed: true,
  volume: true,
  pitch: false,
  stability: false,
  similarity: false,
  emotion: false,
  instruction: false,
  textNormalization: true,
};
const operations = { synchronous: true, asynchronous: true, alignedStreaming: true };
const plain = { available: true, maxTextLength: limits.textCharacters as number, outputFormats: [...audioFormats] as AudioFormat[] };

type Named = 'id' | 'family' | 'creditsPerCharacter';

/** What a family can do, after the hints of the interface (which models take pitch, emotion, instruction, stability). */
const byFamily: Readonly<Record<Family, Omit<LocalModel, Named>>> = {
  alpha: { ...plain, controls: { ...every, stability: true, similarity: true }, supportedOperations: operations },
  beta: { ...plain, controls: { ...every, pitch: true, emotion: true }, supportedOperations: operations },
  gamma: { ...plain, controls: { ...every, pitch: true }, supportedOperations: operations },
  delta: {
    ...plain,
    outputFormats: ['mp3', 'wav'],
    controls: { ...every, textNormalization: false },
    supportedOperations: operations,
  },
  epsilon: {
    ...plain,
    maxTextLength: 3_000,
    controls: { ...every, volume: false },
    supportedOperations: operations,
  },
  zeta: {
    ...plain,
    outputFormats: ['mp3'],
    controls: { ...every, speed: false },
    supportedOperations: { ...operations, alignedStreaming: false },
  },
  eta: {
    ...plain,
    controls: { ...every, volume: false, stability: true, similarity: true, textNormalization: false },
    supportedOperations: operations,
  },
};

/** Where a model differs from its family. */
const differences: Readonly<Record<string, Partial<Omit<LocalModel, Named>>>> = {
  'alpha-s2pro': { supportedOperations: { ...operations, alignedStreaming: false } },
  'alpha-s1': { maxTextLength: 2_000, outputFormats: ['mp3', 'wav'] },
  'alpha-s21pro-free': { maxTextLength: 500, supportedOperations: { ...operations, asynchronous: false } },
  'alpha-s2pro-enterprise': { available: false },
  'beta-2.8-hd': { supportedOperations: { ...operations, alignedStreaming: false } },
  'beta-2.6-hd': { available: false },
  'gamma-audio-3.0-tts-plus': { controls: { ...every, pitch: true, instruction: true } },
  'gamma-audio-3.0-tts-flash': { controls: { ...every, pitch: true, instruction: true } },
  'zeta-3.8-flash-lite-tts': {
    maxTextLength: 1_000,
    supportedOperations: { synchronous: true, asynchronous: false, alignedStreaming: false },
  },
};

function modelFor(id: string): LocalModel | undefined {
  const family = findFamily(id);
  if (family === undefined) return undefined;
  return { id, family, creditsPerCharacter: creditsPerCharacter(id, family), ...byFamily[family], ...differences[id] };
}

export const models: readonly LocalModel[] = modelIds.flatMap(({ id }) => modelFor(id) ?? []);

const byId = new Map(models.map((model) => [model.id, model]));
export const modelOf = (id: string): LocalModel | undefined => byId.get(id);

/** The public shape of a model: prices and families are the service's own business. */
export function publicModel(model: LocalModel): Model {
  const { id, available, maxTextLength, outputFormats, controls, supportedOperations } = model;
  return { id, available, maxTextLength, outputFormats, controls, supportedOperations };
}
