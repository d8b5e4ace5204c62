import type { Dub } from '#shared/dubbing/timeline.ts';
import { fail } from '#shared/failure.ts';
import { announce } from '../../../lib/live-region.tsx';
import { putVideo } from '../../../core/dubbing-timeline/dubbing-timeline.ts';
import { attempt, studio } from '../../../core/host/host.ts';
import { decodeInWindow } from '../../../core/sources/window-decoding.ts';
import { messages } from '#shared/messages/index.ts';
import { message } from '#shared/messages/message.ts';

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
    announce(failed ? messages.dubbing.theOriginalSoundCannotBeDecoded : messages.dubbing.theOriginalSoundIsHere);
  } finally {
    reading.delete(dub.id);
  }
}

/** Answers whether there was any sound that could be decoded. */
async function handOver(dub: Dub): Promise<boolean> {
  let taken = 0;
  let held: Int16Array<ArrayBuffer>[] = [];
  let bytes = 0;
  let facts = '';
  const send = async (start: number): Promise<void> => {
    if (bytes === 0) return;
    taken = await sendPiece(`/bytes/dub/${dub.id}/original?at=${taken}&start=${start}&${facts}`, new Blob(held));
    held = [];
    bytes = 0;
  };
  const start = await decodeInWindow(`/bytes/dub/${dub.id}/video`, async ({ channels, rate }, start) => {
    const now = `rate=${rate}&channels=${channels.length}`;
    if (facts === '') facts = now;
    // A sound that changes its shape on the way is cut there.
    if (facts !== now) return false;
    const piece = interleaved(channels);
    held.push(piece);
    bytes += piece.byteLength;
    if (bytes >= pieceBytes) await send(start);
    return true;
  });
  if (start !== undefined) await send(start);
  return taken > 0;
}

/** Answers the bytes that main has by now. */
async function sendPiece(address: string, body: Blob): Promise<number> {
  const lost = (cause?: unknown): Error => fail('disconnected', message('dubbing.theSoundDidNotReachTheStudio'), { cause });
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
