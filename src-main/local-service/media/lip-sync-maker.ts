import { type MediaFiles } from './media-files.ts';
import { type Maker } from './media-jobs.ts';
import { replaceSound } from './replace-sound.ts';

/** Makes the video of a lip sync: its sound replaced, to the length of the job in seconds. */
export function lipSyncMaker(files: MediaFiles): Maker {
  return ({ id, work }, signal) => {
    const { seconds } = work as { seconds: number };
    return replaceSound({ video: files.whole(id, 'video'), audio: files.whole(id, 'audio'), seconds, signal });
  };
}
