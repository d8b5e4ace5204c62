import { access } from 'node:fs/promises';
import { dubLimits, usualDucking, type Dub } from '#shared/dubbing/timeline.ts';
import { fail } from '#shared/failure.ts';
import { newId } from '#shared/ids.ts';
import { formatFileName } from '../../infra/file-name.ts';
import type { DubFiles } from './dub-files.ts';
import type { OriginalSound } from './original-sound.ts';
import type { DubbingWorker, Follower } from './worker.ts';
import { message } from '#shared/messages/message.ts';

/**
 * Makes a dub of an uploaded video, which it takes over, and decodes its sound. Fails with `not-found` where the upload is not there,
 * `conflict` where there are too many dubs, and `unsupported-media` for what is no video; nothing is kept then.
 */
export async function createDub(
  upload: { path: string | undefined; name: string },
  parts: { files: DubFiles; worker: DubbingWorker; original: OriginalSound },
  follower: Follower,
): Promise<Dub> {
  const { files, worker, original } = parts;
  if (upload.path === undefined || !(await isThere(upload.path)))
    throw fail('not-found', message('dubbingTimeline.videoNotReceived'), { field: 'uploadId', next: 'choose-file' });
  if (files.ids().length >= dubLimits.dubs)
    throw fail('conflict', message('dubbingTimeline.tooManyDubs', dubLimits.dubs), { field: 'uploadId' });
  const id = newId();
  try {
    // Probed where it is: what is no video never moves.
    const probed = await worker.call('probe', upload.path);
    const bytes = await files.adopt(id, upload.path);
    const video: Dub['video'] = { name: upload.name, bytes, ...probed };
    if (probed.sound.state === 'ready') {
      const decoded = await original.decode(id, probed.sound.channels, follower);
      video.sound = decoded ? { ...probed.sound, samples: decoded.samples } : { ...probed.sound, state: 'undecoded' };
    }
    follower.signal.throwIfAborted();
    const now = Date.now();
    const wanted = formatFileName(upload.name.replace(/\.[^.]*$/u, ''), 'Dub');
    const title = freeTitle(wanted, new Set(files.all().map((other) => other.title)));
    const dub: Dub = { id, title, revision: 1, createdAt: now, changedAt: now, video, segments: [], takes: [], ducking: usualDucking };
    files.write(dub);
    return dub;
  } catch (thrown) {
    await files.remove(id);
    throw thrown;
  }
}

/** A number keeps two dubs of one video apart: `Trailer`, `Trailer (2)`. */
function freeTitle(title: string, taken: ReadonlySet<string>): string {
  let free = title;
  for (let number = 2; taken.has(free); number++) free = `${title} (${String(number)})`;
  return free;
}

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );
