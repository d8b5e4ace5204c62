import { stat } from 'node:fs/promises';
import { toFailure } from '#shared/failure.ts';
import { idPattern } from '#shared/ids.ts';
import { bytesOf, failureResponse, notFound, resourceResponse } from '../../infra/byte-response.ts';
import { wavHeader } from '#shared/sound/wav-header.ts';
import type { Log } from '../../infra/platform.ts';
import type { DubFiles } from './dub-files.ts';
import { Mix, type MixPlan } from './mix.ts';
import type { OriginalSound } from './original-sound.ts';
import type { DubSounds } from './sounds.ts';

const mixPieceSamples = 16_384;

const playedAs: Partial<Record<string, string>> = { 'video/quicktime': 'video/mp4', 'video/x-matroska': 'video/webm' };

interface DubBytes {
  files: DubFiles;
  sounds: DubSounds;
  original: OriginalSound;
}

/**
 * Answers `/bytes/dub/…`, and `undefined` for any other path: the video of a dub, its mixed sound by the plan's hash, outlines for the lanes;
 * and takes the original sound that a window has decoded, piece by piece.
 */
export async function answerDubBytes(request: Request, dubs: DubBytes & { log: Log }): Promise<Response | undefined> {
  const { pathname } = new URL(request.url);
  const [kind, first = '', second = '', ...more] = pathname.split('/').slice(2);
  if (!pathname.startsWith('/bytes/') || kind !== 'dub') return undefined;
  try {
    return (more.length === 0 ? await route(request, dubs, first, second) : undefined) ?? notFound();
  } catch (thrown) {
    dubs.log.warn('a request for a dub failed', { failure: toFailure(thrown) });
    return failureResponse(thrown);
  }
}

async function route(
  request: Request,
  { files, sounds, original }: DubBytes,
  first: string,
  second: string,
): Promise<Response | undefined> {
  const [, hash, ending] = /^([0-9a-f]{64})\.(wav|peaks)$/u.exec(second) ?? [];
  if (first === 'take') {
    if (ending !== 'peaks' || hash === undefined) return undefined;
    const { peaks } = sounds.paths(`${hash}.wav`);
    return fileResponse(request, peaks, 'application/octet-stream', `${hash}-peaks`);
  }
  if (!idPattern.test(first)) return undefined;
  const plan = sounds.published(first, hash ?? '');
  if (plan && ending === 'wav') return mixResponse(request, plan, hash ?? '');
  const paths = files.paths(first);
  if (second === 'video') {
    // Browsers judge by the type before they look: what they play of QuickTime and Matroska, they play by these names.
    const { contentType } = files.read(first).video;
    return fileResponse(request, paths.video, playedAs[contentType] ?? contentType, `${first}-video`);
  }
  if (second === 'original.peaks') return fileResponse(request, paths.original.peaks, 'application/octet-stream', `${first}-original`);
  if (second === 'original') return original.receive(request, first);
  return undefined;
}

function mixResponse(request: Request, plan: MixPlan, tag: string): Response {
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
