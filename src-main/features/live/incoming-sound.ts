import type { LiveEvent } from '#shared/live.ts';
import type { ReceivedAudio } from '../../service-client/realtime/socket.ts';
import { headerLength } from './save.ts';
import type { LogRecord } from './log-records.ts';
import { FrameOrder } from './order.ts';
import type { LiveRequest } from './request.ts';
import type { Segment } from './segments.ts';

/** The frames that a service sends under one segment id. */
interface Track {
  segmentId: string;
  /** Ours that they belong to; `undefined`: they are written down, and sent to nobody. */
  segment: Segment | undefined;
  order: FrameOrder;
  /** From a frame's position here to its position in the segment: in simple mode several ids may share one segment. */
  offset: number | undefined;
}

/** The sound of one connection, on its way to the log and the listener. */
export class IncomingSound {
  readonly #request: LiveRequest;
  /** The number of the connection in the log. */
  readonly attempt: number;
  readonly #tracks = new Map<string, Track>();
  #last: { segmentId: string; track: Track } | undefined;
  /** The highest position of a simple request's one segment. */
  #highest = 0;
  /** The service has said what its raw samples are. */
  knowsPcm = false;

  constructor(request: LiveRequest, attempt: number) {
    this.#request = request;
    this.attempt = attempt;
  }

  take(event: ReceivedAudio, records: LogRecord[], outgoing: LiveEvent[]): void {
    const track = this.#trackOf(event.segmentId);
    const place = track.order.take(event.sequence, event.sum);
    if (place === 'copy') return;
    if (event.pcm !== undefined) this.#learnPcm(event.pcm, records, outgoing);
    const { segment, segmentId } = track;
    const { attempt } = this;
    const sequence = this.#positionIn(track, track.order.position(event.sequence));
    let bytes = event.audio;
    let sum: number | undefined = event.sum;
    const header = segment === undefined || segment.arrived === 0 ? this.#header(segment, bytes, records, outgoing) : 0;
    if (header > 0) {
      bytes = bytes.subarray(header);
      sum = undefined;
      if (bytes.byteLength === 0) return;
    }
    // What is on the disk whole is not written again.
    if (segment?.whole !== true) records.push({ t: 'audio', attempt, sequence, segmentId, bytes, sum });
    if (segment === undefined) return;
    for (const event of place === 'late' ? segment.late(bytes) : segment.hear(bytes, attempt)) outgoing.push(event);
  }

  #trackOf(segmentId: string | undefined): Track {
    if (segmentId !== undefined && segmentId === this.#last?.segmentId) return this.#last.track;
    const segment = segmentId === undefined ? this.#request.current : this.#request.findSpoken(segmentId);
    const name = segmentId ?? segment?.logged.segmentId ?? '';
    let track = this.#tracks.get(name);
    if (track === undefined) {
      track = { segmentId: segment?.logged.segmentId ?? name, segment, order: new FrameOrder(), offset: undefined };
      this.#tracks.set(name, track);
    }
    this.#last = segmentId === undefined ? undefined : { segmentId, track };
    return track;
  }

  #positionIn(track: Track, position: number): number {
    if (this.#request.isReliable) return position;
    track.offset ??= this.#tracks.size > 1 && position <= this.#highest ? this.#highest + 1 - position : 0;
    const placed = position + track.offset;
    this.#highest = Math.max(this.#highest, placed);
    return placed;
  }

  #learnPcm(pcm: NonNullable<ReceivedAudio['pcm']>, records: LogRecord[], outgoing: LiveEvent[]): void {
    if (this.knowsPcm || this.#request.format !== 'pcm') return;
    this.knowsPcm = true;
    if (this.#request.log.pcm === undefined) records.push({ t: 'pcm', ...pcm });
    outgoing.push({ type: 'pcm', pcm });
  }

  /** How many bytes of the segment's first frame are the header of its format: it is written down, and sent once. */
  #header(segment: Segment | undefined, bytes: Uint8Array, records: LogRecord[], outgoing: LiveEvent[]): number {
    const length = headerLength(this.#request.format, bytes);
    if (length === 0) return 0;
    records.push({ t: 'header', bytes: bytes.subarray(0, length) });
    if (!this.#request.headerDelivered) outgoing.push({ type: 'header', bytes: Uint8Array.from(bytes.subarray(0, length)) });
    this.#request.headerDelivered = true;
    if (segment !== undefined) segment.headerBytes = length;
    return length;
  }
}
