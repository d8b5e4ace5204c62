import { stat } from 'node:fs/promises';
import { fail } from '#shared/failure.ts';
import type { Manuscript } from '#shared/manuscript/manuscript.ts';
import { message } from '#shared/messages/message.ts';
import { fileFailure } from '../../infra/files.ts';
import { ThreadClient } from '../../infra/thread-call.ts';
import { threadUrl } from '../../infra/threads.ts';
import { manuscriptLimits } from './limits.ts';
import type { ManuscriptThread } from './manuscript-thread.ts';

/**
 * Reads manuscripts, one after another, in a thread of their own, which ends with `signal`, and after a time or size at which no manuscript would be
 * left. Fails as `readManuscript` does, for the first that cannot be read.
 */
export async function readManuscripts(
  sources: readonly { path: string; name: string }[],
  { signal, onUnexpected }: { signal: AbortSignal; onUnexpected: (message: string, facts: Record<string, unknown>) => void },
): Promise<Manuscript[]> {
  const { patienceMs, memoryMegabytes } = manuscriptLimits;
  const thread = new ThreadClient<ManuscriptThread>(threadUrl('manuscript-thread'), {
    name: 'manuscript',
    patienceMs,
    memoryMegabytes,
    onUnexpected,
  });
  const stop = (): void => void thread.close();
  signal.addEventListener('abort', stop, { once: true });
  try {
    const read: Manuscript[] = [];
    for (const { path, name } of sources) {
      signal.throwIfAborted();
      await checkFile(path, name);
      read.push(
        await thread.call('read', path, name).catch((thrown: unknown) => {
          signal.throwIfAborted();
          // Its memory or time was used up: no manuscript that a person wrote does that.
          throw thread.alive ? thrown : fail('too-large', message('manuscript.tooMuch', name), { next: 'choose-file' });
        }),
      );
    }
    return read;
  } finally {
    signal.removeEventListener('abort', stop);
    await thread.close();
  }
}

/** Fails with `file-missing` and the like, and with `unsupported-media` for a folder or a device, which could be read forever. */
async function checkFile(path: string, name: string): Promise<void> {
  const found = await stat(path).catch((thrown: unknown) => {
    throw fileFailure(thrown, message('manuscript.file', name));
  });
  if (!found.isFile()) throw fail('unsupported-media', message('manuscript.unsupported', name), { next: 'choose-file' });
}
