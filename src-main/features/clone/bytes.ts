import { open } from 'node:fs/promises';
import { countKept, type Cleaned, type Kept } from '#shared/clone/clean-up.ts';
import { countPeakBytes, type Recording } from '#shared/clone/recordings.ts';
import { fail, toFailure } from '#shared/failure.ts';
import { idPattern } from '#shared/ids.ts';
import { message, type Message } from '#shared/messages/message.ts';
import { chunkBytes, failureResponse, jsonResponse, notAllowed, notFound, readPiece, resourceResponse } from '../../infra/byte-response.ts';
import type { Log } from '../../infra/platform.ts';
import { wavHeader } from '#shared/sound/wav-header.ts';
import { maximumPieceBytes, type Arrival } from './arrivals.ts';
import { sourceOf } from './cleaning-files.ts';
import { KeptSound } from './kept-sound.ts';
import type { Recordings } from './recordings.ts';
import type { WindowDecoding } from './window-decoding.ts';

/** Answers `/bytes/clone/…`: pieces of a recording that come in, and its sound, peaks, file and what cleaning up makes of it. `undefined` for any other path. */
export async function answerRecordingBytes(request: Request, recordings: Recordings, log: Log): Promise<Response | undefined> {
  const [, name, ending] =
    /^\/bytes\/clone\/([0-9a-z]+)(?:\.(wav|peaks|original|samples|cleaned))?$/u.exec(new URL(request.url).pathname) ?? [];
  if (name === undefined || !idPattern.test(name)) return undefined;
  try {
    if (ending === undefined) return await receive(request, recordings.arrival(name));
    if (ending === 'samples') return await receiveSamples(request, recordings.decoding(name));
    const recording = recordings.find(name);
    if (ending === 'original') return recording?.original === true ? originalResponse(request, recordings, recording) : notFound();
    if (ending === 'cleaned') return recording?.cleaned ? cleanedResponse(request, recordings, recording, recording.cleaned) : notFound();
    return recording === undefined || recording.samples === 0 ? notFound() : soundResponse(request, recordings, recording, ending);
  } catch (thrown) {
    log.warn('a request for a recording failed', { failure: toFailure(thrown) });
    return failureResponse(thrown);
  }
}

async function receive(request: Request, arrival: Arrival | undefined): Promise<Response> {
  if (request.method !== 'POST') return notAllowed('POST');
  if (arrival === undefined) return notFound();
  const at = numberOf(request, 'at', message('clone.bytesBeforePiece'), Number.MAX_SAFE_INTEGER);
  return jsonResponse(await arrival.push(at, await readPiece(request, maximumPieceBytes)));
}

async function receiveSamples(request: Request, decoding: WindowDecoding | undefined): Promise<Response> {
  if (request.method !== 'POST') return notAllowed('POST');
  if (decoding === undefined) return notFound();
  const at = numberOf(request, 'at', message('clone.bytesBeforePiece'), Number.MAX_SAFE_INTEGER);
  const rate = numberOf(request, 'rate', message('clone.sampleRate'), 192_000);
  if (rate < 8_000) throw fail('invalid-input', message('clone.rateOutOfRange'), { field: 'rate' });
  const piece = await readPiece(request, maximumPieceBytes);
  if (piece.byteLength % 4 !== 0) throw fail('invalid-input', message('clone.piecesOfFourBytes'));
  return jsonResponse(await decoding.push(at, rate, piece));
}

function numberOf(request: Request, field: string, what: Message, most: number): number {
  const value = Number(new URL(request.url).searchParams.get(field) ?? NaN);
  if (!Number.isSafeInteger(value) || value < 0 || value > most)
    throw fail('invalid-input', message('clone.fieldMustBe', field, what), { field });
  return value;
}

function originalResponse(request: Request, recordings: Recordings, { id, bytes }: Recording): Response {
  const { original } = recordings.paths(id);
  return resourceResponse(request, {
    type: 'application/octet-stream',
    bytes,
    tag: `${id}-original`,
    read: (start, end) => readFile(original, start, end),
  });
}

function soundResponse(request: Request, recordings: Recordings, { id, samples }: Recording, ending: string): Response {
  const { pcm, peaks } = recordings.paths(id);
  if (ending === 'peaks')
    return resourceResponse(request, {
      type: 'application/octet-stream',
      bytes: countPeakBytes(samples),
      tag: `${id}-peaks`,
      read: (start, end) => readFile(peaks, start, end),
    });
  const header = wavHeader(samples);
  return resourceResponse(request, {
    type: 'audio/wav',
    bytes: header.byteLength + samples * 2,
    tag: id,
    async *read(start, end) {
      if (start < header.byteLength) yield header.slice(start, Math.min(end, header.byteLength));
      yield* readFile(pcm, Math.max(0, start - header.byteLength), end - header.byteLength);
    },
  });
}

function cleanedResponse(request: Request, recordings: Recordings, { id, cleanUp }: Recording, { kept, revision }: Cleaned): Response {
  const header = wavHeader(countKept(kept));
  return resourceResponse(request, {
    type: 'audio/wav',
    bytes: header.byteLength + countKept(kept) * 2,
    tag: `${id}-${revision}`,
    async *read(start, end) {
      if (start < header.byteLength) yield header.slice(start, Math.min(end, header.byteLength));
      yield* readKept(sourceOf(cleanUp, recordings.paths(id)), kept, Math.max(0, start - header.byteLength), end - header.byteLength);
    },
  });
}

/** Bytes of what is kept of a PCM file. */
async function* readKept(path: string, kept: Kept, start: number, end: number): AsyncGenerator<Uint8Array, void> {
  if (start >= end) return;
  const sound = await KeptSound.open(path, kept);
  try {
    for (let at = start; at < end;) {
      const first = at >> 1;
      const pcm = await sound.read(first, Math.ceil(Math.min(at + chunkBytes, end) / 2));
      const bytes = new Uint8Array(pcm.buffer, pcm.byteOffset, pcm.byteLength).slice(at - first * 2, end - first * 2);
      if (bytes.byteLength === 0) return;
      yield bytes;
      at += bytes.byteLength;
    }
  } finally {
    await sound.close();
  }
}

async function* readFile(path: string, start: number, end: number): AsyncGenerator<Uint8Array, void> {
  if (start >= end) return;
  const file = await open(path, 'r');
  try {
    for (let at = start; at < end;) {
      const piece = new Uint8Array(Math.min(chunkBytes, end - at));
      const { bytesRead } = await file.read(piece, 0, piece.byteLength, at);
      if (bytesRead === 0) return;
      yield piece.subarray(0, bytesRead);
      at += bytesRead;
    }
  } finally {
    await file.close();
  }
}
