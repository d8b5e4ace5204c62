import { fail } from '#shared/failure.ts';
import { message } from '#shared/messages/message.ts';
import type { Services } from '#shared/operations/index.ts';
import type { Log } from '../../infra/platform.ts';
import { Semaphore } from '../../infra/semaphore.ts';
import { readManuscripts } from './read-apart.ts';

/** Each has a thread and its memory. */
const mostAtOnce = 2;

/** Manuscripts that a window hands over. */
export function createManuscripts({
  uploadPath,
  log,
}: {
  uploadPath: (uploadId: string) => string | undefined;
  log: Log;
}): Pick<Services, 'manuscript.read'> {
  const semaphore = new Semaphore(() => mostAtOnce);
  return {
    'manuscript.read': async ({ uploadId, name }, { signal }) => {
      const path = uploadPath(uploadId);
      if (path === undefined) throw fail('not-found', message('manuscript.uploadGone', name), { next: 'choose-file' });
      const release = await semaphore.acquire(signal);
      try {
        const [manuscript] = await readManuscripts([{ path, name }], { signal, onUnexpected: (text, facts) => log.error(text, facts) });
        if (!manuscript) throw new Error('nothing was read');
        return manuscript;
      } finally {
        release();
      }
    },
  };
}
