import type { Dub } from '#shared/dubbing/timeline.ts';
import { fail } from '#shared/failure.ts';
import { attempt } from '../../../core/host/attempt.ts';
import { messages } from '#shared/messages/index.ts';
import type { StudioClient } from '../../../core/host/client.ts';
import type { DubsStore } from '../../../core/dubbing-timeline/dubs-store.ts';
import type { announce } from '../../../lib/live-region.tsx';
import type { decodeInWindow } from '../../../core/sources/window-decoding.ts';
import { message } from '#shared/messages/message.ts';

/** Bytes of samples that go to main at once. */
const pieceBytes = 2 * 1024 * 1024;

export interface OriginalSoundDependencies {
  client: StudioClient;
  dubs: Pick<DubsStore, 'putVideo'>;
  announce: typeof announce;
  decodeInWindow: typeof decodeInWindow;
}

/** Reads the original sound of a video in this window, where main has no decoder for it. */
export class OriginalSound {
  readonly #deps: OriginalSoundDependencies;
  /** Dubs whose sound is being read in this window. */
  readonly #reading = new Set<string>();

  constructor(dependencies: OriginalSoundDependencies) {
    this.#deps = dependencies;
  }

  /**
   * The original sound of a video whose codec main has no decoder for (AAC, above all): where this window has one, its samples go to main, in order and
   * in bounded memory. Where it has none either, the video is used without its sound, and that is said. What a lost wire broke off is begun again when
   * the dub is opened the next time.
   */
  readonly readInWindow = async (dub: Dub): Promise<void> => {
    if (this.#reading.has(dub.id)) return;
    this.#reading.add(dub.id);
    try {
      const answer = await attempt(() => this.#handOver(dub));
      if (!answer.ok && answer.failure.kind === 'disconnected') return;
      const failed = !answer.ok || !answer.value;
      const read = await attempt(() => this.#deps.client.run('dubs.originalRead', { dubId: dub.id, ...(failed ? { failed } : {}) }));
      if (!read.ok) return;
      this.#deps.dubs.putVideo(dub.id, read.value);
      this.#deps.announce(failed ? messages.dubbing.originalUnavailable : messages.dubbing.originalReady);
    } finally {
      this.#reading.delete(dub.id);
    }
  };

  /** Answers whether there was any sound that could be decoded. */
  async #handOver(dub: Dub): Promise<boolean> {
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
    const start = await this.#deps.decodeInWindow(`/bytes/dub/${dub.id}/video`, async ({ channels, rate }, start) => {
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
}

/** Answers the bytes that main has by now. */
async function sendPiece(address: string, body: Blob): Promise<number> {
  const lost = (cause?: unknown): Error => fail('disconnected', message('dubbing.audioNotReceived'), { cause });
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
