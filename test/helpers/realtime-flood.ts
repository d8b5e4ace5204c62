import { parentPort, workerData } from 'node:worker_threads';
import { completed, scriptedService, wellBehaved } from '../contract/live/scripted-service.ts';

/** A thread with a realtime service that answers a phrase with frames as fast as they are taken: `{ frames, bytes }`. */
const { frames, bytes } = workerData as { frames: number; bytes: number };
const sound = Buffer.alloc(bytes, 7);
const atOnce = 64;
const service = await scriptedService(
  wellBehaved((peer, segmentId) => {
    let sent = 0;
    const more = (): void => {
      for (let count = 0; count < atOnce && sent < frames; count++) peer.audio(++sent, sound, segmentId);
      if (sent >= frames) completed(peer, segmentId, frames * bytes);
      else if (peer.socket.bufferedAmount > 4 * bytes * atOnce) setTimeout(more, 1);
      else setImmediate(more);
    };
    more();
  }),
);
parentPort?.postMessage({ baseUrl: service.baseUrl, realtimeUrl: service.realtimeUrl, apiKey: service.apiKey });
