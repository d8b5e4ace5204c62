import { asStereo } from '#shared/dubbing/stereo.ts';
import type { Dub } from '#shared/dubbing/timeline.ts';
import { fail } from '#shared/failure.ts';
import { announce } from '../ui/live-region.tsx';
import { putVideo } from './dubbing-timeline.ts';
import { attempt, studio } from './host.ts';

/** Bytes of samples that go to main at once. */
const pieceBytes = 2 * 1024 * 1024;

/** Dubs whose sound is being read in this window. */
const reading = new Set<string>();

/**
 * The original sound of a video whose codec main has no decoder for (AAC, above all): where this window has one, its samples go to main, in order and
 * in bounded memory. Where it has none either, the video is used without its sound, and that is said. What a lost wire broke off is begun anew when
 * the dub is opened the next time.
 */
export async function readInWindow(dub: Dub): Promise<void> {
  if (reading.has(dub.id)) return;
  reading.add(dub.id);
  try {
    const answer = await attempt(() => handOver(dub));
    if (!answer.ok && answer.failure.kind === 'disconnected') return;
    const failed = !answer.ok || !answer.value;
    const read = await attempt(() => studio().run('dubs.originalRead', { dubId: dub.id, ...(failed ? { failed } : {}) }));
    if (!read.ok) return;
    putVideo(dub.id, read.value);
    announce(failed ? 'The original sound cannot be decoded here; the dub stands alone.' : 'The original sound is here.');
  } finally {
    reading.delete(dub.id);
  }
}

/** Answers whether there was any sound that could be decoded. */
async function handOver(dub: Dub): Promise<boolean> {
  const { AudioSampleSink, Input, MATROSKA, MP4, QTFF, UrlSource, WEBM } = await import('mediabunny');
  const input = new Input({
    source: new UrlSource(new URL(`/bytes/dub/${dub.id}/video`, location.href).href),
    formats: [MP4, QTFF, MATROSKA, WEBM],
  });
  try {
    const track = await input.getPrimaryAudioTrack();
    if (!track || !(await track.canDecode())) return false;
    const start = await track.getFirstTimestamp();
    let taken = 0;
    let held: Int16Array<ArrayBuffer>[] = [];
    let bytes = 0;
    let facts = '';
    const send = async (): Promise<void> => {
      if (bytes === 0) return;
      taken = await sendPiece(`/bytes/dub/${dub.id}/original?at=${taken}&start=${start}&${facts}`, new Blob(held));
      held = [];
      bytes = 0;
    };
    for await (const sample of new AudioSampleSink(track).samples()) {
      const planes = Array.from({ length: sample.numberOfChannels }, (_, planeIndex) => {
        const plane = new Float32Array(sample.numberOfFrames);
        sample.copyTo(plane, { planeIndex, format: 'f32-planar' });
        return plane;
      });
      const channels = asStereo(planes);
      const now = `rate=${sample.sampleRate}&channels=${channels.length}`;
      sample.close();
      if (facts === '') facts = now;
      // A sound that changes its shape on the way is cut there.
      if (facts !== now) break;
      const piece = interleaved(channels);
      held.push(piece);
      bytes += piece.byteLength;
      if (bytes >= pieceBytes) await send();
    }
    await send();
    return taken > 0;
  } finally {
    input.dispose();
  }
}

/** Answers the bytes that main has by now. */
async function sendPiece(address: string, body: Blob): Promise<number> {
  const lost = (cause?: unknown): Error => fail('disconnected', 'The sound did not reach the studio.', { cause });
  const response = await fetch(address, { method: 'POST', body }).catch((cause: unknown) => {
    throw lost(cause);
  });
  if (!response.ok) throw lost();
  return ((await response.json()) as { taken: number }).taken;
}

function interleaved(channels: readonly Float32Array[]): Int16Array<ArrayBuffer> {
  const length = channels[0]?.length ?? 0;
  const pcm = new Int16Array(length * channels.length);
  channels.forEach((plane, channel) => {
    for (let at = 0; at < length; at += 1)
      pcm[at * channels.length + channel] = Math.round(Math.min(1, Math.max(-1, plane[at] ?? 0)) * 32_767);
  });
  return pcm;
}
