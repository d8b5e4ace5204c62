import { parentPort } from 'node:worker_threads';
import { fail } from '#shared/failure.ts';
import type { ExportedPeak } from '#shared/sound/exported-peak.ts';
import type { AudioFormat } from '#shared/wire/common.ts';
import { SoundExport, type ExportOrder } from './sound-export.ts';
import { SoundWriter, type WrittenSound } from './sound-writer.ts';
import { serveThread } from '../infra/thread-call.ts';
import { message } from '#shared/messages/message.ts';

/** The thread where sound is decoded and encoded. Sessions keep their state between calls, and each does its calls in order. */

interface Session {
  /** The last call of this session; the next one waits for it. */
  tail: Promise<unknown>;
  writer?: SoundWriter;
  export?: SoundExport;
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

function findExport(session: Session): SoundExport {
  if (!session.export) throw new Error('not an export session');
  return session.export;
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

  /** `path` and `samples`, altogether, are of an M4A, which is written there. */
  openExport: async (id: number, order: ExportOrder): Promise<void> => {
    sessions.set(id, { tail: Promise.resolve(), export: await SoundExport.open(order) });
  },
  /** s16le PCM in, bytes of the file out; an M4A has none. */
  pushExport: (id: number, pcm: Uint8Array): Promise<Uint8Array> => inOrder(id, (session) => findExport(session).push(pcm)),
  finishExport: (id: number): Promise<{ bytes: Uint8Array; peak: ExportedPeak }> =>
    inOrder(id, async (session) => {
      const last = await findExport(session).finish();
      sessions.delete(id);
      return last;
    }),
  abortExport: (id: number): Promise<void> =>
    inOrder(id, async (session) => {
      sessions.delete(id);
      await findExport(session).abort();
    }),
};
export type SoundThread = typeof methods;

if (!parentPort) throw new Error('sound-thread runs in a worker thread');
serveThread(parentPort, methods);
