import { fail, FailureError, toFailure } from '#shared/failure.ts';
import type { LiveEvent, LiveSend } from '#shared/live.ts';
import type { Feed } from './feed.ts';
import type { FlowControl } from './flow-control.ts';
import { message } from '#shared/messages/message.ts';

/** Puts into the feed what a window sends, until it ends its side. A phrase that cannot be spoken is refused in an event. */
export async function readSends(
  sends: AsyncIterable<LiveSend>,
  feed: Feed,
  flow: FlowControl,
  segmentCharacters: number,
  emit: (event: LiveEvent) => void,
): Promise<void> {
  for await (const send of sends) {
    if (send.type === 'say' || send.type === 'edit') takePhrase(send, feed, segmentCharacters, emit);
    else if (send.type === 'drop') for (const id of feed.drop(send.ids)) emit({ type: 'dropped', id });
    else if (send.type === 'heard') flow.acknowledge(send.bytes);
    else feed.end();
  }
  feed.end();
  flow.end();
}

function takePhrase(
  send: Extract<LiveSend, { type: 'say' | 'edit' }>,
  feed: Feed,
  segmentCharacters: number,
  emit: (event: LiveEvent) => void,
): void {
  try {
    if (send.text.length > segmentCharacters) throw fail('too-large', message('live.phraseLimit', segmentCharacters), { field: 'text' });
    if (send.type === 'edit') feed.edit(send);
    else {
      feed.say({ id: send.id, text: send.text });
      emit({ type: 'queued', id: send.id });
    }
  } catch (thrown) {
    emit({ type: 'refused', id: send.id, failure: toFailure(thrown) });
    if (!(thrown instanceof FailureError)) throw thrown;
  }
}
