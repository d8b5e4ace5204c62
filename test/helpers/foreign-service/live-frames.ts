import { randomUUID } from 'node:crypto';
import { shape } from './characters.ts';
import type { JsonObject } from './fields.ts';
import type { Account } from './ledger.ts';
import type { LiveError } from './live-error.ts';
import type { LiveVersion } from './live-names.ts';
import { type LiveRequest, type LiveSegment, countUnits } from './live-requests.ts';
import { sampleRate } from './sound.ts';
import type { World } from './world.ts';

/** Writes the server events of one connection in the manner of its character, with `snake_case` names. */
export class LiveFrames {
  readonly sessionId: string;
  private readonly world: World;
  private readonly version: LiveVersion;

  constructor(world: World, version: LiveVersion) {
    this.world = world;
    this.version = version;
    this.sessionId = `session-${randomUUID()}`;
  }

  /** The fields that every server event has. */
  frame(event: string, fields: JsonObject, replyTo?: unknown): JsonObject {
    const base = { event, event_id: `ev-${randomUUID()}`, trace_id: `trace-${randomUUID()}`, timestamp: this.world.now() };
    const reply = typeof replyTo === 'string' ? { in_reply_to: replyTo } : this.world.character === 'odd' ? { in_reply_to: null } : {};
    const extra = this.world.character === 'rich' ? { server_region: 'mars-1', latency_ms: 12.5 } : {};
    return { ...base, ...reply, ...extra, ...fields };
  }

  authenticated(account: Account): JsonObject {
    return {
      session_id: this.sessionId,
      site: 'foreign',
      protocol_version: shape<unknown>(this.world.character, {
        bare: () => this.version,
        rich: () => `${this.version.slice(1)}.1`,
        odd: () => Number(this.version.slice(1)),
      }),
      quota: shape<unknown>(this.world.character, {
        bare: () => account.apiQuota,
        rich: () => ({ remaining: account.apiQuota, limit: 10_000_000, window: { unit: 'month', used: 0.25 } }),
        odd: () => ({ api: account.apiQuota, website: null }),
      }),
    };
  }

  ready(request: LiveRequest): JsonObject {
    const { order } = request;
    const effective = order.reportsEffective
      ? { effective_request: order.effective }
      : this.world.character === 'odd'
        ? { effective_request: null }
        : {};
    const named = {
      request_id: request.id,
      session_id: this.sessionId,
      voice_id: order.voice.voiceId,
      format: order.format,
      ...effective,
      ...pcmDetails(order.format),
    };
    // v3 names fewer fields for `ready` than v2: no mode, no provider.
    const short = this.version === 'v3' && this.world.character !== 'rich';
    const ids = this.version === 'v3' ? { model_id: order.model.id } : { model: order.model.id };
    const versioned = this.version === 'v3' ? { protocol_version: 'v3', warnings: order.warnings } : {};
    const where = short ? {} : { mode: request.mode, provider: `${order.model.family}-cloud` };
    const extra = this.world.character === 'rich' ? { limits: { session_units: 100_000.0 }, first_audio_estimate_ms: 120.5 } : {};
    return { ...where, ...named, ...ids, ...versioned, ...extra };
  }

  inputAck(request: LiveRequest, sequence: number | undefined, accepted: number, buffered: number): JsonObject {
    const left = 10_000 - buffered;
    const id = { request_id: request.id };
    const place = sequence === undefined ? {} : { sequence };
    return shape<JsonObject>(this.world.character, {
      bare: () => ({ ...id, ...place, characters: accepted, buffered_characters: buffered, remaining_capacity: left }),
      rich: () => ({
        ...id,
        accepted: { ...place, characters: accepted },
        buffered_characters: buffered + 0.0,
        remaining_capacity: left,
        pressure: 0.125,
      }),
      odd: () => ({ ...id, accepted_sequence: sequence ?? null, accepted_characters: accepted, buffered, capacity_left: left }),
    });
  }

  segmentAccepted(request: LiveRequest, segment: LiveSegment): JsonObject {
    const ids = { request_id: request.id, segment_id: segment.id };
    return shape<JsonObject>(this.world.character, {
      bare: () => ({ ...ids, characters: segment.text.length, reserved_units: segment.units }),
      rich: () => ({ ...ids, segment_characters: segment.text.length, reserved_units: segment.units, queue_position: 0.5 }),
      odd: () => ({ ...ids, chars: segment.text.length, units: segment.units }),
    });
  }

  audio(request: LiveRequest, segment: LiveSegment, sequence: number, audio: Buffer): JsonObject {
    const { format } = request.order;
    const fields = { request_id: request.id, session_id: this.sessionId, segment_id: segment.id, sequence, audio, format };
    const extra = this.world.character === 'rich' ? { duration_ms: audio.length / 8, energy: 0.4 } : {};
    return { ...fields, ...pcmDetails(format), ...extra };
  }

  usage(request: LiveRequest, segment: LiveSegment): JsonObject {
    const fields = {
      request_id: request.id,
      segment_id: segment.id,
      segment_units: segment.units,
      session_units: countUnits(request),
      quota_remaining: request.account.apiQuota,
      audio_bytes: segment.audio?.length ?? 0,
    };
    return this.world.character === 'rich' ? { ...fields, credits_remaining: request.account.credits } : fields;
  }

  segmentCompleted(request: LiveRequest, segment: LiveSegment): JsonObject {
    const ids = { request_id: request.id, segment_id: segment.id };
    const bytes = segment.audio?.length ?? 0;
    if (this.world.character === 'odd') return { ...ids, units: segment.units, bytes };
    return { ...ids, segment_units: segment.units, audio_bytes: bytes };
  }

  /** The state of a request, for the event and for the status resource. */
  status(request: LiveRequest): JsonObject {
    const available = this.isAvailable(request);
    const state = {
      state: request.state,
      retryable: request.state === 'failed_retryable',
      units: countUnits(request),
      result_available: available,
    };
    return this.world.character === 'rich' ? { ...state, request_id: request.id, mode: request.mode, attempts: 1.0 } : state;
  }

  isAvailable(request: LiveRequest): boolean {
    return this.world.settings.storedResults && request.state === 'completed' && request.segments.length > 0;
  }

  error(error: LiveError, request: LiveRequest | undefined): JsonObject {
    const named = { code: error.code, message: error.message, retryable: error.retryable, terminal: error.terminal };
    return shape<JsonObject>(this.world.character, {
      bare: () => named,
      rich: () => ({
        ...named,
        session_id: this.sessionId,
        stage: 'synthesis_preflight',
        details: { attempt: 1.5 },
        ...(request === undefined ? {} : { request_id: request.id }),
        ...(error.path === undefined ? {} : { path: error.path }),
      }),
      odd: () => ({ ...named, request_id: request?.id ?? null, session_id: null, stage: null, path: error.path ?? null }),
    });
  }

  finish(request: LiveRequest | undefined, reason: string): JsonObject {
    const units = request === undefined ? 0 : countUnits(request);
    return { request_id: request?.id ?? '', session_id: this.sessionId, reason, units };
  }

  pong(request: LiveRequest | undefined): JsonObject {
    // v2 names session_id; v3 shows no fields for pong.
    if (this.world.character === 'odd' && this.version === 'v3') return {};
    const id = this.world.character === 'rich' && request !== undefined ? { request_id: request.id } : {};
    return { session_id: this.sessionId, ...id };
  }
}

function pcmDetails(format: string): JsonObject {
  return format === 'pcm' ? { sample_rate: sampleRate, channels: 1, bit_depth: 16 } : {};
}
