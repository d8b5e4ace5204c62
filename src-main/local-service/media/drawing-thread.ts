import { parentPort, workerData } from 'node:worker_threads';
import { encode } from 'fast-png';
import H264Mp4Encoder from 'h264-mp4-encoder';
import { Drawing } from './drawing.ts';
import type { PreviewOrder } from './preview.ts';

/** One picture or clip, in a thread that ends with it: drawing and coding keep a core busy for seconds. */
const order = workerData as PreviewOrder;
const { width, height } = order;
const drawing = new Drawing(order);
const framesPerSecond = 12;

function picture(): Uint8Array<ArrayBuffer> {
  const data = new Uint8Array(width * height * 3);
  drawing.draw(data, 3, 0);
  return new Uint8Array(encode({ width, height, data, channels: 3, depth: 8, text: { Comment: 'Local preview' } }, { zlib: { level: 3 } }));
}

async function clip(seconds: number): Promise<Uint8Array<ArrayBuffer>> {
  const encoder = await H264Mp4Encoder.createH264MP4Encoder();
  try {
    Object.assign(encoder, {
      width,
      height,
      frameRate: framesPerSecond,
      groupOfPictures: framesPerSecond,
      quantizationParameter: 30,
      speed: 8,
    });
    encoder.initialize();
    const frame = new Uint8Array(width * height * 4);
    const frames = Math.round(seconds * framesPerSecond);
    for (let index = 0; index < frames; index += 1) {
      drawing.draw(frame, 4, index / frames);
      encoder.addFrameRgba(frame);
    }
    encoder.finalize();
    return new Uint8Array(encoder.FS.readFile(encoder.outputFilename));
  } finally {
    encoder.delete();
  }
}

const bytes = order.seconds === undefined ? picture() : await clip(order.seconds);
parentPort?.postMessage(bytes, [bytes.buffer]);
