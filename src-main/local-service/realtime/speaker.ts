import { type Struck } from '../faults/faults.ts';
import { wavHeader } from '../sound/encode.ts';
import { type Synthesis, SynthesisBusy } from '../sound/synthesis.ts';
import { type RealtimePlan } from './plan.ts';
import { Refusal } from './refusal.ts';
import { type KeptSegment, type RealtimeRequests } from './requests.ts';

/** Stored audio is kept in rows of about this size. */
const rowBytes = 256 * 1024;

/** A segment that is to be spoken. */
export interface Segment extends Omit<KeptSegment, 'state' | 'audioBytes'> {
  text: string;
  charge: string;
  /** Complete in the store: sent from there, made by nobody. */
  stored: boolean;
  struck: Struck;
}

/** Where the audio of a session goes. */
export interface Listener {
  /** Rejects when the session is over. */
  room(): Promise<void>;
  /** `written` is called when the system has taken the frame; never when the connection is gone before. */
  audio(segment: Segment, bytes: Uint8Array, written?: () => void): void;
  signal: AbortSignal;
}

interface Parts {
  synthesis: Synthesis;
  requests: RealtimeRequests;
  providerMs: number;
}

/**
 * Speaks one segment: frames leave while they are made, the charge is settled when the first has been delivered, and what was made is stored.
 * Returns the segment's audio bytes. Throws what the engine or the store threw, or {@link Refusal}.
 */
export async function speakSegment(parts: Parts, plan: RealtimePlan, number: number, segment: Segment, to: Listener): Promise<number> {
  if (segment.stored) return resend(parts.requests, number, segment, to);
  const failure = failureOf(segment.struck);
  const silent = segment.struck.of('drop-after-charge') !== undefined;
  let frames = 0;
  let bytes = 0;
  const store = new Store(parts.requests, number, segment.place);
  const deliver = async (frame: Uint8Array) => {
    if (failure !== undefined && frames >= failure.after) throw failure.error;
    await to.room();
    bytes += frame.length;
    store.keep(frame);
    if (frames === 0) {
      if (!silent) await delivered(to, segment, frame);
      settle(parts.requests, segment.charge);
    } else if (!silent) to.audio(segment, frame);
    frames += 1;
  };
  if (failure?.after === 0) throw failure.error;
  const pieces = parts.synthesis.speak({ ...plan.order, text: segment.text }, to.signal);
  let gathered: Uint8Array[] = [];
  let size = 0;
  const flush = async () => {
    if (size === 0) return;
    const frame = Buffer.concat(gathered);
    gathered = [];
    size = 0;
    await deliver(frame);
  };
  try {
    for (;;) {
      const next = await inTime(pieces.next(), parts.providerMs);
      if (next.done === true) break;
      if (next.value.kind !== 'audio') continue;
      gathered.push(next.value.bytes);
      size += next.value.bytes.length;
      // The first goes at once: it is what somebody is waiting for.
      if (frames === 0 || size >= plan.frameBytes) await flush();
    }
    await flush();
  } catch (error) {
    void pieces.return();
    if (error instanceof SynthesisBusy) {
      throw new Refusal('provider_unavailable', 'Too many speeches are waiting; try again', {
        retryable: true,
        terminal: true,
        stage: 'generation',
      });
    }
    throw error;
  }
  if (failure !== undefined) throw failure.error;
  store.complete();
  return bytes;
}

/** What a retry asks for again, as it was heard before. */
async function resend(requests: RealtimeRequests, number: number, segment: Segment, to: Listener): Promise<number> {
  let bytes = 0;
  for (const part of requests.audio(number, segment.place)) {
    for (let from = 0; from < part.length; from += 16 * 1024) {
      await to.room();
      to.audio(segment, part.subarray(from, from + 16 * 1024));
    }
    bytes += part.length;
  }
  return bytes;
}

/** Sends a frame and waits until the system has it; rejects when the session ends before. */
function delivered(to: Listener, segment: Segment, frame: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = () => reject(to.signal.reason as Error);
    to.signal.addEventListener('abort', leave, { once: true });
    to.audio(segment, frame, () => {
      to.signal.removeEventListener('abort', leave);
      resolve();
    });
  });
}

function settle(requests: RealtimeRequests, charge: string): void {
  try {
    requests.settle(charge);
  } catch (error) {
    console.error(error);
    throw new Refusal('billing_failed', 'The charge could not be settled', { retryable: true, terminal: true, stage: 'billing' });
  }
}

/** The failure that a fault asks for, and after how many frames. */
function failureOf(struck: Struck): { after: number; error: Refusal } | undefined {
  const generation = struck.of('fail-generation');
  if (generation) {
    const error = new Refusal('generation_failed', 'The generation failed, as asked for', {
      retryable: true,
      terminal: true,
      stage: 'generation',
    });
    return { after: generation.events ?? 0, error };
  }
  const provider = struck.of('provider-error');
  if (!provider) return undefined;
  const { code, retryable, events } = provider;
  return {
    after: events,
    error: new Refusal(code, 'The provider failed, as asked for', { retryable, terminal: true, stage: 'generation' }),
  };
}

async function inTime<Value>(promise: Promise<Value>, ms: number): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const error = new Refusal('provider_timeout', 'The engine gave nothing for too long', {
      retryable: true,
      terminal: true,
      stage: 'generation',
    });
    timer = setTimeout(() => reject(error), ms);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
    promise.catch(() => undefined);
  }
}

/** Audio on its way to the file. */
class Store {
  readonly #requests: RealtimeRequests;
  readonly #number: number;
  readonly #place: number;
  #parts: Uint8Array[] = [];
  #size = 0;
  #part = 0;
  #bytes = 0;

  constructor(requests: RealtimeRequests, number: number, place: number) {
    this.#requests = requests;
    this.#number = number;
    this.#place = place;
  }

  keep(bytes: Uint8Array): void {
    this.#parts.push(bytes);
    this.#size += bytes.length;
    this.#bytes += bytes.length;
    if (this.#size < rowBytes) return;
    this.#requests.append(this.#number, this.#place, this.#part, this.#take());
    this.#part += 1;
  }

  complete(): void {
    this.#requests.complete(this.#number, this.#place, this.#part, this.#take(), this.#bytes);
  }

  #take(): Uint8Array {
    const bytes = Buffer.concat(this.#parts);
    this.#parts = [];
    this.#size = 0;
    return bytes;
  }
}

/** The header that begins the audio of a session: its length is not known yet. */
export const headerOf = (plan: RealtimePlan): Uint8Array | undefined => (plan.format === 'wav' ? wavHeader() : undefined);
