import { type Call, type Route, json } from './answer.ts';
import { shape } from './characters.ts';
import { Failure, invalid, missing } from './failure.ts';
import { type JsonObject, type Page, isObject, takePage, queryBoolean, queryInteger } from './fields.ts';
import { type Voice, newVoice } from './voices.ts';
import { type World, isoTime } from './world.ts';

const extensions = ['aac', 'flac', 'm4a', 'mp3', 'mp4', 'mpeg', 'oga', 'ogg', 'opus', 'wav', 'webm'];
const fileLimit = 10 * 1024 * 1024;

export function voiceRoutes(world: World): Route[] {
  const listV1 = (call: Call) =>
    json(
      200,
      envelope(world, listVoicesV1(world, call), (voice) => voiceV1(world, voice)),
    );
  const create = (call: Call) => createVoice(world, call);
  return [
    { method: 'GET', path: '/api/open/v3/voices', summary: 'List voices', handle: (call) => listVoicesV3(world, call) },
    { method: 'GET', path: '/api/open/v3/voices/{voiceId}', summary: 'Read one voice', handle: (call) => readVoice(world, call) },
    { method: 'GET', path: '/api/open/v1/voices', summary: 'List voices', handle: listV1 },
    {
      method: 'POST',
      path: '/api/open/list-models',
      summary: 'List voices (legacy)',
      handle: (call) => listV1(withBodyAsQuery(call)),
    },
    { method: 'POST', path: '/api/open/v1/voices', summary: 'Clone a voice', maxBody: 10 * fileLimit, handle: create },
    { method: 'POST', path: '/api/open/create-model', summary: 'Clone a voice (legacy)', maxBody: 10 * fileLimit, handle: create },
    {
      method: 'DELETE',
      path: '/api/open/v1/voices/{voiceId}',
      summary: 'Delete a personal voice',
      handle: (call) => deleteVoice(world, call, call.params['voiceId'] ?? ''),
    },
    {
      method: 'POST',
      path: '/api/open/delete-model',
      summary: 'Delete a personal voice (legacy)',
      handle: (call) => {
        const body = call.json();
        const id = body['voiceId'] ?? body['reference_id'] ?? body['id'];
        if (typeof id !== 'string') throw invalid('voiceId is required.');
        return deleteVoice(world, call, id);
      },
    },
    {
      method: 'GET',
      path: '/v1/audio/voices',
      summary: 'List voices (compatibility)',
      handle: (call) => json(200, compatibleVoices(world, call)),
    },
  ];
}

function listVoicesV3(world: World, call: Call) {
  const page = queryInteger(call.query, 'page', 1);
  const size = queryInteger(call.query, 'pageSize', 20, 100);
  const personal = queryBoolean(call.query, 'includePersonal') ?? false;
  const search = call.query.get('search')?.toLowerCase() ?? '';
  const found = world.voices.list(call.account).filter((voice) => (personal || !isPersonal(voice)) && matchesSearch(voice, search));
  const body = envelope(world, takePage(found, page, size), (voice) => voiceV3(world, voice));
  return json(200, { ...body, requestId: call.requestId });
}

function listVoicesV1(world: World, call: Call): Page<Voice> {
  const page = queryInteger(call.query, 'page', 1);
  const size = queryInteger(call.query, 'pageSize', 20, 100);
  const personal = queryBoolean(call.query, 'includePersonal') ?? false;
  const type = call.query.get('modelType') ?? (personal ? 'all' : 'public');
  if (!['public', 'personal', 'all'].includes(type)) throw invalid('modelType must be public, personal or all.');
  const language = call.query.get('language');
  const supports = call.query.get('supportsLanguage');
  const search = call.query.get('search')?.toLowerCase() ?? '';
  const found = world.voices.list(call.account).filter((voice) => {
    if (type !== 'all' && isPersonal(voice) !== (type === 'personal')) return false;
    if (language !== null && voice.primaryLanguage !== language) return false;
    if (supports !== null && !voice.languages.includes(supports)) return false;
    return matchesSearch(voice, search);
  });
  return takePage(found, page, size);
}

/** The legacy list is a POST; its parameters may be in the body. */
function withBodyAsQuery(call: Call): Call {
  if (call.bytes.length === 0) return call;
  const query = new URLSearchParams(call.query);
  for (const [name, value] of Object.entries(call.json())) {
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') query.set(name, String(value));
  }
  return { ...call, query };
}

function isPersonal(voice: Voice): boolean {
  return voice.ownerId !== undefined;
}

function matchesSearch(voice: Voice, search: string): boolean {
  return `${voice.name}\n${voice.description ?? ''}`.toLowerCase().includes(search);
}

function envelope(world: World, page: Page<Voice>, write: (voice: Voice) => JsonObject): JsonObject {
  const named = { ...page, items: page.items.map(write) };
  if (world.character === 'bare') return named;
  if (world.character === 'odd') return { next: null, ...named };
  return { ...named, hasMore: page.page < page.totalPages, facets: { families: { alpha: 5, theta: 4 } }, tookMs: 3.75 };
}

function voiceV3(world: World, voice: Voice): JsonObject {
  const named = {
    voiceId: voice.voiceId,
    name: voice.name,
    isPersonal: isPersonal(voice),
    primaryLanguage: voice.primaryLanguage,
    languages: voice.languages,
    modelIds: world.models.filter((model) => model.family === voice.family && model.available).map((model) => model.id),
  };
  if (world.character === 'bare') return named;
  if (world.character === 'odd') return { ...named, description: null, previewUrl: null, gender: null, labels: null };
  return {
    ...named,
    description: voice.description,
    family: voice.family,
    provider: `${voice.family}-cloud`,
    gender: 'androgynous',
    rating: 4.62,
    usageCount: 1234.5,
    labels: { accent: 'coastal', age: 'timeless' },
    samples: [],
  };
}

function voiceV1(world: World, voice: Voice): JsonObject {
  const named = {
    voiceId: voice.voiceId,
    title: voice.name,
    description: voice.description,
    created_at: isoTime(voice.createdAt),
    updated_at: isoTime(voice.updatedAt),
    isPersonal: isPersonal(voice),
  };
  if (world.character === 'bare') return named;
  if (world.character === 'odd') return { ...named, cover: null, languages: null };
  return { ...named, languages: voice.languages, state: 'trained', like_count: 7.5, tags: ['calm'], author: { nickname: 'studio' } };
}

function readVoice(world: World, call: Call) {
  const voice = world.voices.find(call.account, call.params['voiceId'] ?? '');
  if (voice === undefined) throw missing('The voice');
  const body = shape<JsonObject>(world.character, {
    bare: () => ({ voiceId: voice.voiceId }),
    rich: () => ({ requestId: call.requestId, voice: { ...voiceV3(world, voice), createdAt: isoTime(voice.createdAt), quality: 0.97 } }),
    odd: () => ({
      data: {
        id: voice.voiceId,
        displayName: voice.name,
        langs: voice.languages,
        created: Math.floor(voice.createdAt / 1000),
        personal: isPersonal(voice) ? 1 : 0,
        description: null,
      },
    }),
  });
  return json(200, body);
}

function compatibleVoices(world: World, call: Call): JsonObject {
  const voices = world.voices.list(call.account);
  return shape<JsonObject>(world.character, {
    bare: () => ({ voices: voices.map((voice) => ({ id: voice.voiceId })) }),
    rich: () => ({
      object: 'list',
      voices: voices.map((voice) => ({ id: voice.voiceId, object: 'voice', name: voice.name, score: 0.5 })),
      has_more: false,
    }),
    odd: () => ({ voices: voices.map((voice) => ({ id: voice.voiceId, name: null, created: Math.floor(voice.createdAt / 1000) })) }),
  });
}

async function createVoice(world: World, call: Call) {
  const form = await readForm(call);
  const name = form.get('name');
  if (typeof name !== 'string' || name.trim() === '') throw invalid('name is required.');
  const files = form.getAll('audioFiles').filter((entry) => entry instanceof File);
  if (files.length === 0) throw invalid('audioFiles is required.');
  for (const file of files) {
    const extension = file.name.split('.').at(-1)?.toLowerCase() ?? '';
    if (!extensions.includes(extension)) throw invalid(`audioFiles: ${file.name} has an unsupported type.`);
    if (file.size > fileLimit) throw invalid(`audioFiles: ${file.name} is larger than 10 MB.`);
    if (file.size === 0) throw invalid(`audioFiles: ${file.name} is empty.`);
  }
  const visibility = readFormText(form, 'visibility') ?? 'private';
  if (visibility !== 'private' && visibility !== 'public') throw invalid('visibility must be private or public.');
  const description = readFormText(form, 'description') ?? null;
  readFormText(form, 'referenceText');
  const languages = readLanguages(readFormText(form, 'languages'));
  world.ledger.charge(call.account, 'clone', { quota: 1 });
  const voice = world.voices.add(newVoice(call.account, world.now(), { name, description, family: 'alpha', visibility, languages }));
  const named = { voiceId: voice.voiceId, title: voice.name, description: voice.description ?? '', createdAt: isoTime(voice.createdAt) };
  const body = shape<JsonObject>(world.character, {
    bare: () => named,
    rich: () => ({
      ...named,
      visibility,
      languages: voice.languages,
      state: 'training',
      progress: 0.25,
      warnings: [],
      files: files.length,
    }),
    odd: () => ({ ...named, description, cover: null, error: null }),
  });
  return json(world.character === 'rich' ? 201 : 200, body);
}

async function readForm(call: Call): Promise<FormData> {
  const type = call.headers['content-type'] ?? '';
  if (!type.startsWith('multipart/form-data')) throw invalid('The body must be multipart/form-data.');
  try {
    return await new Response(new Uint8Array(call.bytes), { headers: { 'content-type': type } }).formData();
  } catch {
    throw invalid('The multipart body cannot be read.');
  }
}

function readFormText(form: FormData, name: string): string | undefined {
  const value = form.get(name);
  if (value === null) return undefined;
  if (typeof value !== 'string') throw invalid(`${name} must be text.`);
  return value;
}

function readLanguages(text: string | undefined): string[] {
  if (text === undefined || text === '') return [];
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw invalid('languages must be a JSON array of language codes.');
  }
  if (!Array.isArray(value) || isObject(value)) throw invalid('languages must be a JSON array of language codes.');
  if (!value.every((code) => typeof code === 'string')) throw invalid('languages must be a JSON array of language codes.');
  return value;
}

function deleteVoice(world: World, call: Call, voiceId: string) {
  const voice = world.voices.find(call.account, voiceId);
  if (voice === undefined) throw missing('The voice');
  if (!isPersonal(voice)) throw new Failure(403, 'ERR_FORBIDDEN', 'A public voice cannot be deleted.');
  world.voices.remove(voiceId);
  const body = shape<JsonObject>(world.character, {
    bare: () => ({ voiceId }),
    rich: () => ({ voiceId, deleted: true, deletedAt: isoTime(world.now()), refund: 0.0 }),
    odd: () => ({ voiceId, message: null }),
  });
  return json(200, body);
}
