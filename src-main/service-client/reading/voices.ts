import type { CatalogueVoice, ListedVoice } from '#shared/catalogue/voices.ts';
import { asId, asRecord, Fields, findFirst, understood, type NoteOdd, type Reading } from './fields.ts';
import { readList, type Page } from './list.ts';

/** What the answer for a single voice says of it: its fields are not shown by the interface, and any of them may be unknown. */
export interface VoiceDetails {
  voiceId: string;
  known: Partial<CatalogueVoice>;
  /** As they came. */
  fields: Readonly<Record<string, unknown>>;
}

/** A voice that was made. */
export interface CreatedVoice {
  voiceId: string;
  title: string | undefined;
  description: string | undefined;
  createdAt: string | undefined;
}

const voiceIds = ['voiceId', 'voice_id', 'id'];
const envelopes = ['voice', 'data', 'result', 'item'];

/** Interface, "Voice": the v3 list. */
export const readVoices = (body: unknown, reading: Reading): Page<CatalogueVoice> =>
  readList(body, reading, { what: 'voices', path: 'voices', names: ['voices'] }, (item, path) => readVoice(item, path, reading.note));

function readVoice(item: unknown, path: string, note: NoteOdd): CatalogueVoice | undefined {
  const fields = new Fields(item, path, note);
  const voiceId = fields.id(...voiceIds);
  if (voiceId === undefined) return undefined;
  const known = knownOf(fields);
  const { name = voiceId, isPersonal = false, languages = [], primaryLanguage = languages[0] ?? '', modelIds = [] } = known;
  return understood(fields.raw, { ...known, voiceId, name, isPersonal, languages, primaryLanguage, modelIds });
}

/** Interface, `GET /api/open/v3/voices/{voiceId}`: an answer says that there is such a voice, whatever else it says. */
export function readVoiceDetails(voiceId: string): (body: unknown, reading: Pick<Reading, 'note'>) => VoiceDetails {
  return (body, { note }) => {
    const places = new Fields(body, 'voice', note).andWithin(...envelopes);
    const fields = places.find((one) => one.has(...voiceIds, 'modelIds')) ?? places[0];
    return { voiceId, known: fields === undefined ? {} : definedOf(knownOf(fields)), fields: fields?.raw ?? {} };
  };
}

function knownOf(fields: Fields) {
  return {
    name: fields.text('name', 'title'),
    isPersonal: fields.flag('isPersonal', 'is_personal'),
    primaryLanguage: fields.text('primaryLanguage', 'primary_language', 'language'),
    languages: fields.texts('languages'),
    modelIds: fields.texts('modelIds', 'model_ids', 'models'),
    description: fields.text('description'),
    createdAt: fields.time('createdAt', 'created_at'),
    updatedAt: fields.time('updatedAt', 'updated_at'),
  };
}

/** Interface, "Voice": the v1 list. */
export const readListedVoices = (body: unknown, reading: Reading): Page<ListedVoice> =>
  readList(body, reading, { what: 'voices', path: 'v1 voices', names: ['voices'] }, (item, path) => {
    const fields = new Fields(item, path, reading.note);
    const voiceId = fields.id(...voiceIds);
    if (voiceId === undefined) return undefined;
    return understood(fields.raw, {
      voiceId,
      title: fields.text('title', 'name') ?? voiceId,
      description: fields.text('description'),
      created_at: fields.time('created_at', 'createdAt'),
      updated_at: fields.time('updated_at', 'updatedAt'),
      isPersonal: fields.flag('isPersonal', 'is_personal'),
    });
  });

/** Interface, "Voice": the create-voice response, and that of a saved design, of which `voiceId` alone is needed. */
export function readCreatedVoice(body: unknown, { note }: Pick<Reading, 'note'>): CreatedVoice | undefined {
  const places = new Fields(body, 'created voice', note).andWithin(...envelopes);
  const voiceId = findFirst(places, (one) => asId(one.raw['voiceId'])) ?? findFirst(places, (one) => one.id(...voiceIds));
  if (voiceId === undefined) return undefined;
  return {
    voiceId,
    title: findFirst(places, (one) => one.text('title', 'name')),
    description: findFirst(places, (one) => one.text('description')),
    createdAt: findFirst(places, (one) => one.time('createdAt', 'created_at')),
  };
}

/** Interface, `GET /v1/audio/voices`: elements have `id`. */
export const readOpenAiVoices = (body: unknown, reading: Reading): Page<{ id: string }> =>
  readList(body, reading, { what: 'voices', path: 'openai voices', names: ['voices'] }, (item) => {
    const record = asRecord(item);
    const id = asId(record === undefined ? item : (record['id'] ?? record['voiceId']));
    return id === undefined ? undefined : { ...record, id };
  });

const definedOf = <T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;
