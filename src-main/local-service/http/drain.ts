import { type IncomingMessage } from 'node:http';

/** What of a refused body is still taken in, and for how long it is waited for. */
const most = { bytes: 8 * 1024 * 1024, milliseconds: 1_000 } as const;

/**
 * Takes in what is left of a request that is refused before its body was read. A connection that is closed with unread bytes is reset, and
 * the reset may overtake the answer: the client would then never learn why it was refused.
 */
export function drain(incoming: IncomingMessage): Promise<void> {
  if (incoming.complete || incoming.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    let bytes = 0;
    const count = (chunk: Buffer) => {
      bytes += chunk.byteLength;
      if (bytes > most.bytes) stop();
    };
    const stop = () => {
      clearTimeout(timer);
      incoming.off('data', count).off('pause', goOn).off('end', stop).off('close', stop);
      resolve();
    };
    const timer = setTimeout(stop, most.milliseconds);
    // The adapter's own reader pauses it, since nobody takes its pieces any more.
    const goOn = () => void incoming.resume();
    incoming.on('data', count).on('pause', goOn).on('end', stop).on('close', stop).resume();
  });
}
