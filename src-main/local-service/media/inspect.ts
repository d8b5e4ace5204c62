import { ADTS, BufferSource, FLAC, Input, MATROSKA, MP3, MP4, OGG, QTFF, WAVE, WEBM } from 'mediabunny';
import { importLimits, type MediaKind } from '#shared/wire/media-address.ts';
import { ImportFailure, type Fail } from './import-failure.ts';

export interface Inspected {
  /** Of sound and video; 0 for a picture. */
  seconds: number;
}

/** No playlists among them: those would fetch more addresses. */
const formats = [MP4, QTFF, MATROSKA, WEBM, MP3, OGG, WAVE, FLAC, ADTS];

/** To be disposed by the caller. */
export const openMedia = (bytes: Uint8Array<ArrayBuffer>) => new Input({ source: new BufferSource(bytes), formats });

const pictures: readonly (readonly number[])[] = [
  [0x89, 0x50, 0x4e, 0x47],
  [0xff, 0xd8, 0xff],
  [0x52, 0x49, 0x46, 0x46],
];

/** What arrived, judged by its content and never by its name or type. */
export async function inspect(bytes: Uint8Array<ArrayBuffer>, mediaKind: MediaKind, failure: Fail): Promise<Inspected> {
  if (mediaKind === 'image') {
    const isPicture = pictures.some((magic) => magic.every((byte, index) => bytes[index] === byte));
    const webp = bytes[0] !== 0x52 || Buffer.from(bytes.subarray(8, 12)).toString('latin1') === 'WEBP';
    if (!isPicture || !webp) throw failure(415, 'inspect', false, 'this is neither PNG nor JPEG nor WebP');
    return { seconds: 0 };
  }
  const input = openMedia(bytes);
  try {
    if (!(await input.canRead())) throw failure(415, 'inspect', false, 'this is no media file of a kind that can be read');
    // A beginning of the right kind with nothing behind it: cut short.
    if ((await input.getTracks()).length === 0) throw failure(422, 'inspect', false, 'the file is damaged: it holds nothing');
    const track = mediaKind === 'video' ? await input.getPrimaryVideoTrack() : await input.getPrimaryAudioTrack();
    if (track === null) throw failure(415, 'inspect', false, `the file holds no ${mediaKind}`);
    if ((await track.getCodec()) === null) throw failure(415, 'inspect', false, `the ${mediaKind} is of an unknown codec`);
    const seconds = (await track.computeDuration()) - Math.max(0, await track.getFirstTimestamp());
    if (!(seconds > 0)) throw failure(422, 'inspect', false, `the ${mediaKind} has no duration`);
    if (seconds > importLimits.seconds) throw failure(413, 'inspect', false, `longer than ${importLimits.seconds} seconds`);
    return { seconds: Math.round(seconds * 1_000) / 1_000 };
  } catch (error) {
    if (error instanceof ImportFailure) throw error;
    throw failure(422, 'inspect', false, `the ${mediaKind} cannot be read: ${error instanceof Error ? error.message : 'damaged'}`);
  } finally {
    input.dispose();
  }
}
