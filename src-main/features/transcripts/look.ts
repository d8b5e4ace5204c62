import { stat } from 'node:fs/promises';
import { ADTS, FilePathSource, FLAC, Input, MATROSKA, MP3, MP4, OGG, QTFF, WAVE, WEBM } from 'mediabunny';
import { fail, FailureError } from '#shared/failure.ts';
import { longestAligned } from '#shared/operations/transcripts.ts';
import { importLimits } from '#shared/wire/media-address.ts';
import { message } from '#shared/messages/message.ts';

/** No playlists among them: those would name more files. */
const formats = [MP4, QTFF, MATROSKA, WEBM, MP3, OGG, WAVE, FLAC, ADTS];
const field = 'uploadId';

/**
 * Seconds of a file's sound, by its content and never by its name. What is aligned here may be as long as the aligner takes, and of any size; what is sent,
 * as the local service takes it. Fails with why it cannot be transcribed; nothing was sent.
 */
export async function secondsOfSound(path: string, purpose: 'recognition' | 'alignment' = 'recognition'): Promise<number> {
  const { size } = await stat(path);
  if (size === 0) throw fail('unsupported-media', message('sources.emptyFile'), { field });
  if (purpose === 'recognition' && size > importLimits.bytes.audio) {
    const most = Math.floor(importLimits.bytes.audio / 1024 / 1024);
    throw fail('too-large', message('transcribe.tooLargeForLocalService', most), { field });
  }
  const input = new Input({ source: new FilePathSource(path), formats });
  try {
    if (!(await input.canRead())) throw fail('unsupported-media', message('transcribe.notAudioOrVideo'), { field });
    const track = await input.getPrimaryAudioTrack();
    if (track === null) throw fail('unsupported-media', message('transcribe.fileHasNoSound'), { field });
    const seconds = (await track.computeDuration()) - Math.max(0, await track.getFirstTimestamp());
    if (!(seconds > 0)) throw fail('unsupported-media', message('transcribe.soundHasNoLength'), { field });
    if (purpose === 'alignment' && seconds > longestAligned) throw fail('too-large', message('alignment.tooLong'), { field });
    if (purpose === 'recognition' && seconds > importLimits.seconds) {
      const most = importLimits.seconds / 60;
      throw fail('too-large', message('transcribe.soundTooLong', most), { field });
    }
    return seconds;
  } catch (thrown) {
    if (thrown instanceof FailureError) throw thrown;
    throw fail('unsupported-media', message('transcribe.soundUnreadable'), { field, cause: thrown });
  } finally {
    input.dispose();
  }
}
