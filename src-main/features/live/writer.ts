import { randomUUID } from 'node:crypto';
import type { FailureError } from '#shared/failure.ts';
import type { SentEvent } from '../../service-client/realtime/codec.ts';
import type { RealtimeSocket } from '../../service-client/realtime/socket.ts';
import type { ConversationEnd, RequestEnd } from './request-end.ts';
import type { LiveRequest } from './request.ts';
import { splitText, type Segment } from './segments.ts';

/** What answers an event of ours. */
export type Reply = { kind: 'ok' } | { kind: 'refused'; failure: FailureError; code: string } | { kind: 'gone' };

/** The connection that a writer sends to. */
export interface Outlet {
  readonly request: LiveRequest;
  readonly socket: Pick<RealtimeSocket, 'send'>;
  /** Aborted when the connection is over. */
  readonly over: AbortSignal;
  /** Segments that are accepted and not complete. */
  readonly inFlight: number;
  /** Why the writer stopped sending. */
  stopping: RequestEnd | undefined;
  /** Sends an event, and settles with its answer, or when the connection is over. */
  ask(event: SentEvent & { eventId: string }): Promise<Reply>;
  /** Settles when a segment was completed, or the connection is over. */
  moved(): Promise<void>;
  finish(end: ConversationEnd): void;
}

/** Segments that are accepted and not complete, at most: behind them phrases can still be changed. */
const maximumInFlight = 8;
/** How often a full service is asked to take the same segment, when nothing else of ours is under way there. */
const maximumBackpressure = 20;

/**
 * The sending side of a connection, segment by segment: each is accepted before the next one's text leaves, for a text that was refused would
 * else be spoken with the next. What an earlier connection sent is repeated first, to the letter. Returns when nothing more is to be sent.
 */
export async function writeSegments(outlet: Outlet): Promise<void> {
  const { request, over } = outlet;
  const { feed } = request;
  if (!request.isReliable) {
    await writeInput(outlet);
    return;
  }
  for (const segment of [...request.segments]) if (!(await writeSegment(outlet, segment, true))) return;
  for (;;) {
    while (outlet.inFlight >= maximumInFlight && !over.aborted) await outlet.moved();
    await feed.some(over);
    if (over.aborted) return;
    const phrase = feed.shift();
    if (phrase === undefined) {
      outlet.stopping = { reason: 'completed' };
      break;
    }
    if (request.units + phrase.text.length > request.plan.sessionUnits && request.segments.length > 0) {
      feed.unshift(phrase);
      outlet.stopping = { reason: 'more', because: 'units' };
      break;
    }
    const segment = await request.record(phrase.id, splitText(phrase.text, request.plan.textCharacters));
    if (!(await writeSegment(outlet, segment, false))) return;
    if (outlet.stopping !== undefined) break;
  }
  await outlet.socket.send({ event: 'stop', eventId: randomUUID() });
}

/** False when the connection is over. */
async function writeSegment(outlet: Outlet, segment: Segment, isRepeated: boolean): Promise<boolean> {
  const { request } = outlet;
  const { segmentId, phraseId, first, texts } = segment.logged;
  segment.sentAt ??= performance.now();
  if (!isRepeated) await request.tell([{ type: 'sent', id: phraseId, segmentId }]);
  const asked: Promise<Reply>[] = [];
  for (const [index, text] of texts.entries()) {
    const reply = outlet.ask({ event: 'text', eventId: randomUUID(), sequence: first + index, text });
    // With one text a refusal leaves nothing to be flushed; with more, a part would be.
    if (texts.length === 1) asked.push(reply);
    else {
      const answer = await reply;
      if (answer.kind === 'gone') return false;
      if (answer.kind === 'refused') return refused(outlet, segment, answer, isRepeated);
    }
  }
  for (let tries = 0; ; tries++) {
    asked.push(outlet.ask({ event: 'flush', eventId: randomUUID(), segmentId }));
    const answers = await Promise.all(asked.splice(0));
    const answer = answers.find(({ kind }) => kind !== 'ok') ?? { kind: 'ok' };
    if (answer.kind === 'gone') return false;
    if (answer.kind === 'ok') return true;
    if (answer.code !== 'client_backpressure' || tries >= maximumBackpressure) return refused(outlet, segment, answer, isRepeated);
    if (tries === 0) await request.tell([{ type: 'held', id: phraseId, segmentId }]);
    // It is full: what is buffered there stays, and is flushed again when something of ours is through.
    if (outlet.inFlight > 0) await outlet.moved();
    else await request.tools.clock.sleep(250 * (tries + 1), outlet.over);
  }
}

async function refused(
  outlet: Outlet,
  segment: Segment,
  { failure, code }: Extract<Reply, { kind: 'refused' }>,
  isRepeated: boolean,
): Promise<boolean> {
  const { request } = outlet;
  if (isRepeated) {
    outlet.finish({ kind: 'failed', failure });
    return false;
  }
  const { phraseId: id } = segment.logged;
  await request.takeBack(segment);
  if (code === 'quota_exceeded') {
    request.feed.unshift({ id, text: segment.text });
    outlet.stopping = { reason: 'quota', failure };
  } else {
    // A session that is full leaves its phrases to the next one; in a new session the fault is the phrase's own.
    const isFull = code === 'session_limit_exceeded' && request.segments.length > 0;
    if (isFull) request.feed.unshift({ id, text: segment.text });
    else await request.tell([{ type: 'refused', id, failure: { ...failure.failure, charged: 'no' } }]);
    // Texts of it may be buffered there; only the end of the request is sure to drop them.
    outlet.stopping = { reason: 'more', ...(isFull && { because: 'units' }) };
  }
  return true;
}

/** Simple mode: one phrase, whole and committed at once. */
async function writeInput(outlet: Outlet): Promise<void> {
  const { request } = outlet;
  const phrase = request.feed.shift();
  if (phrase === undefined) return;
  const segment = await request.record(phrase.id, [phrase.text]);
  const { segmentId } = segment.logged;
  segment.sentAt = performance.now();
  await request.tell([{ type: 'sent', id: phrase.id, segmentId }]);
  // Answered by sound; by an error where it is refused.
  const answer = await outlet.ask({ event: 'input', eventId: randomUUID(), text: phrase.text, commit: true });
  if (answer.kind !== 'refused') return;
  await request.takeBack(segment);
  await request.tell([{ type: 'refused', id: phrase.id, failure: { ...answer.failure.failure, charged: 'no' } }]);
  const isQuota = answer.code === 'quota_exceeded';
  outlet.finish({ kind: 'finished', ...(isQuota ? { reason: 'quota', failure: answer.failure } : { reason: 'more' }) });
}
