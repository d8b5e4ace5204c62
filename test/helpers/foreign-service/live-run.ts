import type { WebSocket } from 'ws';
import { type JsonObject, countCharacters } from './fields.ts';
import { LiveError, toLiveError } from './live-error.ts';
import type { LiveFrames } from './live-frames.ts';
import type { LiveVersion } from './live-names.ts';
import { type LiveRequest, type LiveSegment, countUnits } from './live-requests.ts';
import { speakSegment } from './live-speech.ts';
import { type World, exactPrice } from './world.ts';

/** What a request needs of the connection that carries it. */
export interface LiveChannel {
  world: World;
  socket: WebSocket;
  version: LiveVersion;
  frames: LiveFrames;
  isOpen(): boolean;
  send(event: string, fields: JsonObject, replyTo?: unknown): void;
  /** Sends an error, and ends the connection where it is terminal. */
  fail(error: LiveError): void;
  /** Sends `finish` and closes. */
  finish(reason: string, code: number): void;
}

const longestQueue = 256;

/** The work on one request over one connection. Segments are spoken in turn while further events are answered. */
export class LiveRun {
  readonly request: LiveRequest;
  private readonly channel: LiveChannel;
  private buffer = '';
  private nextSequence = 1;
  private nextSegment = 0;
  private audioSequence: number;
  private stopping = false;
  private work = Promise.resolve();
  private waiting = 0;

  constructor(channel: LiveChannel, request: LiveRequest) {
    this.channel = channel;
    this.request = request;
    this.audioSequence = { bare: 1, rich: 7, odd: 0 }[channel.world.character];
  }

  /** Throws what is wrong with the event. */
  handle(event: string, frame: JsonObject): void {
    if (this.stopping) throw new LiveError('invalid_state', 'The request is finishing.');
    if (event === 'input') this.input(frame);
    if (event === 'text') this.text(frame);
    if (event === 'flush') this.flush(frame);
    if (event === 'stop') this.stop();
  }

  private get simple(): boolean {
    return this.request.mode === 'simple';
  }

  private input(frame: JsonObject): void {
    if (!this.simple) throw new LiveError('invalid_state', 'input is for simple mode.');
    const text = requireFrameText(frame, 10_000);
    const commit = frame['commit'] ?? true;
    if (typeof commit !== 'boolean') throw new LiveError('invalid_message', 'commit must be true or false.', { path: 'commit' });
    this.fill(text);
    // The flow of simple mode shows no input_ack; the rich one sends it all the same.
    if (this.channel.world.character === 'rich') this.acknowledge(undefined, text, frame['event_id']);
    if (!commit) return;
    this.speak(this.simpleId(), undefined);
    this.finishWhenSpoken();
  }

  private text(frame: JsonObject): void {
    if (this.simple) throw new LiveError('invalid_state', 'text is for reliable mode.');
    const sequence = this.nextSequence;
    if (frame['sequence'] !== sequence) throw new LiveError('invalid_message', `sequence must be ${sequence}.`, { path: 'sequence' });
    const text = requireFrameText(frame, 2000);
    const before = this.request.texts[sequence - 1];
    if (before !== undefined && before !== text) throw conflict();
    this.fill(text);
    this.request.texts[sequence - 1] = text;
    this.nextSequence += 1;
    this.acknowledge(sequence, text, frame['event_id']);
  }

  private acknowledge(sequence: number | undefined, text: string, replyTo: unknown): void {
    const { frames } = this.channel;
    this.channel.send('input_ack', frames.inputAck(this.request, sequence, countCharacters(text), countCharacters(this.buffer)), replyTo);
  }

  private fill(text: string): void {
    if (countCharacters(this.buffer) + countCharacters(text) > 10_000)
      throw new LiveError('segment_too_large', 'A segment has at most 10,000 characters.', { path: 'text' });
    this.buffer += text;
  }

  private simpleId(): string {
    return `simple-${this.nextSegment + 1}`;
  }

  /** v3 lists flush and stop without a mode, so that they commit and end a simple request too. */
  private flush(frame: JsonObject): void {
    if (this.simple && this.channel.version === 'v2') throw new LiveError('invalid_state', 'flush is for reliable mode.');
    const id = frame['segment_id'] ?? (this.simple ? this.simpleId() : undefined);
    if (typeof id !== 'string' || id.length < 1 || id.length > 128)
      throw new LiveError('invalid_message', 'segment_id must have 1 to 128 characters.', { path: 'segment_id' });
    this.speak(id, frame['event_id']);
  }

  private stop(): void {
    if (this.simple && this.channel.version === 'v2') throw new LiveError('invalid_state', 'stop is for reliable mode.');
    this.finishWhenSpoken();
  }

  private finishWhenSpoken(): void {
    this.stopping = true;
    this.enqueue(() => {
      this.request.state = 'completed';
      this.channel.finish('completed', 1000);
      return Promise.resolve();
    });
  }

  /** Accepts the buffer as a segment, charges for it once in the life of the request, and has it spoken in its turn. */
  private speak(id: string, replyTo: unknown): void {
    if (this.waiting >= longestQueue)
      throw new LiveError('client_backpressure', 'Too many segments are waiting.', { terminal: true, retryable: true });
    const { world, frames } = this.channel;
    const segment = this.acceptSegment(id);
    if (segment.charge === undefined || segment.charge.refunded) {
      if (countUnits(this.request) + segment.units > 100_000)
        throw new LiveError('session_limit_exceeded', 'A session has at most 100,000 units.', { terminal: true });
      const price = { credits: segment.units, quota: segment.units };
      segment.charge = world.ledger.charge(this.request.account, 'live', price, this.request.id);
    }
    this.buffer = '';
    const first = this.nextSegment === 0;
    this.nextSegment += 1;
    if (!this.simple) this.channel.send('segment_accepted', frames.segmentAccepted(this.request, segment), replyTo);
    this.enqueue(() => this.sendSegment(segment, first));
  }

  private acceptSegment(id: string): LiveSegment {
    const { segments } = this.request;
    if (this.buffer.trim() === '') throw new LiveError('empty_segment', 'There is no text to speak.');
    const before = segments[this.nextSegment];
    if (before !== undefined) {
      if (before.id !== id || before.text !== this.buffer) throw conflict();
      return before;
    }
    if (segments.some((each) => each.id === id))
      throw new LiveError('idempotency_conflict', 'segment_id was used before.', { path: 'segment_id' });
    const units = exactPrice(this.channel.world, countCharacters(this.buffer));
    const segment: LiveSegment = { id, text: this.buffer, units, charge: undefined, audio: undefined };
    segments.push(segment);
    return segment;
  }

  private enqueue(step: () => Promise<void>): void {
    this.waiting += 1;
    this.work = this.work
      .then(async () => {
        if (this.channel.isOpen()) await step();
      })
      .catch((error: unknown) => this.channel.fail(toLiveError(error)))
      .finally(() => (this.waiting -= 1));
  }

  private async sendSegment(segment: LiveSegment, first: boolean): Promise<void> {
    const { world } = this.channel;
    let packets: Buffer[];
    try {
      packets = await speakSegment(world, this.request, segment, first);
    } catch (error) {
      const failure = toLiveError(error);
      if (segment.charge !== undefined) world.ledger.refund(this.request.account, segment.charge);
      this.request.state = failure.retryable ? 'failed_retryable' : 'failed_terminal';
      throw failure;
    }
    if (world.character === 'rich') this.channel.send('usage', this.channel.frames.usage(this.request, segment));
    const sent = await this.sendPackets(segment, packets, world.faults.take('liveDrop'));
    if (sent) this.closeSegment(segment);
  }

  private async sendPackets(segment: LiveSegment, packets: readonly Buffer[], drop: boolean): Promise<boolean> {
    const { world, socket, frames } = this.channel;
    const rich = world.character === 'rich';
    for (const [index, packet] of packets.entries()) {
      if (!this.channel.isOpen()) return false;
      this.channel.send('audio', frames.audio(this.request, segment, this.audioSequence, packet));
      this.audioSequence += rich ? 3 : 1;
      if (rich && index === 0) {
        const warning = { code: 'VOICE_BLEND', message: 'Two voices were blended.', ratio: 0.25 };
        this.channel.send('warning', { request_id: this.request.id, ...warning });
      }
      if (drop) {
        socket.terminate();
        return false;
      }
      do await new Promise((resolve) => setTimeout(resolve, world.settings.paceMs));
      while (socket.bufferedAmount > 4_000_000 && this.channel.isOpen());
    }
    return true;
  }

  /** Simple mode shows no events between audio and finish; the rich one sends them all the same. */
  private closeSegment(segment: LiveSegment): void {
    const { world, frames } = this.channel;
    if (this.simple && world.character !== 'rich') return;
    if (world.character === 'bare') this.channel.send('usage', frames.usage(this.request, segment));
    this.channel.send('segment_completed', frames.segmentCompleted(this.request, segment));
    if (world.character === 'odd') this.channel.send('usage', frames.usage(this.request, segment));
  }
}

function requireFrameText(frame: JsonObject, most: number): string {
  const text = frame['text'];
  if (typeof text !== 'string' || text === '') throw new LiveError('invalid_message', 'text must not be empty.', { path: 'text' });
  if (countCharacters(text) > most) throw new LiveError('segment_too_large', `text has at most ${most} characters.`, { path: 'text' });
  return text;
}

function conflict(): LiveError {
  return new LiveError('idempotency_conflict', 'A retry must repeat the text, sequence and segment of the request.', { terminal: true });
}
