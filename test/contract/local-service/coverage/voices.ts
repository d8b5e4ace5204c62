import { type CoverageRow } from './row.ts';

const list = 'voices/listing.test.ts';
const clone = 'voices/clone.test.ts';
const kinds = 'voices/clone-kinds.beside.ts';
const pace = 'voices/clone-pace.beside.ts';
const form = 'voices/multipart.test.ts';
const design = 'voices/design.test.ts';

const rowsOf = (section: string, test: string, rows: readonly (readonly [row: string, name: string])[]): CoverageRow[] =>
  rows.map(([row, name]) => ({ section, row, test, name }));

/** Voices: lists, cloning, deletion, design and the legacy paths of these. */
export const rows: readonly CoverageRow[] = [
  ...rowsOf('TTS v3 (recommended)', list, [
    ['GET /api/open/v3/voices: includePersonal', 'version 3 lists personal voices when asked to'],
    ['GET /api/open/v3/voices: 401 and 403', 'an account that may not list voices gets 403'],
    ['GET /api/open/v3/voices/{voiceId} of a personal voice, 404 for another account', 'a private voice is seen by its account alone'],
  ]),
  ...rowsOf('TTS v3 (recommended)', 'catalogue.test.ts', [
    ['GET /api/open/v3/voices: page, pageSize (1 to 100, default 20), search', 'voices come in pages without loss'],
    ['GET /api/open/v3/voices: bad query is a 400', 'is a 400 that names the field'],
    ['GET /api/open/v3/voices/{voiceId}', 'one voice by its id'],
  ]),
  ...rowsOf('Voice listing (v1)', list, [
    ['GET /api/open/v1/voices: no filters, first page of public voices, default page size 20, no credits', 'without filters the first page of public voices'],
    ['GET /api/open/v1/voices: page, pageSize, envelope', 'pages hold every voice once'],
    ['GET /api/open/v1/voices: modelType, includePersonal', 'modelType decides between public, personal and all'],
    ['GET /api/open/v1/voices: language, supportsLanguage', 'language is the exact primary code'],
    ['GET /api/open/v1/voices: search', 'search looks into name and description'],
    ['GET /api/open/v1/voices: item fields voiceId, title, description, created_at, updated_at, isPersonal', 'without filters the first page of public voices'],
    ['GET /api/open/v1/voices: bad filter 400', 'is a 400 that names the field'],
    ['GET /api/open/v1/voices: 401 and 403', 'an account that may not list voices gets 403'],
  ]),
  ...rowsOf('Voice creation (cloning)', clone, [
    ['POST /api/open/v1/voices: the clone sounds as its reference', 'a clone takes pitch and pace from its reference'],
    ['fields name, audioFiles, description, languages; provider ignored; response with voiceId, title, createdAt; usage against quota', 'the answer has exactly what was sent'],
    ['400 missing field, unsupported type', 'is a 400 that names it, and nothing is charged'],
    ['400 content that cannot be decoded', 'content that is no recording is a 400'],
    ['voice clone files: each at most 10 MB; number of files', 'ten megabytes are taken, one byte more is a 400'],
    ['limit 500 personal voices', 'an account has at most 500'],
    ['field visibility', 'only the owner deletes'],
    ['401 and 403', 'who may not write voices gets 403'],
    ['402, 429 and 500', 'a spent quota is a 402'],
  ]),
  ...rowsOf('Voice creation (cloning)', pace, [['field referenceText', 'with a transcript the pace is closer than by counting']]),
  ...rowsOf('Voice creation (cloning)', kinds, [['accepted extensions, exactly', 'recordings of every accepted extension are taken']]),
  ...rowsOf('Voice creation (cloning)', form, [
    ['multipart/form-data, the boundary set by the client', 'a form is read the same whatever its boundary'],
    ['malformed multipart 400', 'forms of random parts are refused'],
    ['oversize in bounded memory', 'files past the limit and bodies past all bounds'],
    ['413 for a whole form', 'pass the bound is a 413'],
    ['429', 'more forms at once than are read'],
  ]),
  ...rowsOf('Voice deletion', clone, [
    ['DELETE /api/open/v1/voices/{voiceId}: response, usage, 403 public, 404 unknown or not owned', 'only the owner deletes'],
    ['DELETE /api/open/v1/voices/{voiceId}: 401 and 403 of a read-only account', 'who may not write voices gets 403'],
    ['earlier generation goes on', 'speech that is being made when its voice is deleted is finished'],
  ]),
  ...rowsOf('Voice design', design, [
    ['POST /api/open/v1/voice-designs: prompt, previewText', 'prompts are heard'],
    ['POST /api/open/v1/voice-designs: designId, candidateId, previewAudioUrl, providers, billing details', 'the answer names candidates of each provider'],
    ['POST /api/open/v1/voice-designs: 400', 'is a 400 that names it and leaves the key free'],
    ['Idempotency-Key required and distinct, changed body needs a new key', 'a key is needed, good for one request only'],
    ['replay under concurrency', 'of ten equal designs at once one is made'],
    ['GET /api/open/v1/voice-designs/{designId}/candidates/{candidateId}/audio: bearer, audio/wav, audio/mpeg', 'previews want the bearer of their account'],
    ['preview session lifetime', 'previews that expired can be neither heard nor saved'],
    ['POST /api/open/v1/voice-designs/{designId}/voices: permanent voiceId, description, visibility, language, replay', 'a saved candidate is a voice for good'],
    ['language defaults to the request language', 'the language is the one of the prompt'],
    ['design and candidate ids are never voice ids', 'a saved candidate is a voice for good'],
    ['failures are refunded', 'a design that fails is refunded'],
    ['limit 50 kept designs', 'an account keeps the previews of 50 designs'],
    ['a kill', 'killed while designs are made'],
    ['403', 'read-only accounts design and save nothing'],
  ]),
  ...rowsOf('Versioning', list, [
    ['POST /api/open/create-model', 'the legacy paths create, list and delete'],
    ['POST /api/open/delete-model', 'the legacy paths create, list and delete'],
    ['POST /api/open/list-models', 'the legacy paths create, list and delete'],
  ]),
]; // prettier-ignore
