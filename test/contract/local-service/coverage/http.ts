import { type CoverageRow } from './row.ts';

const catalogue = 'catalogue.test.ts';
const speech = 'speech.test.ts';
const jobs = 'jobs.test.ts';
const ids = 'request-ids.test.ts';
const earlier = 'earlier-versions.test.ts';
const rules = 'rules.test.ts';
const words = 'words.test.ts';
const refusals = 'refusals.test.ts';
const acted = 'voices/acting.test.ts';
const faults = 'faults.test.ts';

/** Rows of one section that one test proves. */
const proven = (section: string, test: string, name: string, ...rows: string[]): CoverageRow[] =>
  rows.map((row) => ({ section, row, test, name }));
const each = (prefix: string, names: string) => names.split(' ').map((name) => `${prefix} ${name}`);

const wrongField = 'is a 400 that names the field and charges nothing';
const soundOfType = '%s is sound of that type, with its price';
const acting = 'speed, volume, pitch and language act on the sound';
const ignoring = 'a control that the model lacks is ignored, listed and without effect';
const streaming = 'an aligned stream begins with sound, ends with completed, and names what it ignored';
const strict = 'random strict bodies: every unknown or wrong field of v3 is a 400 that names it, and none is charged';
const filter = 'filterEmoji takes out faces, bills what is left, checks the length before, and refuses nothing';
const withdrawn = 'timing that is invalidated and sent again is complete; withdrawn for good it is partial; the audio stays';
const v1Voice = 'v1: reference_id is the voice too, modelId is the model unless it alone can be the voice, and no voice is chosen for you';
const cache = 'v1 cache: JSON with an address that needs no key, replayed by its X-Request-Id without a charge';
const etaRanges = 'v1: eta models have ranges of their own, their defaults are the sound of none sent, and volume is not applied';
const earlierControls = 'v1 and v2: speed, volume and pitch act, and a control that the model lacks is listed';
const historical = 'v2: historical fields name a model and an emotion, or nothing';
const engineStyle = '/v1/tts: formats, prosody and what maps to other controls';
const openAiStyle = '/v1/audio/speech: the voice by id or object, formats, and no alias of other vendors’ models';
const v1Jobs = 'v1 jobs: engineModelId counts, other fields are allowed, and the same key is the same task';
const earlierSound = 'each earlier endpoint answers with sound, its price and the trace id, and ignores what it does not name';
const accepted = 'a job is accepted with where and when to look, and its price';
const unavailable = 'an unknown voice is a 404, an unavailable model a 503, an operation that a model lacks a 400';
const fullQueue = 'a full queue is a 429 with Retry-After, charges nothing, and is open again when it has moved on';
const failing = 'a job that fails is refunded and has no audio; one that fails late keeps what was made, refunded too';

export const rows: readonly CoverageRow[] = [
  ...proven(
    'Profile',
    catalogue,
    'the profile keeps its webhook, ignores what it does not know and refuses what is no address',
    'GET /api/open/v1/profile',
    'POST /api/open/v1/profile',
    'webhookUrl, unknown fields ignored',
  ),
  ...proven('Authentication', catalogue, '%s is a 401 with the error body', 'status 401'),
  ...proven('Authentication', catalogue, 'each local key is an account of its own', 'accounts by key'),
  ...proven(
    'Model capability (v3)',
    catalogue,
    'capabilities are public and the models differ',
    'GET /api/open/v3/speech/tts/capabilities',
    ...each('capability', 'contractVersion available maxTextLength outputFormats controls supportedOperations'),
  ),
  ...proven(
    'What the service does',
    'catalogue.test.ts',
    'both OpenAPI documents are public, valid, 3.1, and say what the schemas check',
    'GET /api/open/v3/openapi.json',
    'GET /api/openapi.json',
  ),
  ...proven(
    'What the service does',
    catalogue,
    'the documents name the headers of the answers, and what the interface leaves open',
    'headers and choices in the OpenAPI documents',
  ),
  ...proven('v3 sync response', speech, soundOfType, 'POST /api/open/v3/speech/tts', 'v3 field format'),
  ...proven('v3 sync response', speech, soundOfType, ...each('header', 'X-OpenAPI-Quota-Remaining X-OpenAPI-Credits-Used')),
  ...proven('v3 request body', speech, ignoring, 'header X-OpenAPI-Ignored-Parameters', ...each('v3 field', 'emotion instruction')),
  ...proven('v3 request body', speech, acting, ...each('v3 field', 'speed volume pitch language')),
  ...proven('v3 request body', speech, wrongField, ...each('v3 field', 'text voiceId modelId stability'), 'status 400'),
  ...proven('v3 request body', acted, 'stability above 1 flattens the melody and below 1 livens it', 'v3 field stability, heard'),
  ...proven('v3 request body', acted, 'similarity below 1 draws the pitch of a voice towards the plain one', 'v3 field similarity, heard'),
  ...proven('v3 request body', acted, 'emotions are acted by pitch, liveliness and pace', 'v3 field emotion, heard'),
  ...proven('v3 request body', acted, 'an instruction is heard by its words alone', 'v3 field instruction, heard'),
  ...proven('v3 request body', rules, strict, 'code ERR_INVALID_REQUEST', ...each('v3 field', 'similarity textNormalization')),
  ...proven('v3 request body', speech, filter, 'v3 field filterEmoji'),
  ...proven(
    'v3 request body',
    rules,
    'filterEmoji counts before it filters, so that a text that would fit afterwards does not',
    'limit before filtering',
  ),
  ...proven('v3 request body', rules, 'a whitespace-only result of filterEmoji is a 400 everywhere', 'whitespace-only result'),
  ...proven('v3 request body', jobs, 'filterEmoji is applied before the job is kept', 'jobs store the filtered text'),
  ...proven('v3 request body', speech, unavailable, 'status 503', 'status 404'),
  ...proven('v3 request body', rules, 'a job names what it ignored in its body and its header', 'ignoredParameters of a job'),
  ...proven('v3 aligned streaming', speech, streaming, 'POST /api/open/v3/speech/tts/aligned', ...each('aligned event', 'audio completed')),
  ...proven(
    'v3 aligned streaming',
    rules,
    'a snapshot of a chunk is revised by the next one of the same chunk',
    'aligned event alignment_snapshot',
  ),
  ...proven('v3 aligned streaming', rules, withdrawn, 'aligned event alignment_invalidated', 'alignmentStatus partial'),
  ...proven('v3 aligned streaming', words, 'every token has its word, in order, to the end', 'alignmentStatus complete'),
  ...proven('v3 aligned streaming', ids, 'a stream that completed, and one that failed, have used up their ids', 'aligned event error'),
  ...proven('v3 job creation', jobs, accepted, 'POST /api/open/v3/speech/tts/jobs', ...each('header', 'Location Retry-After')),
  ...proven('v3 job creation', jobs, accepted, 'job state pending', 'job state success', 'GET /api/open/v3/speech/tts/jobs/{jobId}'),
  ...proven('v3 job creation', jobs, failing, 'job state partial_fail', 'job state fail'),
  ...proven('States and transitions', jobs, 'killed while it works: every accepted job is made at the next start', 'job state processing'),
  ...proven(
    'States and transitions',
    'durability.test.ts',
    'killed at random moments: no accepted job and no charge is lost, what is over stays as it was, and the rest goes on',
    'terminal states never change',
  ),
  ...proven('TTS v3', jobs, 'the list is newest first, in pages, by state and by time', 'GET /api/open/v3/speech/tts/jobs'),
  ...proven('TTS v3', jobs, 'jobs?%s is a 400 that names the field', 'limit job list 100, default 20'),
  ...proven('TTS v3', jobs, 'its audio comes through a redirect as often as wanted', 'GET /api/open/v3/speech/tts/jobs/{jobId}/audio'),
  ...proven('TTS v3', rules, 'the audio of a job is gone after 30 days, its job and its words are not', 'lifetime of stored audio'),
  ...proven(
    'TTS v3',
    jobs,
    'segments have their words with times in the whole audio',
    'GET /api/open/v3/speech/tts/jobs/{jobId}/segments/{segmentIndex}',
  ),
  ...proven(
    'Request-id life cycle',
    ids,
    'an id with another body, or at another endpoint, is a conflict',
    'code ERR_REQUEST_ID_CONFLICT',
    'status 409',
  ),
  ...proven('Request-id life cycle', ids, 'twenty requests with one id at once', 'code ERR_REQUEST_IN_PROGRESS'),
  ...proven('Request-id life cycle', ids, 'a completed id is not replayed and not charged', 'code ERR_REQUEST_ALREADY_COMPLETED'),
  ...proven('Request-id life cycle', ids, 'a refunded id stays refunded; a new one works', 'code ERR_REQUEST_PREVIOUSLY_REFUNDED'),
  ...proven('Request-id life cycle', ids, 'twenty creations of a job with one id are one job and one charge', 'jobs with one key'),
  ...proven(
    'Request-id life cycle',
    earlier,
    'v1 cache: twenty requests with one id at once are one charge and one answer',
    'cache under concurrency',
  ),
  ...proven('TTS v3', ids, 'an id of more than 128 characters is a 400', 'limit Idempotency-Key 128 characters', 'header Idempotency-Key'),
  ...proven('TTS v3', catalogue, 'the request id is echoed, made when absent, and never taken when it is not one', 'header X-Request-Id'),
  ...proven(
    'TTS v1',
    earlier,
    earlierSound,
    'POST /api/open/v1/speech/tts',
    'POST /api/open/v2/speech/tts',
    'POST /v1/tts',
    'POST /v1/audio/speech',
  ),
  ...proven('TTS v1', earlier, v1Voice, ...each('v1 field', 'voiceId reference_id modelId')),
  ...proven('TTS v1', earlier, etaRanges, ...each('v1 field', 'stability similarity')),
  ...proven('TTS v1', earlier, earlierControls, ...each('v1 field', 'speed volume pitch language emotion instruction textNormalization')),
  ...proven('TTS v1', earlier, cache, 'v1 field cache'),
  ...proven('TTS v1', earlier, 'a field of a wrong type or range is a 400 that names it', ...each('v1 field', 'text format')),
  ...proven(
    'Cached synchronous TTS response',
    earlier,
    cache,
    ...each('cached field', 'success audio_url format characters_used credits_used quota_remaining expires_at'),
  ),
  ...proven('TTS v1', earlier, v1Jobs, 'POST /api/open/v1/speech/tts/jobs', 'GET /api/open/v1/speech/tts/jobs/{taskId}'),
  ...proven('TTS v2 sync', earlier, historical, ...each('v2 field', 'engineModelId version qwenModel minimaxEmotion')),
  ...proven(
    'Compatibility endpoint: engine-vendor style',
    earlier,
    '/v1/tts: the model header %s costs %d a character',
    '/v1/tts header model',
  ),
  ...proven(
    'Compatibility endpoint: engine-vendor style',
    earlier,
    engineStyle,
    ...each('/v1/tts field', 'reference_id format prosody.speed temperature top_p normalize chunk_length latency'),
  ),
  ...proven(
    'Compatibility endpoint: OpenAI-style speech',
    earlier,
    openAiStyle,
    ...each('/v1/audio/speech field', 'model input voice response_format speed'),
  ),
  ...proven('Compatibility endpoint: OpenAI-style speech', earlier, '/v1/audio/voices lists every voice by its id', 'GET /v1/audio/voices'),
  ...proven(
    'Errors',
    earlier,
    'the compatibility endpoints answer 400, 401, 402, 429 and 500 alone, and know no idempotency',
    'status 500',
    'statuses of the compatibility endpoints',
  ),
  ...proven('Errors', ids, 'what is spent is a 402 and takes nothing, at every endpoint; requests at once never overdraw', 'status 402'),
  ...proven('Errors', speech, 'a body beyond the bound is a 413 however it is sent', 'status 413'),
  ...proven('Errors', rules, fullQueue, 'status 429'),
  ...proven('Errors', refusals, '%s with %j is a %i that says what is missing or wrong', 'message of a 400'),
  ...proven('Errors', refusals, 'a body that is not UTF-8 is refused before anything is spoken or charged', 'valid UTF-8'),
  ...proven('Errors', faults, 'a status fault without a code carries the one of its status', 'codes by status'),
  ...proven('Errors', rules, 'the charge book sums to the balance after any calls, whatever fails in them', 'refunds'),
  ...proven(
    'Limits',
    speech,
    wrongField,
    'limit text 10,000 characters',
    'limit maxTextLength of the model',
    'limit instruction 1,600 characters',
  ),
  ...proven('Limits', rules, strict, 'limit language 64 characters', 'limit emotion 64 characters'),
];
