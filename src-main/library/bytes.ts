import { fail, toFailure } from '#shared/failure.ts';
import { idPattern } from '#shared/ids.ts';
import { contentTypes } from '#shared/wire/common.ts';
import { bytesOf, failureResponse, notFound, resourceResponse } from '../infra/byte-response.ts';
import type { Log } from '../infra/platform.ts';
import type { ChapterSounds } from './chapter-sounds.ts';
import type { Exports } from './exports.ts';
import type { KeptFiles } from './kept-files.ts';
import type { LiveSounds } from './live-sounds.ts';
import type { PaidResults } from './paid-results.ts';
import type { Uploads } from './uploads.ts';
import type { VirtualSound } from './virtual-sound.ts';
import { takeEditSchema, type TakeEdit } from '#shared/narration/take-edit.ts';
import { message } from '#shared/messages/message.ts';

/** Pairs of peaks in one answer. */
const maximumPeakWidth = 8192;

/** What has addresses under `/bytes/`. */
interface ByteSources {
  sounds: ChapterSounds;
  live: LiveSounds;
  kept: KeptFiles;
  results: PaidResults;
  exports: Exports;
  uploads: Uploads;
}

/** Answers `/bytes/…`; `undefined` for any other path. */
export async function answerLibraryBytes(request: Request, sources: ByteSources, log: Log): Promise<Response | undefined> {
  const { pathname } = new URL(request.url);
  if (!pathname.startsWith('/bytes/')) return undefined;
  try {
    return (await route(request, pathname.split('/').slice(2), sources)) ?? notFound();
  } catch (thrown) {
    log.warn('a request for bytes failed', { failure: toFailure(thrown), path: pathname });
    return failureResponse(thrown);
  }
}

async function route(
  request: Request,
  [kind, first = '', second = '', ...more]: string[],
  { sounds, live, kept, results, exports, uploads }: ByteSources,
): Promise<Response | undefined> {
  if (more.length > 0) return undefined;
  if (kind === 'chapter') return chapterResponse(request, sounds, first, second);
  if (kind === 'take') return takeResponse(request, sounds, first, second);
  if (second !== '') return undefined;
  if (kind === 'live') return live.respond(request, first);
  if (kind === 'media') return kept.respond(request, first);
  if (kind === 'sound') return paidSoundResponse(request, results, first);
  if (kind === 'export') return exports.respond(request, first);
  if (kind === 'upload' && first === '') return uploads.receive(request);
  if (kind === 'upload' && idPattern.test(first)) return uploads.change(request, first);
  return undefined;
}

function chapterResponse(
  request: Request,
  sounds: ChapterSounds,
  projectId: string,
  file: string,
): Response | Promise<Response> | undefined {
  const [, hash, kind] = /^([0-9a-f]{64})\.(wav|pcm|peaks)$/u.exec(file) ?? [];
  const sound = sounds.published(projectId, hash ?? '');
  if (!sound) return undefined;
  if (kind === 'peaks') return peaksResponse(request, sound);
  return resourceResponse(request, kind === 'wav' ? sound.wav() : sound.samplesAlone());
}

function takeResponse(request: Request, sounds: ChapterSounds, projectId: string, file: string): Response | undefined {
  const [, takeId, kind] = /^([0-9a-z]{8,64})\.(wav|peaks)$/u.exec(file) ?? [];
  if (takeId === undefined || !idPattern.test(projectId)) return undefined;
  const sound = sounds.ofTake(projectId, takeId, readEdit(new URL(request.url).searchParams));
  return sound && resourceResponse(request, kind === 'wav' ? sound.wav() : sound.peaks());
}

/** `?gainDb=&trimStartMs=&trimEndMs=&crossfadeMs=`, each only where it is set. Fails with `invalid-input`. */
function readEdit(searchParams: URLSearchParams): TakeEdit {
  const parsed = takeEditSchema.safeParse(Object.fromEntries([...searchParams].map(([name, text]) => [name, Number(text)])));
  if (parsed.success) return parsed.data;
  const field = parsed.error.issues[0]?.path.join('.') ?? '';
  throw fail('invalid-input', message('library.takeEditInvalid', field), { field });
}

/** The sound that an operation made, as the service sent it. */
async function paidSoundResponse(request: Request, results: PaidResults, operationId: string): Promise<Response | undefined> {
  const found = idPattern.test(operationId) ? await results.ofOperation(operationId) : undefined;
  if (!found) return undefined;
  const path = results.path(found.contentHash);
  const file = { type: contentTypes[found.format], bytes: found.bytes, tag: found.contentHash };
  return resourceResponse(request, { ...file, read: (start, end) => bytesOf(path, start, end) });
}

/**
 * The peaks of a sound: all of them, or, with `?from=&to=&width=` (samples, and how many pairs), a stretch at the resolution
 * of a screen.
 */
async function peaksResponse(request: Request, sound: VirtualSound): Promise<Response> {
  const { searchParams } = new URL(request.url);
  if (searchParams.size === 0) return resourceResponse(request, sound.peaks());
  const figure = (field: string, least: number, most: number): number => {
    const text = searchParams.get(field) ?? '';
    const value = Number(text);
    if (!/^\d{1,15}$/u.test(text) || value < least || value > most)
      throw fail('invalid-input', message('library.numberOutOfRange', field, least, most), { field });
    return value;
  };
  const from = figure('from', 0, Number.MAX_SAFE_INTEGER);
  const to = figure('to', from + 1, Number.MAX_SAFE_INTEGER);
  const width = figure('width', 1, maximumPeakWidth);
  const pairs = await sound.peaksBetween(from, to, width);
  return resourceResponse(request, {
    type: 'application/octet-stream',
    bytes: pairs.byteLength,
    tag: `${sound.hash}-peaks-${from}-${to}-${width}`,
    async *read(start, end) {
      yield await Promise.resolve(new Uint8Array(pairs.buffer).slice(start, end));
    },
  });
}
