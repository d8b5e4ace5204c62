import { camel, snake } from '#shared/wire/realtime-spelling.ts';

/** Raw samples are signed little endian. */
export interface PcmFormat {
  /** Samples a second. */
  sampleRate: number;
  channels: number;
  bitDepth: number;
}

/** A warning of the service as it came; `code` is empty where there is none. */
export interface ServiceWarning {
  code: string;
  message: string;
  path?: string;
}

interface Reply {
  /** The `eventId` of the client event that it answers. */
  inReplyTo?: string | undefined;
}

/**
 * What the client uses of a server event (interface, "Realtime TTS v2" and "v3"), under version 3 names. Only what it cannot do without is
 * required; everything else is `undefined` where the service did not send it, or sent something of another type.
 */
export type ServerEvent =
  | { event: 'authenticated' }
  | ReadyEvent
  | (Reply & { event: 'input_ack' })
  | (Reply & { event: 'segment_accepted'; segmentId: string | undefined; reservedUnits: number | undefined })
  | AudioEvent
  | { event: 'usage'; sessionUnits: number | undefined; quotaRemaining: number | undefined }
  | { event: 'segment_completed'; segmentId: string | undefined; audioBytes: number | undefined }
  | RequestStatusEvent
  | ({ event: 'warning' } & ServiceWarning)
  | ErrorEvent
  | { event: 'finish'; reason: string | undefined }
  | (Reply & { event: 'pong' });

export interface ReadyEvent {
  event: 'ready';
  requestId: string | undefined;
  sessionId: string | undefined;
  provider: string | undefined;
  modelId: string | undefined;
  voiceId: string | undefined;
  format: string | undefined;
  pcm: PcmFormat | undefined;
  /** Settings by their version 3 names; a value that is none of these is its JSON. */
  effectiveRequest: Readonly<Record<string, string | number | boolean | null>> | undefined;
  warnings: ServiceWarning[];
}
export interface AudioEvent {
  event: 'audio';
  /** `undefined`: of the segment that is being spoken. */
  segmentId: string | undefined;
  /** Increases within a segment; where it starts and how far it jumps says nothing. `undefined`: in order of arrival. */
  sequence: number | undefined;
  audio: Uint8Array;
  pcm: PcmFormat | undefined;
}
export interface RequestStatusEvent {
  event: 'request_status';
  /** In lower case. */
  state: string | undefined;
  retryable: boolean | undefined;
  units: number | undefined;
  resultAvailable: boolean | undefined;
}
export interface ErrorEvent extends Reply {
  event: 'error';
  requestId: string | undefined;
  code: string;
  message: string;
  retryable: boolean | undefined;
  terminal: boolean | undefined;
  path: string | undefined;
}

/** Called with the path and the kind of something that is not as the interface has it, such as `usage.quotaRemaining` and `null`. */
export type ReportOddity = (path: string, found: string) => void;

const warningLimits = { count: 50, characters: 500 } as const;

/** Reads one event. `undefined`: it is not known, or lacks what it is about. Never throws. */
export function readServerEvent(fields: Readonly<Record<string, unknown>>, report: ReportOddity): ServerEvent | undefined {
  const name = fields['event'];
  if (typeof name !== 'string') {
    report('event', kindOf(name));
    return undefined;
  }
  const reader = Object.hasOwn(readers, name) ? readers[name as ServerEvent['event']] : undefined;
  if (reader === undefined) {
    report(name.slice(0, 60), 'unknown event');
    return undefined;
  }
  return reader(new Fields(name, fields, report));
}

const readers: { [Name in ServerEvent['event']]: (fields: Fields) => Extract<ServerEvent, { event: Name }> | undefined } = {
  authenticated: () => ({ event: 'authenticated' }),
  ready: (fields) => ({
    event: 'ready',
    requestId: fields.text('requestId'),
    sessionId: fields.text('sessionId'),
    provider: fields.text('provider'),
    modelId: fields.text('modelId'),
    voiceId: fields.text('voiceId'),
    format: fields.text('format')?.toLowerCase(),
    pcm: readPcm(fields),
    effectiveRequest: readSettings(fields.record('effectiveRequest')),
    warnings: readWarnings(fields.raw('warnings')),
  }),
  input_ack: (fields) => ({ event: 'input_ack', inReplyTo: fields.text('inReplyTo') }),
  segment_accepted: (fields) => ({
    event: 'segment_accepted',
    inReplyTo: fields.text('inReplyTo'),
    segmentId: fields.text('segmentId'),
    reservedUnits: fields.number('reservedUnits'),
  }),
  audio: (fields) => {
    const audio = fields.bytes('audio');
    if (audio === undefined) return undefined;
    const sequence = fields.number('sequence');
    return {
      event: 'audio',
      segmentId: fields.text('segmentId'),
      sequence: Number.isSafeInteger(sequence) ? sequence : undefined,
      audio,
      pcm: readPcm(fields),
    };
  },
  usage: (fields) => ({ event: 'usage', sessionUnits: fields.number('sessionUnits'), quotaRemaining: fields.number('quotaRemaining') }),
  segment_completed: (fields) => ({
    event: 'segment_completed',
    segmentId: fields.text('segmentId'),
    audioBytes: fields.number('audioBytes'),
  }),
  request_status: (fields) => ({
    event: 'request_status',
    state: fields.text('state')?.toLowerCase(),
    retryable: fields.flag('retryable'),
    units: fields.number('units'),
    resultAvailable: fields.flag('resultAvailable'),
  }),
  warning: (fields) => ({ event: 'warning', ...readWarning(fields.all) }),
  error: (fields) => ({
    event: 'error',
    inReplyTo: fields.text('inReplyTo'),
    requestId: fields.text('requestId'),
    code: fields.text('code') ?? '',
    message: fields.text('message') ?? '',
    retryable: fields.flag('retryable'),
    terminal: fields.flag('terminal'),
    path: fields.text('path'),
  }),
  finish: (fields) => ({ event: 'finish', reason: fields.text('reason')?.toLowerCase() }),
  pong: (fields) => ({ event: 'pong', inReplyTo: fields.text('inReplyTo') }),
};

/** The fields of one event or answer, in either version's spelling. What is of another type counts as missing and is reported. */
export class Fields {
  readonly all: Readonly<Record<string, unknown>>;
  readonly #name: string;
  readonly #report: ReportOddity;

  constructor(name: string, all: Readonly<Record<string, unknown>>, report: ReportOddity) {
    this.#name = name;
    this.all = all;
    this.#report = report;
  }

  raw(name: string): unknown {
    if (Object.hasOwn(this.all, name)) return this.all[name];
    const other = snake(name);
    return Object.hasOwn(this.all, other) ? this.all[other] : undefined;
  }

  text(name: string): string | undefined {
    const value = this.raw(name);
    if (typeof value === 'string') return value;
    // An id or a code may be a number.
    if (typeof value === 'number' && Number.isFinite(value)) return String(value);
    this.#odd(name, value);
    return undefined;
  }

  number(name: string): number | undefined {
    const value = this.raw(name);
    if (typeof value === 'number' && Number.isFinite(value)) return value;
    this.#odd(name, value);
    return undefined;
  }

  flag(name: string): boolean | undefined {
    const value = this.raw(name);
    if (typeof value === 'boolean') return value;
    this.#odd(name, value);
    return undefined;
  }

  record(name: string): Readonly<Record<string, unknown>> | undefined {
    const value = this.raw(name);
    if (isRecord(value)) return value;
    this.#odd(name, value);
    return undefined;
  }

  bytes(name: string): Uint8Array | undefined {
    const value = this.raw(name);
    if (value instanceof Uint8Array) return value;
    const isBytes = (one: unknown): boolean => typeof one === 'number' && Number.isInteger(one) && one >= 0 && one <= 255;
    if (Array.isArray(value) && value.every(isBytes)) return Uint8Array.from(value as number[]);
    if (value === undefined) this.#report(`${this.#name}.${name}`, 'missing');
    this.#odd(name, value);
    return undefined;
  }

  #odd(name: string, value: unknown): void {
    if (value !== undefined) this.#report(`${this.#name}.${name}`, kindOf(value));
  }
}

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Uint8Array);

function kindOf(value: unknown): string {
  if (value === undefined) return 'missing';
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : value instanceof Uint8Array ? 'bytes' : typeof value;
}

/** Known only with a sample rate: samples at a guessed rate are noise. Mono and 16 bits are what the interface's services send where they say no more. */
function readPcm(fields: Fields): PcmFormat | undefined {
  const within = (name: string, least: number, most: number): number | undefined => {
    const value = fields.number(name);
    return value !== undefined && Number.isInteger(value) && value >= least && value <= most ? value : undefined;
  };
  const sampleRate = within('sampleRate', 1_000, 768_000);
  if (sampleRate === undefined) return undefined;
  return { sampleRate, channels: within('channels', 1, 64) ?? 1, bitDepth: within('bitDepth', 8, 64) ?? 16 };
}

/** Warnings in whatever form they come: a text, an object, a list of them, or a map from a field to its text. */
function readWarnings(value: unknown): ServiceWarning[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) return value.slice(0, warningLimits.count).map(readWarning);
  if (!isRecord(value) || typeof (value['message'] ?? value['code']) === 'string') return [readWarning(value)];
  return Object.entries(value)
    .slice(0, warningLimits.count)
    .map(([path, inner]) => ({ ...readWarning(inner), path }));
}

function readWarning(value: unknown): ServiceWarning {
  if (!isRecord(value)) return { code: '', message: asText(value) };
  const text = (...names: string[]): string | undefined => {
    const found = names.map((name) => value[name]).find((one) => typeof one === 'string' && one !== '');
    return typeof found === 'string' ? found.slice(0, warningLimits.characters) : undefined;
  };
  const code = text('code', 'type') ?? '';
  const path = text('path', 'field', 'parameter', 'param');
  const message = text('message', 'text', 'detail', 'reason', 'description') ?? (code === '' ? asText(value) : '');
  return { code, message, ...(path !== undefined && { path }) };
}

function asText(value: unknown): string {
  if (typeof value === 'string') return value.slice(0, warningLimits.characters);
  if (value instanceof Uint8Array) return `${value.byteLength} bytes`;
  return (value === undefined ? '' : JSON.stringify(value)).slice(0, warningLimits.characters);
}

function readSettings(record: Readonly<Record<string, unknown>> | undefined): ReadyEvent['effectiveRequest'] {
  if (record === undefined) return undefined;
  const plain = (value: unknown): string | number | boolean | null =>
    typeof value === 'number' || typeof value === 'boolean' || value === null ? value : asText(value);
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [camel(name), plain(value)]));
}
