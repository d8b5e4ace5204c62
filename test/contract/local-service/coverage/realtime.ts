import { type CoverageRow } from './row.ts';

type Row = [row: string, file: 'flows' | 'handshake' | 'rules' | 'recovery' | 'pressure' | 'random-order', name: string];
const rowsOf = (section: string, rows: readonly Row[]): CoverageRow[] =>
  rows.map(([row, file, name]) => ({ section, row, test: `realtime/${file}.test.ts`, name }));

const simple = '%s simple: connect, authenticated, start, ready, input, audio, finish';
const reliable = '%s reliable: ready, input_ack, segment_accepted, audio, usage, segment_completed, finish';
const buffered = '%s simple: uncommitted inputs are buffered and acknowledged, the committed one speaks them all';
const limits =
  'limits: 2,000 characters a text event, 10,000 a segment, 128 a segment id, the next sequence, unique segments, no empty ones';
const stored = 'status and stored segments over HTTP, in both spellings, for the owner alone';
const replay = '%s: replaying a completed request returns request_status and charges nothing';
const retry = '%s: a failed request is rerun with retry_failed: what is complete is sent again, the rest is made, and each is paid once';
const capabilities =
  'capabilities tell providers, models, formats, parameters, limits and modes in each version’s spelling, and want the bearer';
const tickets =
  'browser tickets: v3 tells address and subprotocol, an origin that is none is a 400 that names it, and the bearer is needed';
const strict = 'v2 refuses unknown fields: beside the request as invalid_message, within it as unsupported_parameter';
const product = 'product_v1 clamps what the model supports, ignores the rest with warnings, and reports the values used';
const warned = 'v3 ignores unknown and unsupported controls with structured warnings; effectiveRequest is what is used';
const choice = 'a voice, a model or a pair of them that does not exist, and a model that is unavailable';
const ids = 'reliable needs event_id and request_id, and event ids are unique';
const acts = 'speed, volume, pitch and text normalization act';
const handshake = 'a wrong key, a wrong Host, a wrong path and a missing or foreign subprotocol are HTTP errors';
const coded = '%s reaches a client with its code, whatever asks for it';
const bounded = 'a session takes 100,000 units, and 64 segments may wait: session_limit_exceeded and client_backpressure';

export const rows: readonly CoverageRow[] = [
  ...rowsOf('Realtime helper HTTP endpoints', [
    ['GET /v2/tts/capabilities', 'rules', capabilities],
    ['GET /v3/tts/capabilities', 'rules', capabilities],
    ['GET /v2/tts/requests/{request_id}', 'recovery', stored],
    ['GET /v3/tts/requests/{requestId}', 'recovery', stored],
    ['GET /v3/tts/requests/{requestId}/segments/{segmentId}/audio', 'recovery', stored],
    ['POST /v2/tts/browser-tickets', 'handshake', tickets],
    ['POST /v3/tts/browser-tickets', 'handshake', tickets],
  ]),
  ...rowsOf('Authentication', [
    ['bearer and Sec-WebSocket-Protocol in the handshake', 'handshake', handshake],
    ['single-use, origin-bound ticket, first frame auth', 'handshake', '%s: a browser authenticates with a ticket of its origin, once'],
    ['ticket bound to site, host and origin', 'handshake', 'a ticket of another origin or host is refused and used up'],
    ['authentication timeout', 'handshake', 'without a bearer the first event must be auth, and in time'],
    ['ticket lifetime', 'pressure', 'a ticket does not outlive its time'],
    ['credentials in the URL are rejected', 'handshake', 'a credential in the address (%s) is refused before the upgrade'],
  ]),
  ...rowsOf('Realtime TTS v2', [
    [
      '/v2/tts/live, subprotocol realtime.tts.msgpack.v2, snake_case',
      'flows',
      'fields are snake_case in v2 and camelCase in v3, and nothing else',
    ],
    [
      'valid UTF-8, MessagePack maps',
      'rules',
      'frames that are no MessagePack, no map, no UTF-8, too deep or of no known event can be corrected',
    ],
    ['binary frames', 'rules', 'a text frame ends the session with invalid_message and 1003, a frame over the limit with 1009'],
    ['one generation request a connection', 'rules', 'events in a state that does not know them are invalid_state and can be corrected'],
    ['unknown fields are rejected under the default profile', 'rules', strict],
    ['client event auth', 'handshake', '%s: a browser authenticates with a ticket of its origin, once'],
    ['client event start', 'flows', simple],
    ['client event input, commit', 'flows', buffered],
    ['client event text, sequence', 'flows', reliable],
    ['client event flush, segment_id', 'flows', reliable],
    ['client event stop', 'rules', 'stop drops what was never flushed, and says so'],
    ['client event ping', 'flows', reliable],
    ['event_id and request_id in reliable mode', 'rules', ids],
    ['retry_failed', 'recovery', retry],
    [
      'retry with the same segment_id, sequence and text',
      'recovery',
      'a retry with other text, another cut or another segment id is idempotency_conflict, and the right one goes on',
    ],
    ['replay returns request_status', 'recovery', replay],
    ['parameter_profile product_v1, effective_request', 'rules', product],
    ['voice_id', 'rules', choice],
    ['model', 'rules', choice],
    ['format mp3, wav, opus, pcm', 'flows', 'every format of the capabilities is the sound of the text, concatenated in sequence order'],
    ['speed', 'flows', acts],
    ['volume, legacy 0–10 and product_v1 -20–20', 'flows', acts],
    ['pitch, in semitones', 'flows', acts],
    ['equal requests, equal audio', 'flows', 'two equal requests give equal samples, whatever the others do meanwhile'],
    ['text_normalization', 'flows', acts],
    ['stability, similarity', 'rules', warned],
    ['language 1–32 characters', 'rules', strict],
    ['chunk_length 50–1000', 'rules', strict],
    ['latency, emotion, instructions, optimize_instructions only where listed', 'rules', capabilities],
    ['server event authenticated', 'flows', simple],
    ['server event ready', 'flows', simple],
    ['server event input_ack', 'flows', buffered],
    ['server event segment_accepted', 'flows', reliable],
    ['server event audio', 'flows', simple],
    ['server event usage', 'flows', reliable],
    ['server event segment_completed', 'flows', reliable],
    ['server event request_status', 'recovery', replay],
    ['server event warning', 'rules', product],
    ['server event error', 'recovery', coded],
    ['server event finish', 'flows', simple],
    ['server event pong', 'flows', reliable],
    ['PCM metadata sample_rate, channels, bit_depth', 'flows', simple],
    [
      'quota reserved, committed with the first audio frame',
      'recovery',
      'cut after so many events or bytes: exactly those arrive, and the request can be retried',
    ],
  ]),
  ...rowsOf('Realtime TTS v3', [
    [
      '/v3/tts/live, subprotocol realtime.tts.msgpack.v3, camelCase',
      'flows',
      'fields are snake_case in v2 and camelCase in v3, and nothing else',
    ],
    [
      'flush and stop in simple mode',
      'flows',
      'v3 simple: flush commits what is buffered, and stop ends a request that spoke nothing; v2 knows neither',
    ],
    ['unknown or unsupported controls ignored with structured warnings, effectiveRequest', 'rules', warned],
  ]),
  ...rowsOf('Realtime request status', [
    ['running', 'recovery', 'a request that runs elsewhere is running, no matter who asks'],
    ['completed', 'recovery', replay],
    ['failed_retryable', 'recovery', retry],
    ['failed_terminal', 'recovery', 'a terminal provider error makes the request failed_terminal, which no retry reopens'],
    ['finish reason error', 'recovery', retry],
    ['finish reason timeout', 'pressure', 'a client that is silent gets a timeout, before and after start'],
    [
      'finish reason server_draining',
      'recovery',
      'drain ends what was accepted, finishes with server_draining, and leaves the request to be retried',
    ],
  ]),
  ...rowsOf('Errors', [
    ['authentication_failed', 'handshake', '%s: a browser authenticates with a ticket of its origin, once'],
    ['authentication_required', 'handshake', 'without a bearer the first event must be auth, and in time'],
    ['already_authenticated', 'handshake', 'auth behind a bearer is already_authenticated and harmless'],
    ['permission_denied', 'handshake', 'a ticket of another origin or host is refused and used up'],
    ['invalid_message', 'rules', strict],
    ['invalid_messagepack', 'rules', 'frames that are no MessagePack, no map, no UTF-8, too deep or of no known event can be corrected'],
    ['codes of the list, whatever the order of events', 'random-order', 'events in any order, with any of their fields wrong'],
    ['invalid_state', 'rules', 'events in a state that does not know them are invalid_state and can be corrected'],
    ['idempotency_conflict', 'recovery', replay],
    ['empty_segment', 'rules', limits],
    ['segment_too_large', 'rules', limits],
    ['session_limit_exceeded', 'rules', bounded],
    ['quota_exceeded', 'rules', 'more than the quota holds is quota_exceeded, takes nothing, and less still goes through'],
    ['client_backpressure', 'pressure', 'a reader that stops is client_backpressure'],
    ['unsupported_parameter', 'rules', strict],
    ['voice_not_found', 'rules', choice],
    ['model_not_found', 'rules', choice],
    ['provider_unavailable', 'recovery', retry],
    ['provider_timeout', 'recovery', 'a simple request that fails is refunded and failed_terminal'],
    ['generation_failed', 'recovery', 'a terminal provider error makes the request failed_terminal, which no retry reopens'],
    ['billing_failed', 'recovery', coded],
    ['connection_closed', 'recovery', 'SIGTERM tells running sessions connection_closed and server_draining, and the process ends well'],
    ['internal_error', 'recovery', coded],
    ['connection failures may return HTTP errors before upgrade', 'handshake', handshake],
  ]),
  ...rowsOf('Limits', [
    ['10,000 characters per simple input', 'rules', 'simple mode buffers 10,000 characters at most, fewer where the model takes fewer'],
    ['2,000 per reliable text event', 'rules', limits],
    ['10,000 per segment', 'rules', limits],
    ['100,000 billable units per session', 'rules', bounded],
    ['request_id and segment_id 1–128 characters', 'rules', ids],
  ]),
  ...rowsOf('Versioning', [
    ['/v1/tts/live is frozen', 'handshake', '/v1/tts/live is frozen: 410 with a JSON error, with and without an upgrade'],
  ]),
];
