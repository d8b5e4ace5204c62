import { asStereo } from '#shared/dubbing/stereo.ts';

/** One or two channels of the same length; 1 is full scale. */
export interface DecodedPiece {
  channels: readonly Float32Array[];
  /** Samples a second. */
  rate: number;
}

/**
 * Decodes the sound of a file, or at an address of the studio, by this window's own decoders (WebCodecs), which main does not have: of AAC, above all. In order and in
 * bounded memory, until `take` answers that it wants no more. `report` hears how far it is, from 0 to 1. Answers when the sound begins, in seconds of its file; `undefined` where there is none,
 * or no decoder for it here either.
 */
export async function decodeInWindow(
  from: string | Blob,
  take: (piece: DecodedPiece, start: number) => Promise<boolean>,
  report?: (fraction: number) => void,
): Promise<number | undefined> {
  const { ADTS, AudioSampleSink, BlobSource, Input, MATROSKA, MP4, QTFF, UrlSource, WEBM } = await import('mediabunny');
  const source = typeof from === 'string' ? new UrlSource(new URL(from, location.href).href) : new BlobSource(from);
  const input = new Input({ source, formats: [MP4, QTFF, MATROSKA, WEBM, ADTS] });
  try {
    const track = await input.getPrimaryAudioTrack();
    if (!track || !(await track.canDecode())) return undefined;
    const start = await track.getFirstTimestamp();
    const end = report && (await track.computeDuration());
    for await (const sample of new AudioSampleSink(track).samples()) {
      const planes = Array.from({ length: sample.numberOfChannels }, (_, planeIndex) => {
        const plane = new Float32Array(sample.numberOfFrames);
        sample.copyTo(plane, { planeIndex, format: 'f32-planar' });
        return plane;
      });
      if (end !== undefined && end > 0) report?.(Math.min(1, sample.timestamp / end));
      const piece = { channels: asStereo(planes), rate: sample.sampleRate };
      sample.close();
      if (!(await take(piece, start))) break;
    }
    return start;
  } finally {
    input.dispose();
  }
}

/** Whether a file's sound is AAC, which this window may decode and main does not. */
export async function isAac(file: Blob): Promise<boolean> {
  const { ADTS, BlobSource, Input, MATROSKA, MP4, QTFF } = await import('mediabunny');
  const input = new Input({ source: new BlobSource(file), formats: [MP4, QTFF, MATROSKA, ADTS] });
  try {
    const track = await input.getPrimaryAudioTrack();
    return (await track?.getCodec()) === 'aac';
  } catch {
    return false; // of another kind, or damaged: main says what is wrong
  } finally {
    input.dispose();
  }
}
