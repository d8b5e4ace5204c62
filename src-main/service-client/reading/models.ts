import type { Model } from '#shared/catalogue/models.ts';
import { limits } from '#shared/wire/common.ts';
import { asRecord, Fields, understood, type NoteOdd, type Reading } from './fields.ts';
import { readList } from './list.ts';

/** Interface, "Model capability (v3)". */
export interface Capabilities {
  contractVersion: string | undefined;
  route: string | undefined;
  models: Model[];
  /** Entries of the list that are no models as far as the studio can tell. */
  notUnderstood: string[];
}

/** Reads the models that it can. Fails with `bad-response` where no list of models can be recognized. */
export function readCapabilities(body: unknown, reading: Reading): Capabilities {
  const { items: models, notUnderstood } = readList(
    body,
    reading,
    { what: 'models', path: 'capabilities.models', names: ['models'] },
    (item, path) => readModel(item, path, reading.note),
  );
  const fields = new Fields(body, 'capabilities', reading.note);
  return { contractVersion: fields.text('contractVersion'), route: fields.text('route'), models, notUnderstood };
}

function readModel(item: unknown, path: string, note: NoteOdd): Model | undefined {
  const fields = new Fields(item, path, note);
  const id = fields.id('id', 'modelId', 'model_id');
  if (id === undefined) return undefined;
  const longest = fields.number('maxTextLength', 'max_text_length');
  const formats = fields.texts('outputFormats', 'output_formats', 'formats')?.map((format) => format.toLowerCase());
  const operations = flagsIn(fields, 'supportedOperations');
  return understood(fields.raw, {
    id,
    // What is not said to be unavailable is asked for; the service answers 503 where it is (interface, "v3 request body").
    available: fields.flag('available') ?? true,
    maxTextLength: longest !== undefined && longest > 0 ? longest : limits.textCharacters,
    // The format that a request has when it names none.
    outputFormats: formats === undefined || formats.length === 0 ? ['mp3'] : formats,
    controls: flagsIn(fields, 'controls'),
    supportedOperations: Object.keys(operations).length === 0 ? { synchronous: true, asynchronous: true } : operations,
  });
}

/** An object of booleans; a list of names is one of those that are true. */
function flagsIn(fields: Fields, name: string): Record<string, boolean> {
  const value = fields.raw[name];
  if (Array.isArray(value)) return Object.fromEntries((fields.texts(name) ?? []).map((flag) => [flag, true]));
  const within = fields.within(name);
  if (within === undefined) return {};
  return Object.fromEntries(
    Object.keys(asRecord(value) ?? {}).flatMap((flag) => {
      const known = within.flag(flag);
      return known === undefined ? [] : [[flag, known] as const];
    }),
  );
}
