import { messages } from '#shared/messages/index.ts';
import { findCut } from '../../core/media-jobs/missing-part.ts';
import { clock } from '../../lib/format.ts';

/** What of the media a lip sync would cut, in words; undefined while nothing is cut, or a length is not known. */
export function cutWords(video: number | undefined, audio: number | undefined, extension: boolean): string | undefined {
  if (video === undefined || audio === undefined) return undefined;
  const cut = findCut(audio, video, extension ? audio : Math.min(audio, video));
  if (!cut) return undefined;
  const rest = clock(cut.whole - cut.kept);
  return cut.of === 'video' ? messages.lipSync.cutsPicture(rest) : messages.lipSync.cutsAudio(rest);
}
