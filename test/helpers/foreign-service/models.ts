import type { Character } from './characters.ts';
import type { JsonObject } from './fields.ts';

export interface Model {
  id: string;
  family: string;
  available: boolean;
  maxTextLength: number;
  outputFormats: string[];
  controls: { speed: boolean; volume: boolean; stability: boolean; similarity: boolean };
  /** Supported, and declared with a key that the interface does not list. */
  pitch: boolean;
  emotion: boolean;
  instruction: boolean;
  aligned: boolean;
  /** What a voice of the family uses when no model is named. */
  isDefault: boolean;
}

const all = ['mp3', 'wav', 'ogg'];

interface Family {
  family: string;
  ids: string[];
  defaultId: string;
  longest: number;
  formats: string[];
  steady: boolean;
  volume?: boolean;
  aligned: boolean;
}

const families: readonly Family[] = [
  {
    family: 'alpha',
    ids: ['alpha-s21pro', 'alpha-s21pro-flash', 'alpha-s2pro', 'alpha-s1'],
    defaultId: 'alpha-s21pro-flash',
    longest: 10_000,
    formats: all,
    steady: true,
    aligned: true,
  },
  {
    family: 'beta',
    ids: ['beta-2.8-turbo', 'beta-2.8-hd', 'beta-2.6-turbo', 'beta-2.6-hd'],
    defaultId: 'beta-2.8-turbo',
    longest: 5000,
    formats: ['mp3', 'wav'],
    steady: false,
    aligned: false,
  },
  {
    family: 'gamma',
    ids: ['gamma3-tts-flash', 'gamma-audio-3.0-tts-plus', 'gamma-audio-3.0-tts-flash'],
    defaultId: 'gamma3-tts-flash',
    longest: 2000,
    formats: all,
    steady: false,
    aligned: true,
  },
  { family: 'delta', ids: ['delta-v3-flash'], defaultId: 'delta-v3-flash', longest: 3000, formats: ['mp3'], steady: false, aligned: false },
  { family: 'epsilon', ids: ['epsilon-tts-2.0'], defaultId: 'epsilon-tts-2.0', longest: 8000, formats: all, steady: false, aligned: false },
  {
    family: 'zeta',
    ids: ['zeta-3.8-flash-tts', 'zeta-3.8-flash-lite-tts'],
    defaultId: 'zeta-3.8-flash-tts',
    longest: 4000,
    formats: ['wav', 'mp3'],
    steady: false,
    volume: false,
    aligned: false,
  },
  {
    family: 'eta',
    ids: ['eta-flash-v2.5', 'eta-multilingual-v2'],
    defaultId: 'eta-flash-v2.5',
    longest: 5000,
    formats: ['mp3', 'wav'],
    steady: true,
    volume: false,
    aligned: true,
  },
];

/** A family that the interface does not list, with a format it does not list. */
const laterFamily: Family = {
  family: 'theta',
  ids: ['theta-omni-1'],
  defaultId: 'theta-omni-1',
  longest: 12_000,
  formats: ['flac', 'mp3', 'wav', 'ogg'],
  steady: true,
  aligned: true,
};

export function makeModels(character: Character): Model[] {
  const offered = character === 'rich' ? [laterFamily, ...families] : families;
  return offered.flatMap((family) => family.ids.map((id) => makeModel(family, id, character)));
}

function makeModel(family: Family, id: string, character: Character): Model {
  return {
    id,
    family: family.family,
    available: id !== 'beta-2.6-hd',
    maxTextLength: family.longest,
    outputFormats: family.formats,
    controls: { speed: true, volume: family.volume ?? true, stability: family.steady, similarity: family.steady },
    pitch: character === 'rich' && ['beta', 'gamma', 'theta'].includes(family.family),
    emotion: family.family === 'beta',
    instruction: id.startsWith('gamma-audio-3.0'),
    aligned: family.aligned,
    isDefault: id === family.defaultId,
  };
}

/** One element of `models` in the capability document. */
export function describeModel(character: Character, model: Model): JsonObject {
  const aligned = model.aligned ? { alignedStreaming: true } : {};
  const named = {
    id: model.id,
    available: model.available,
    maxTextLength: model.maxTextLength,
    outputFormats: model.outputFormats,
    controls: { ...model.controls },
    supportedOperations: { synchronous: true, asynchronous: true, ...aligned },
  };
  if (character === 'bare') return named;
  if (character === 'odd') return { ...named, displayName: null, deprecatedAt: null, limits: null };
  return {
    ...named,
    displayName: `${model.family.toUpperCase()} ${model.id}`,
    provider: `${model.family}-cloud`,
    tier: model.id.includes('flash') ? 'economy' : 'studio',
    creditsPerCharacter: 1.25,
    controls: { ...model.controls, pitch: model.pitch, emotion: model.emotion, instruction: model.instruction, breathiness: false },
    supportedOperations: { synchronous: true, asynchronous: true, alignedStreaming: model.aligned, realtime: true, batch: false },
    parameters: [{ name: 'speed', minimum: 0.5, maximum: 2, default: 1, unit: 'ratio' }],
  };
}
