import { parentPort, workerData } from 'node:worker_threads';
import { encode } from 'fast-png';
import { BufferTarget, EncodedPacket, EncodedVideoPacketSource, Mp4OutputFormat, Output } from 'mediabunny';
import { Drawing } from './drawing.ts';
import { H264Encoder } from './h264/encoder.ts';
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

/** Pictures are coded one by one and wait for nothing, so the whole clip is in memory once: seconds of flat colours. */
async function clip(seconds: number): Promise<Uint8Array<ArrayBuffer>> {
  const encoder = await H264Encoder.open({ width, height, picturesByKey: framesPerSecond });
  const target = new BufferTarget();
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: 'in-memory' }), target });
  const pictures = new EncodedVideoPacketSource('avc');
  output.addVideoTrack(pictures, { frameRate: framesPerSecond });
  await output.start();
  const frame = new Uint8Array(width * height * 4);
  const frames = Math.round(seconds * framesPerSecond);
  for (let index = 0; index < frames; index += 1) {
    drawing.draw(frame, 4, index / frames);
    const kind = index % framesPerSecond === 0 ? 'key' : 'delta';
    const packet = new EncodedPacket(encoder.encode(frame), kind, index / framesPerSecond, 1 / framesPerSecond);
    await pictures.add(
      packet,
      index === 0 ? { decoderConfig: { codec: 'avc1.42001f', codedWidth: width, codedHeight: height } } : undefined,
    );
  }
  await output.finalize();
  if (target.buffer === null) throw new Error('The clip was not written.');
  return new Uint8Array(target.buffer);
}

const bytes = order.seconds === undefined ? picture() : await clip(order.seconds);
parentPort?.postMessage(bytes, [bytes.buffer]);
