import { parentPort } from 'node:worker_threads';
import { fail } from '#shared/failure.ts';
import type { AudioFormat } from '#shared/wire/common.ts';
import { SoundWriter, type WrittenSound } from './sound-writer.ts';
import { serveThread } from '../infra/thread-call.ts';
import { message } from '#shared/messages/message.ts';

/** The thread where sound is decoded. Sessions keep their state between calls, and each does its calls in order. */

interface Session {
  /** The last call of this session; the next one waits for it. */
  tail: Promise<unknown>;
  writer?: SoundWriter;
}
const sessions = new Map<number, Session>();

function inOrder<T>(id: number, work: (session: Session) => Promise<T> | T): Promise<T> {
  const session = sessions.get(id);
  if (!session) throw fail('not-found', message('sound.notWorkedOn'));
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
};
export type SoundThread = typeof methods;

if (!parentPort) throw new Error('sound-thread runs in a worker thread');
serveThread(parentPort, methods);
