import { setTimeout } from 'node:timers/promises';

/** So that a client has seen the answer's head before its end: Node's own reports a failed call when both come at once. */
const graceMs = 50;

/**
 * The same answer, ending without its end: after so many bytes or events the connection is cut, once what was sent has left.
 */
export function cutBody(response: Response, after: { bytes: number | undefined; events: number | undefined }, cut: () => void): Response {
  const body = response.body;
  if (body === null) return response;
  const reader = body.getReader();
  let bytesLeft = after.bytes ?? Infinity;
  let eventsLeft = after.events ?? Infinity;
  const stream = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (bytesLeft <= 0 || eventsLeft <= 0) {
          // Asked for more: what came before is with the socket.
          await setTimeout(graceMs);
          cut();
          await reader.cancel();
          controller.error(new Error('Cut as asked for'));
          return;
        }
        const next = (await reader.read()) as { done: boolean; value: Uint8Array };
        if (next.done) {
          controller.close();
          return;
        }
        const bytes = next.value;
        const whole = Math.min(bytesLeft, eventsWithin(bytes));
        bytesLeft -= Math.min(whole, bytes.length);
        controller.enqueue(bytes.subarray(0, whole));
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
  return new Response(stream, response);

  /** How many of these bytes may go until the last allowed event is complete. Our own events end in one blank line. */
  function eventsWithin(bytes: Uint8Array): number {
    if (eventsLeft === Infinity) return bytes.length;
    for (let at = 1; at < bytes.length; at += 1) {
      if (bytes[at] !== 10 || bytes[at - 1] !== 10) continue;
      eventsLeft -= 1;
      if (eventsLeft === 0) return at + 1;
    }
    return bytes.length;
  }
}
