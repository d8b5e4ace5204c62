import { parentPort } from 'node:worker_threads';
import { createMp3Encoder } from 'wasm-media-encoders';
import { fail } from '#shared/failure.ts';
import { sampleRate } from '#shared/narration/take.ts';
import type { AudioFormat } from '#shared/wire/common.ts';
import { mp3KilobitsPerSecond, SoundWriter, type WrittenSound } from './sound-writer.ts';
import { serveThread } from './thread-call.ts';

/** The thread where sound is decoded and encoded. Sessions keep their state between calls, and each does its calls in order. */

interface Session {
  /** The last call of this session; the next one waits for it. */
  tail: Promise<unknown>;
  writer?: SoundWriter;
  encoder?: Awaited<ReturnType<typeof createMp3Encoder>>;
}
const sessions = new Map<number, Session>();

function inOrder<T>(id: number, work: (session: Session) => Promise<T> | T): Promise<T> {
  const session = sessions.get(id);
  if (!session) throw fail('not-found', 'That sound is not being worked on any more.');
  const result = session.tail.then(() => work(session));
  session.tail = result.catch(() => undefined);
  return result;
}

function writerOf(session: Session): SoundWriter {
  if (!session.writer) throw new Error('not a decoding session');
  return session.writer;
}

const methods = {
  open: (id: number, format: AudioFormat, paths: { pcm: string; peaks: string }): void => {
    sessions.set(id, { tail: Promise.resolve(), writer: new SoundWriter(format, paths) });
  },
  /** Samples in the file so far. */
  push: (id: number, bytes: Uint8Array): Promise<number> => inOrder(id, (session) => writerOf(session).push(bytes)),
  finish: (id: number): Promise<WrittenSound> =>
    inOrder(id, async (session) => {
      sessions.delete(id);
      return writerOf(session).finish();
    }),
  abort: (id: number): Promise<void> =>
    inOrder(id, (session) => {
      sessions.delete(id);
      session.writer?.abort();
    }),

  openMp3: async (id: number): Promise<void> => {
    const encoder = await createMp3Encoder();
    encoder.configure({ sampleRate, channels: 1, bitrate: mp3KilobitsPerSecond });
    sessions.set(id, { tail: Promise.resolve(), encoder });
  },
  /** s16le PCM in, MP3 out; without bytes, what the encoder still holds. */
  encode: (id: number, pcm: Uint8Array | null): Promise<Uint8Array> =>
    inOrder(id, (session) => {
      if (!session.encoder) throw new Error('not an encoding session');
      if (pcm === null) {
        sessions.delete(id);
        return Uint8Array.from(session.encoder.finalize());
      }
      const view = new DataView(pcm.buffer, pcm.byteOffset, pcm.byteLength);
      const samples = new Float32Array(pcm.byteLength >> 1);
      for (let index = 0; index < samples.length; index += 1) samples[index] = view.getInt16(index * 2, true) / 32_768;
      return Uint8Array.from(session.encoder.encode([samples]));
    }),
};
export type SoundThread = typeof methods;

if (!parentPort) throw new Error('sound-thread runs in a worker thread');
serveThread(parentPort, methods);
