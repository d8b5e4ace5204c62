import { realtimeFormats, realtimeModes, type RealtimeFormat, type RealtimeMode } from '#shared/wire/realtime.ts';
import type { ControlRange, LiveLimits } from '#shared/live.ts';
import { camel } from '#shared/wire/realtime-spelling.ts';
import { isRecord } from './server-events.ts';

/**
 * What can be recognised of a capabilities document of the realtime host (interface, "Realtime helper HTTP endpoints"). Its fields are not
 * shown, so they may have any of the usual names, in either spelling, as lists or as maps. An empty list and `undefined` mean: not known.
 */
export interface RecognisedCapabilities {
  modes: RealtimeMode[];
  formats: RealtimeFormat[];
  models: RecognisedModel[];
  limits: Partial<LiveLimits>;
}
export interface RecognisedModel {
  id: string;
  provider: string | undefined;
  available: boolean;
  formats: RealtimeFormat[];
  /** By their version 3 names. `true`: there is such a parameter, and its range is not known. */
  parameters: RecognisedParameters | undefined;
  maxSegmentCharacters: number | undefined;
}
export type RecognisedParameters = Record<string, true | ControlRange>;

const bounds = { models: 500, parameters: 100, idCharacters: 128 } as const;
type Named = Readonly<Record<string, unknown>>;

/** Never throws; what is not recognised is left out. */
export function recogniseCapabilities(body: unknown): RecognisedCapabilities {
  const document = documentOf(body);
  // A list without a name may be one of anything, unless what is in it names itself.
  const models = Array.isArray(document)
    ? entriesOf(document.filter(isRecord))
    : entriesOf(find(document, 'models', 'availableModels', 'engines'));
  const providers = isRecord(document) ? entriesOf(find(document, 'providers')) : [];
  const ofProviders = providers.flatMap(({ name, value }) =>
    isRecord(value) ? entriesOf(find(value, 'models')).map((model) => recogniseModel(model, name)) : [],
  );
  const all = [...models.map((model) => recogniseModel(model, undefined)), ...ofProviders].filter((model) => model !== undefined);
  const fields = isRecord(document) ? document : {};
  const common = recogniseParameters(find(fields, 'parameters', 'controls'));
  return {
    modes: namesOf(find(fields, 'modes', 'supportedModes')).filter((name) => isOneOf(realtimeModes, name)),
    formats: recogniseFormats(fields),
    models: [...new Map(all.map((model) => [model.id, { ...model, parameters: model.parameters ?? common }])).values()].slice(
      0,
      bounds.models,
    ),
    limits: recogniseLimits(fields),
  };
}

/** Some services wrap what they answer. */
function documentOf(body: unknown): Named | unknown[] {
  if (Array.isArray(body)) return body as unknown[];
  if (!isRecord(body)) return {};
  for (const name of ['data', 'capabilities', 'result']) {
    const inner = body[name];
    if (find(body, 'models', 'providers', 'formats', 'modes') !== undefined) break;
    if (isRecord(inner)) return inner;
    if (Array.isArray(inner)) return inner as unknown[];
  }
  return body;
}

function recogniseModel({ name, value }: Entry, provider: string | undefined): RecognisedModel | undefined {
  const fields = isRecord(value) ? value : {};
  const id = name ?? (typeof value === 'string' ? value : undefined);
  if (id === undefined || id === '' || id.length > bounds.idCharacters) return undefined;
  return {
    id,
    provider: textOf(find(fields, 'provider', 'family', 'providerId')) ?? provider,
    available: find(fields, 'available', 'enabled') !== false,
    formats: recogniseFormats(fields),
    parameters: recogniseParameters(find(fields, 'parameters', 'controls', 'supportedParameters')),
    maxSegmentCharacters: countOf(
      find(fields, 'maxSegmentCharacters', 'segmentCharacters', 'maxCharacters', 'maxTextLength', 'maxInputCharacters'),
    ),
  };
}

function recogniseFormats(fields: Named): RealtimeFormat[] {
  const names = namesOf(find(fields, 'formats', 'outputFormats', 'audioFormats', 'supportedFormats')).map((name) => name.toLowerCase());
  return realtimeFormats.filter((format) => names.includes(format));
}

function recogniseParameters(value: unknown): RecognisedParameters | undefined {
  const entries = entriesOf(value).slice(0, bounds.parameters);
  const known = entries.flatMap(({ name, value: of }): [string, true | ControlRange][] => {
    if (name === undefined || of === false || of === null) return [];
    return [[camel(name), rangeOf(of) ?? true]];
  });
  return known.length === 0 && !isRecord(value) && !Array.isArray(value) ? undefined : Object.fromEntries(known);
}

function rangeOf(value: unknown): ControlRange | undefined {
  if (!isRecord(value)) return undefined;
  const number = (...names: string[]): number | undefined => {
    const found = find(value, ...names);
    return typeof found === 'number' && Number.isFinite(found) ? found : undefined;
  };
  const [minimum, maximum] = [number('minimum', 'min', 'from'), number('maximum', 'max', 'to')];
  if (minimum === undefined || maximum === undefined || minimum >= maximum) return undefined;
  const usual = number('default', 'defaultValue') ?? (minimum <= 1 && maximum >= 1 ? 1 : minimum);
  return { minimum, maximum, default: Math.min(maximum, Math.max(minimum, usual)) };
}

/** By what a name says: `maxSegmentCharacters` and `segment_max_chars` are both the characters of a segment. */
function recogniseLimits(fields: Named): Partial<LiveLimits> {
  const limits: Partial<LiveLimits> = {};
  const named = find(fields, 'limits');
  for (const [name, value] of Object.entries(isRecord(named) ? named : {})) {
    const count = countOf(value);
    if (count === undefined) continue;
    const word = name.toLowerCase();
    if (word.includes('session') && word.includes('unit')) limits.sessionUnits = count;
    else if (!/char|length/u.test(word)) continue;
    else if (word.includes('segment')) limits.segmentCharacters = count;
    else if (word.includes('input')) limits.inputCharacters = count;
    else if (word.includes('text')) limits.textCharacters = count;
  }
  return limits;
}

interface Entry {
  name: string | undefined;
  value: unknown;
}

/** The entries of a list of names, a list of objects that name themselves, or a map. */
function entriesOf(value: unknown): Entry[] {
  if (isRecord(value)) return Object.entries(value).map(([name, inner]) => ({ name, value: inner }));
  if (!Array.isArray(value)) return [];
  return value.map((one: unknown) => ({
    name: typeof one === 'string' ? one : isRecord(one) ? textOf(find(one, 'id', 'modelId', 'name', 'format', 'mode', 'key')) : undefined,
    value: one,
  }));
}
const namesOf = (value: unknown): string[] =>
  entriesOf(value).flatMap(({ name, value: of }) => (name === undefined || of === false ? [] : [name]));

/** The first of these names that is there, in either spelling. */
function find(value: unknown, ...names: string[]): unknown {
  if (!isRecord(value)) return undefined;
  for (const name of names)
    for (const spelled of [name, name.replace(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`)])
      if (Object.hasOwn(value, spelled) && value[spelled] !== null) return value[spelled];
  return undefined;
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);
const countOf = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) && value >= 1 ? Math.floor(value) : undefined;
const isOneOf = <T extends string>(list: readonly T[], name: string): name is T => list.some((one) => one === name);
