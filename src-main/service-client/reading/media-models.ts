import type { MediaModel } from '#shared/catalogue/media.ts';
import { mediaTypes, resolutions, type MediaType } from '#shared/wire/media.ts';
import { asNumber, asRecord, asText, Fields, type Reading } from './fields.ts';
import { readList } from './list.ts';

/** The models of a catalogue that can be read, and the names of those that cannot. */
export interface MediaModels {
  models: MediaModel[];
  notUnderstood: string[];
}

/** Pictures that a request for an image may refer to (interface, "Media models, images, videos"). */
const imageReferences = { maximum: 4, fields: ['image_url', 'image_urls'] };
/** The names of frames and references of a video are not shown: none is sent under a name that nobody declares. */
const noReferences = { maximum: 0, fields: [] };

/** Interface, "Media models": the shape of the catalogue is not shown. Fails with `bad-response` where no list of models can be recognized. */
export function readMediaModels(mediaType: MediaType): (body: unknown, reading: Pick<Reading, 'note'>) => MediaModels {
  return (body, { note }) => {
    const { items, notUnderstood } = readList(body, { note }, { what: 'models', path: 'media models', names: ['models'] }, (item, path) => {
      const asName = asText(item);
      return readModel(asName === undefined ? new Fields(item, path, note) : new Fields({ id: asName }, path, note), mediaType);
    });
    return { models: items.filter((model) => model.mediaType === mediaType), notUnderstood };
  };
}

function readModel(fields: Fields, wanted: MediaType): MediaModel | undefined {
  const id = fields.id('id', 'modelId', 'model_id', 'model', 'slug') ?? fields.id('name');
  if (id === undefined) return undefined;
  const said = fields.text('mediaType', 'media_type', 'type');
  const sizes = fields.texts('resolutions', 'supportedResolutions', 'supported_resolutions')?.map((size) => size.toLowerCase());
  const known = resolutions.filter((size) => sizes?.includes(size) === true);
  const ratios = matching(fields.texts('aspectRatios', 'aspect_ratios', 'supportedAspectRatios'), /^\d{1,2}:\d{1,2}$/u);
  const frames = matching(fields.texts('sizes', 'supportedSizes', 'supported_sizes'), /^\d{2,4}x\d{2,4}$/u);
  const seconds = fields.array('seconds', 'durations')?.flatMap((length) => asNumber(length) ?? []);
  return {
    id,
    name: fields.text('name', 'displayName', 'display_name', 'title', 'label') ?? id,
    mediaType: mediaTypes.find((type) => type === said?.toLowerCase()) ?? wanted,
    available: fields.flag('available', 'isAvailable', 'is_available', 'enabled') ?? true,
    ...(known.length > 0 && { resolutions: known }),
    ...(ratios.length > 0 && { aspectRatios: ratios }),
    ...(frames.length > 0 && { sizes: frames }),
    ...(seconds !== undefined && seconds.length > 0 && { seconds }),
    references: referencesOf(fields, wanted),
    quota: quotaOf(fields.raw['quota']),
  };
}

function referencesOf(fields: Fields, mediaType: MediaType): MediaModel['references'] {
  const usual = mediaType === 'image' ? imageReferences : noReferences;
  const said = fields.within('references');
  const maximum = said?.number('maximum', 'max') ?? (said === undefined ? fields.number('maxReferences', 'max_references') : undefined);
  if (maximum === undefined) return usual;
  const sizes = said?.texts('resolutions');
  const names = said?.texts('fields') ?? usual.fields;
  return {
    maximum: names.length === 0 ? 0 : Math.max(0, Math.floor(maximum)),
    fields: names,
    ...(sizes !== undefined && sizes.length > 0 && { resolutions: sizes }),
  };
}

function quotaOf(value: unknown): Record<string, number> {
  const prices = Object.entries(asRecord(value) ?? {}).flatMap(([name, price]) => {
    const known = asNumber(price);
    return known === undefined ? [] : [[name, known] as const];
  });
  return Object.fromEntries(prices);
}

const matching = (texts: readonly string[] | undefined, pattern: RegExp): string[] => (texts ?? []).filter((text) => pattern.test(text));
