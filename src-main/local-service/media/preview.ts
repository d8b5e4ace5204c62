import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { type DrawingOrder } from './drawing.ts';
import { type Maker } from './media-jobs.ts';

/** A picture, or with `seconds` a clip. */
export interface PreviewOrder extends DrawingOrder {
  seconds?: number | undefined;
}

const entry = () => new URL(import.meta.url.endsWith('.ts') ? './drawing-thread.ts' : './drawing-thread.js', import.meta.url);

export const previewNote = 'A preview that the local service draws by itself; a hosted service makes what the prompt says.';

/** Draws a PNG, or an H.264 clip without sound in MP4. */
export const previewMaker: Maker = async ({ work }, signal) => {
  const order = work as PreviewOrder;
  signal.throwIfAborted();
  const worker = new Worker(entry(), { name: 'drawing', workerData: order });
  try {
    // An error of the thread, or the end of the service, rejects.
    const [bytes] = (await once(worker, 'message', { signal })) as [Uint8Array<ArrayBuffer>];
    return { bytes, contentType: order.seconds === undefined ? 'image/png' : 'video/mp4', seconds: order.seconds };
  } finally {
    await worker.terminate();
  }
};
