import { crc32 } from 'node:zlib';
import type { LiveEvent } from '#shared/live.ts';
import { realtimeLimits } from '#shared/wire/realtime.ts';
import type { LiveLog } from './log.ts';
import type { LoggedSegment } from './log-records.ts';

export type SegmentState = 'sent' | 'accepted' | 'complete';

/** A segment of a request, and how much of its sound was passed on; that is passed on once, however often the service sends it. */
export class Segment {
  readonly logged: LoggedSegment;
  state: SegmentState = 'sent';
  whole = false;
  /** Bytes of this connection, and of all that were passed on. */
  #arrived = 0;
  #emitted = 0;
  /** The check sum of what was passed on before this connection, and of how many bytes that is; `undefined` where they could not be read again. */
  #emittedSum: number | undefined = 0;
  #summed = 0;
  /** On which attempt the rest was passed on: its bytes are in the log. */
  #emittedOn = 0;
  #againSum = 0;
  /** Of a header that the sound of this connection began with. */
  headerBytes = 0;
  #gapped = false;
  #silent = false;
  sentAt: number | undefined;
  /** What the service calls it on this connection, where it has said so: by our name or its own. */
  serviceId: string | undefined;

  constructor(logged: LoggedSegment) {
    this.logged = logged;
  }

  get text(): string {
    return this.logged.texts.join('');
  }

  get arrived(): number {
    return this.#arrived;
  }

  /**
   * It is sent again, on another connection: what was passed on is summed up from the log, so that sound that comes once costs nothing for it.
   * Of what is whole nothing is passed on any more, and behind a gap nobody knows where the sound had come to.
   */
  async again(log: Pick<LiveLog, 'sum'>): Promise<void> {
    if (this.state !== 'complete') this.state = 'sent';
    this.#silent ||= this.whole || (this.#gapped && this.#emitted > 0);
    if (!this.#silent && this.#emittedSum !== undefined && this.#emitted > this.#summed) {
      const { segmentId } = this.logged;
      const stretch = { segmentId, attempt: this.#emittedOn, from: this.#summed, to: this.#emitted };
      this.#emittedSum = await log.sum(stretch, this.#emittedSum).catch(() => undefined);
      this.#summed = this.#emitted;
    }
    this.#arrived = 0;
    this.headerBytes = 0;
    this.serviceId = undefined;
    this.#againSum = 0;
    this.#gapped = false;
  }

  /** It was heard whole before: in an earlier run of the program. */
  known(): void {
    this.state = 'complete';
    this.whole = true;
    this.#silent = true;
  }

  /** Of an attempt, bytes are missing, nobody knows where. */
  gap(missingBytes: number): LiveEvent {
    this.#gapped = true;
    return { type: 'gap', id: this.logged.phraseId, segmentId: this.logged.segmentId, missingBytes };
  }

  /** These bytes have come, and belong before others that were passed on: they are on the disk in their place, and are not passed on any more. */
  late(bytes: Uint8Array): LiveEvent[] {
    this.#arrived += bytes.byteLength;
    return this.#silent ? [] : [this.gap(bytes.byteLength)];
  }

  /** What of these bytes of an attempt is to be passed on: what lies behind those that were. */
  hear(bytes: Uint8Array, attempt: number): LiveEvent[] {
    const { phraseId: id, segmentId } = this.logged;
    const from = this.#arrived;
    this.#arrived += bytes.byteLength;
    if (this.#silent) return [];
    const events: LiveEvent[] = [];
    const known = Math.max(0, Math.min(bytes.byteLength, this.#emitted - from));
    if (known > 0 && this.#emittedSum !== undefined) {
      this.#againSum = crc32(bytes.subarray(0, known), this.#againSum);
      if (from + known === this.#emitted && this.#againSum !== this.#emittedSum) events.push({ type: 'spliced', id, segmentId });
    }
    if (known === bytes.byteLength) return events;
    const fresh = bytes.subarray(known);
    if (this.#emitted === 0 && this.sentAt !== undefined)
      events.push({ type: 'first-sound', id, ms: Math.max(0, Math.round(performance.now() - this.sentAt)) });
    this.#emitted += fresh.byteLength;
    this.#emittedOn = attempt;
    events.push({ type: 'audio', id, segmentId, bytes: fresh as Uint8Array<ArrayBuffer> }); // no socket hands out shared memory
    return events;
  }
}

/** A text in the pieces in which it may be sent, cut behind spaces where there are any and never within a character. */
export function splitText(text: string, most: number = realtimeLimits.textCharacters): string[] {
  const pieces: string[] = [];
  let rest = text;
  while (rest.length > most) {
    const space = rest.lastIndexOf(' ', most - 1) + 1;
    let cut = space > most / 2 ? space : most;
    if (/[\ud800-\udbff]/u.test(rest.charAt(cut - 1))) cut -= 1;
    pieces.push(rest.slice(0, cut));
    rest = rest.slice(cut);
  }
  if (rest !== '') pieces.push(rest);
  return pieces;
}
