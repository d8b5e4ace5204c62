import { randomUUID } from 'node:crypto';
import type { FailureError } from '#shared/failure.ts';
import type { Conversation } from './conversation.ts';
import { piecesOf, type Segment } from './segments.ts';

/** What answers an event of ours. */
export type Reply = { kind: 'ok' } | { kind: 'refused'; failure: FailureError; code: string } | { kind: 'gone' };

/** Segments that are accepted and not complete, at most: behind them phrases can still be changed. */
const maximumInFlight = 8;
/** How often a full service is asked to take the same segment, when nothing else of ours is under way there. */
const maximumBackpressure = 20;

/**
 * The sending side of a connection, segment by segment: each is accepted before the next one's text leaves, for a text that was refused would
 * else be spoken with the next. What an earlier connection sent is repeated first, to the letter. Returns when nothing more is to be sent.
 */
export async function writeSegments(conversation: Conversation): Promise<void> {
  const { request, over } = conversation;
  const { feed } = request;
  if (!request.isReliable) {
    await writeInput(conversation);
    return;
  }
  for (const segment of [...request.segments]) if (!(await writeSegment(conversation, segment, true))) return;
  for (;;) {
    while (conversation.inFlight >= maximumInFlight && !over.aborted) await conversation.moved();
    await feed.some(over);
    if (over.aborted) return;
    const phrase = feed.shift();
    if (phrase === undefined) {
      conversation.stopping = { reason: 'completed' };
      break;
    }
    if (request.units + phrase.text.length > request.plan.sessionUnits && request.segments.length > 0) {
      feed.unshift(phrase);
      conversation.stopping = { reason: 'more', because: 'units' };
      break;
    }
    const segment = await request.record(phrase.id, piecesOf(phrase.text, request.plan.textCharacters));
    if (!(await writeSegment(conversation, segment, false))) return;
    if (conversation.stopping !== undefined) break;
  }
  await conversation.socket.send({ event: 'stop', eventId: randomUUID() });
}

/** False when the connection is over. */
async function writeSegment(conversation: Conversation, segment: Segment, isRepeated: boolean): Promise<boolean> {
  const { request } = conversation;
  const { segmentId, phraseId, first, texts } = segment.logged;
  segment.sentAt ??= performance.now();
  if (!isRepeated) await request.tell([{ type: 'sent', id: phraseId, segmentId }]);
  const asked: Promise<Reply>[] = [];
  for (const [index, text] of texts.entries()) {
    const reply = conversation.ask({ event: 'text', eventId: randomUUID(), sequence: first + index, text });
    // With one text a refusal leaves nothing to be flushed; with more, a part would be.
    if (texts.length === 1) asked.push(reply);
    else {
      const answer = await reply;
      if (answer.kind === 'gone') return false;
      if (answer.kind === 'refused') return refused(conversation, segment, answer, isRepeated);
    }
  }
  for (let tries = 0; ; tries++) {
    asked.push(conversation.ask({ event: 'flush', eventId: randomUUID(), segmentId }));
    const answers = await Promise.all(asked.splice(0));
    const answer = answers.find(({ kind }) => kind !== 'ok') ?? { kind: 'ok' };
    if (answer.kind === 'gone') return false;
    if (answer.kind === 'ok') return true;
    if (answer.code !== 'client_backpressure' || tries >= maximumBackpressure) return refused(conversation, segment, answer, isRepeated);
    if (tries === 0) await request.tell([{ type: 'held', id: phraseId, segmentId }]);
    // It is full: what is buffered there stays, and is flushed again when something of ours is through.
    if (conversation.inFlight > 0) await conversation.moved();
    else await request.tools.clock.sleep(250 * (tries + 1), conversation.over);
  }
}

async function refused(
  conversation: Conversation,
  segment: Segment,
  { failure, code }: Extract<Reply, { kind: 'refused' }>,
  isRepeated: boolean,
): Promise<boolean> {
  const { request } = conversation;
  if (isRepeated) {
    conversation.finish({ kind: 'failed', failure });
    return false;
  }
  const { phraseId: id } = segment.logged;
  await request.takeBack(segment);
  if (code === 'quota_exceeded') {
    request.feed.unshift({ id, text: segment.text });
    conversation.stopping = { reason: 'quota', failure };
  } else {
    // A session that is full leaves its phrases to the next one; in a new session the fault is the phrase's own.
    const isFull = code === 'session_limit_exceeded' && request.segments.length > 0;
    if (isFull) request.feed.unshift({ id, text: segment.text });
    else await request.tell([{ type: 'refused', id, failure: { ...failure.failure, charged: 'no' } }]);
    // Texts of it may be buffered there; only the end of the request is sure to drop them.
    conversation.stopping = { reason: 'more', ...(isFull && { because: 'units' }) };
  }
  return true;
}

/** Simple mode: one phrase, whole and committed at once. */
async function writeInput(conversation: Conversation): Promise<void> {
  const { request } = conversation;
  const phrase = request.feed.shift();
  if (phrase === undefined) return;
  const segment = await request.record(phrase.id, [phrase.text]);
  const { segmentId } = segment.logged;
  segment.sentAt = performance.now();
  await request.tell([{ type: 'sent', id: phrase.id, segmentId }]);
  // Answered by sound; by an error where it is refused.
  const answer = await conversation.ask({ event: 'input', eventId: randomUUID(), text: phrase.text, commit: true });
  if (answer.kind !== 'refused') return;
  await request.takeBack(segment);
  await request.tell([{ type: 'refused', id: phrase.id, failure: { ...answer.failure.failure, charged: 'no' } }]);
  const isQuota = answer.code === 'quota_exceeded';
  conversation.finish({ kind: 'finished', ...(isQuota ? { reason: 'quota', failure: answer.failure } : { reason: 'more' }) });
}
