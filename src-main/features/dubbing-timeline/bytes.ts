import { stat } from 'node:fs/promises';
import { dubLimits } from '#shared/dubbing/timeline.ts';
import { fail, toFailure } from '#shared/failure.ts';
import { idPattern } from '#shared/ids.ts';
import { bytesOf, failureResponse, jsonResponse, notAllowed, notFound, pieceOf, resourceResponse } from '../../infra/byte-response.ts';
import type { ThreadClient } from '../../infra/thread-call.ts';
import { wavHeader } from '../../media/wav.ts';
import type { Log } from '../../infra/platform.ts';
import type { DubFiles } from './dub-files.ts';
import type { DubbingThread } from './dubbing-thread.ts';
import { Mix, type MixPlan } from './mix.ts';
import type { DubSounds } from './sounds.ts';
import { message } from '#shared/messages/message.ts';

/** One piece of decoded sound that a window hands over. */
const maximumPieceBytes = 8 * 1024 * 1024;
const mixPieceSamples = 16_384;

const playedAs: Partial<Record<string, string>> = { 'video/quicktime': 'video/mp4', 'video/x-matroska': 'video/webm' };

/**
 * Answers `/bytes/dub/…`, and `undefined` for any other path: the video of a dub, its mixed sound by the plan's hash, outlines for the lanes;
 * and takes the original sound that a window has decoded, piece by piece.
 */
export function dubBytes(options: {
  files: DubFiles;
  sounds: DubSounds;
  /** What the sounds with an address are mixed of, by `dub/hash`. */
  plans: ReadonlyMap<string, MixPlan>;
  threads: () => ThreadClient<DubbingThread>;
  log: Log;
}): (request: Request) => Promise<Response | undefined> {
  const { files, sounds, plans, threads, log } = options;

  const receive = async (request: Request, dubId: string): Promise<Response> => {
    if (request.method !== 'POST') return notAllowed('POST');
    const { searchParams } = new URL(request.url);
    const figure = (field: string, least: number, most: number): number => {
      const value = Number(searchParams.get(field) ?? 'none');
      if (!Number.isFinite(value) || value < least || value > most)
        throw fail('invalid-input', message('dubbingTimeline.numberOutOfRange', field, least, most), { field });
      return value;
    };
    const order = { rate: figure('rate', 4_000, 192_000), channels: figure('channels', 1, 2), start: figure('start', -60, 3_600) };
    const at = figure('at', 0, dubLimits.longestSamples * 4);
    if (files.read(dubId).video.sound.state === 'ready') throw fail('conflict', message('dubbingTimeline.soundAlreadyHere'));
    const piece = await pieceOf(request, maximumPieceBytes);
    const { original } = files.paths(dubId);
    const taken = await threads().call('takeOriginal', dubId, { paths: original, ...order }, at, piece);
    return jsonResponse({ taken });
  };

  const mixResponse = (request: Request, plan: MixPlan, tag: string): Response => {
    const header = wavHeader(plan.samples, undefined, plan.channels);
    const frame = plan.channels * 2;
    return resourceResponse(request, {
      type: 'audio/wav',
      bytes: header.byteLength + plan.samples * frame,
      tag,
      async *read(start, end) {
        if (start < header.byteLength) yield header.slice(start, Math.min(end, header.byteLength));
        const mix = new Mix(plan);
        try {
          const [from, to] = [Math.max(0, start - header.byteLength), end - header.byteLength];
          for (let at = Math.floor(from / frame); at * frame < to; at += mixPieceSamples) {
            const piece = new Uint8Array((await mix.read(at, Math.min(mixPieceSamples, plan.samples - at))).buffer);
            yield piece.subarray(Math.max(0, from - at * frame), Math.min(piece.byteLength, to - at * frame));
          }
        } finally {
          await mix.close();
        }
      },
    });
  };

  const route = async (request: Request, first: string, second: string): Promise<Response | undefined> => {
    const [, hash, ending] = /^([0-9a-f]{64})\.(wav|peaks)$/u.exec(second) ?? [];
    if (first === 'take') {
      if (ending !== 'peaks' || hash === undefined) return undefined;
      const { peaks } = sounds.paths(`${hash}.wav`);
      return fileResponse(request, peaks, 'application/octet-stream', `${hash}-peaks`);
    }
    if (!idPattern.test(first)) return undefined;
    const plan = plans.get(`${first}/${hash ?? ''}`);
    if (plan && ending === 'wav') return mixResponse(request, plan, hash ?? '');
    const { video, original } = files.paths(first);
    if (second === 'video') {
      // Browsers judge by the type before they look: what they play of QuickTime and Matroska, they play by these names.
      const { contentType } = files.read(first).video;
      return fileResponse(request, video, playedAs[contentType] ?? contentType, `${first}-video`);
    }
    if (second === 'original.peaks') return fileResponse(request, original.peaks, 'application/octet-stream', `${first}-original`);
    if (second === 'original') return receive(request, first);
    return undefined;
  };

  return async (request) => {
    const [kind, first = '', second = '', ...more] = new URL(request.url).pathname.split('/').slice(2);
    if (!new URL(request.url).pathname.startsWith('/bytes/') || kind !== 'dub') return undefined;
    try {
      return (more.length === 0 ? await route(request, first, second) : undefined) ?? notFound();
    } catch (thrown) {
      log.warn('a request for a dub failed', { failure: toFailure(thrown) });
      return failureResponse(thrown);
    }
  };
}

async function fileResponse(request: Request, path: string, type: string, tag: string): Promise<Response | undefined> {
  const found = await stat(path).catch(() => undefined);
  if (!found) return undefined;
  return resourceResponse(request, {
    type,
    bytes: found.size,
    tag: `${tag}-${found.mtimeMs}`,
    read: (start, end) => bytesOf(path, start, end),
  });
}
