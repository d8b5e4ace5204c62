import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { formProblems } from '#shared/clone/files.ts';
import { peakBytesOf, sendingOf, type CloneForm, type Recording } from '#shared/clone/recordings.ts';
import { findUnconfirmedSpeakers, formatOtherSpeaker } from '#shared/clone/speakers.ts';
import { fail, toFailure } from '#shared/failure.ts';
import { idPattern } from '#shared/ids.ts';
import type { Services } from '#shared/operations/index.ts';
import type { cloneOperations } from '#shared/operations/clone.ts';
import { cloneLimits } from '#shared/wire/voice-creation.ts';
import { maximumPieceBytes, type Arrival } from './arrivals.ts';
import type { TemporaryUploads } from '../bucket/uploads.ts';
import { sendWithFiles } from '../bucket/file-addresses.ts';
import { isOnThisMachine } from '../../infra/network-place.ts';
import { whyOutOfReach } from '../bucket/reachable.ts';
import { Recordings } from './recordings.ts';
import type { WindowDecoding } from './window-decoding.ts';
import type { ConnectionKeeper } from '../../service-client/connection.ts';
import { chunkBytes, failureResponse, jsonResponse, notAllowed, notFound, pieceOf, resourceResponse } from '../../infra/byte-response.ts';
import { wavHeader } from '../../media/wav.ts';
import type { Transcriptions } from '../transcripts/transcription.ts';
import type { CloneOrder, PersonalVoices } from '../voices/personal.ts';
import { internalCall } from '../../infra/internal-call.ts';
import type { Log } from '../../infra/platform.ts';
import { message, type Message } from '#shared/messages/message.ts';

export interface Clone {
  services: Pick<Services, keyof typeof cloneOperations>;
  /** Answers `/bytes/clone/…`; `undefined` for any other path. */
  bytes(request: Request): Promise<Response | undefined>;
  close(): Promise<void>;
}

/** Cloning as a person does it: a draft that lasts, recordings that come in pieces, and one voice that is made of them. */
export function createClone(options: {
  profileDirectory: string;
  connection: ConnectionKeeper;
  paidWork: Pick<PersonalVoices, 'clone'> & Pick<Transcriptions, 'transcribe'> & { services: Pick<Services, 'jobs.stopWaiting'> };
  /** For a service that is not on this machine. */
  uploads?: TemporaryUploads;
  log: Log;
}): Clone {
  const { connection, paidWork, uploads, log } = options;
  const recordings = new Recordings(options.profileDirectory, log);
  let sending = false;

  const whyNotTranscribed = async (signal: AbortSignal): Promise<Message | null> => {
    const reason = whyOutOfReach((await connection.ready(signal)).origin);
    if (reason === null || (uploads?.name() ?? null) !== null) return null;
    return message('clone.setABucket', reason);
  };

  return {
    services: {
      'clone.draft': () => recordings.draft(),
      'clone.saveForm': async (form) => {
        await recordings.change({ form });
        return null;
      },
      'clone.begin': (order) => recordings.begin(order),
      'clone.finish': ({ recordingId }) => recordings.finish(recordingId),
      'clone.decoded': ({ recordingId }) => recordings.decoded(recordingId),
      'clone.update': ({ recordingId, ...change }) => recordings.update(recordingId, change),
      'clone.arrange': async ({ recordingIds }) => {
        await recordings.arrange(recordingIds);
        return null;
      },
      'clone.remove': async ({ recordingId }) => {
        await recordings.remove(recordingId);
        return null;
      },
      'clone.clear': () => recordings.clear(),
      'clone.canTranscribe': async (_input, { signal }) => ({ reason: await whyNotTranscribed(signal) }),
      'clone.transcribe': async ({ recordingId, language }, context) => {
        const reason = await whyNotTranscribed(context.signal);
        if (reason !== null) throw fail('conflict', reason);
        const recording = recordings.find(recordingId);
        if (recording?.state !== 'ready') throw fail('not-found', message('clone.recordingRemoved'), { field: 'recordingId' });
        const file = await recordings.fileToSend(recording);
        try {
          const isHere = isOnThisMachine((await connection.ready(context.signal)).origin);
          const ending = /[^.]+$/u.exec(file.name)?.[0] ?? 'wav';
          const uploaded = { path: file.path, name: `${await digestOf(file.path)}.${ending}`, called: file.name };
          const call = { signal: context.signal, uploads: isHere ? undefined : uploads };
          const { text } = await sendWithFiles([uploaded], call, ([audioUrl = ''], signal, noted) =>
            paidWork.transcribe({ fileName: file.name, audioUrl, language }, signal, noted),
          );
          return { text };
        } finally {
          await file.done();
        }
      },
      'clone.send': async (_input, { signal, emit }) => {
        if (sending) throw fail('conflict', message('clone.alreadySending'));
        sending = true;
        try {
          const { form, recordings: listed } = await recordings.draft();
          check(form, listed);
          const files = [];
          try {
            for (const recording of listed) {
              emit({ type: 'preparing', recordingId: recording.id });
              signal.throwIfAborted();
              files.push(await recordings.fileToSend(recording));
            }
            const { value } = await paidWork.clone(orderOf(form, files), signal, {
              begun: (operationId) => {
                emit({ type: 'begun', operationId });
                // A person who stops wants the upload to end, not only to look away from it.
                const stop = (): void => {
                  paidWork.services['jobs.stopWaiting']({ operationId }, internalCall(new AbortController().signal)).catch(
                    (thrown: unknown) => log.warn('an upload could not be stopped', { kind: toFailure(thrown).kind }),
                  );
                };
                signal.addEventListener('abort', stop, { once: true });
              },
              sent: (bytes, total) => emit({ type: 'sent', bytes, total }),
            });
            const made = { voiceId: value, name: form.name.trim() };
            await recordings.change({ made });
            return made;
          } finally {
            for (const file of files) await file.done();
          }
        } finally {
          sending = false;
        }
      },
      'clone.adopted': (made) => recordings.change({ made }),
    },
    bytes: async (request) => {
      const [, name, ending] =
        /^\/bytes\/clone\/([0-9a-z]+)(?:\.(wav|peaks|original|samples))?$/u.exec(new URL(request.url).pathname) ?? [];
      if (name === undefined || !idPattern.test(name)) return undefined;
      try {
        if (ending === undefined) return await receive(request, recordings.arrival(name));
        if (ending === 'samples') return await receiveSamples(request, recordings.decoding(name));
        const recording = recordings.find(name);
        if (ending === 'original') return recording?.original === true ? originalResponse(request, recordings, recording) : notFound();
        return recording === undefined || recording.samples === 0 ? notFound() : soundResponse(request, recordings, recording, ending);
      } catch (thrown) {
        log.warn('a request for a recording failed', { failure: toFailure(thrown) });
        return failureResponse(thrown);
      }
    },
    close: () => recordings.close(),
  };
}

/** What may not be sent is caught here, and named. */
function check(form: CloneForm, listed: readonly Recording[]): void {
  const wrong = (field: string, why: Message): Error => fail('invalid-input', why, { field });
  const [problem] = Object.entries(formProblems(form));
  if (problem) throw wrong(problem[0], problem[1]);
  if (listed.length === 0) throw wrong('recordings', message('clone.needsARecording'));
  if (listed.length > cloneLimits.files) throw wrong('recordings', message('clone.atMostRecordings', cloneLimits.files));
  for (const [index, recording] of listed.entries()) {
    const field = `recordings.${index}`;
    if (recording.state === 'arriving') throw wrong(field, message('clone.stillOpening', recording.name));
    if (recording.state === 'failed') throw wrong(field, message('clone.recordingUnusable', recording.name));
    if (sendingOf(recording) === undefined) throw wrong(field, message('clone.cannotBeSent', recording.name));
  }
  const [other] = findUnconfirmedSpeakers(listed, form.samePerson);
  if (other !== undefined)
    throw wrong(`recordings.${listed.indexOf(other.recording)}`, message('clone.removeOrConfirmSpeaker', formatOtherSpeaker(other)));
  if (!form.consent) throw wrong('consent', message('clone.consentMissing'));
}

function orderOf(form: CloneForm, files: CloneOrder['files']): CloneOrder {
  const description = form.description.trim();
  const referenceText = form.referenceText.trim();
  return {
    name: form.name,
    visibility: form.visibility,
    files,
    consent: true,
    ...(description !== '' && { description }),
    ...(referenceText !== '' && { referenceText }),
    ...(form.languages.length > 0 && { languages: form.languages }),
  };
}

async function receive(request: Request, arrival: Arrival | undefined): Promise<Response> {
  if (request.method !== 'POST') return notAllowed('POST');
  if (arrival === undefined) return notFound();
  const at = numberOf(request, 'at', message('clone.bytesBeforePiece'), Number.MAX_SAFE_INTEGER);
  return jsonResponse(await arrival.push(at, await pieceOf(request, maximumPieceBytes)));
}

async function receiveSamples(request: Request, decoding: WindowDecoding | undefined): Promise<Response> {
  if (request.method !== 'POST') return notAllowed('POST');
  if (decoding === undefined) return notFound();
  const at = numberOf(request, 'at', message('clone.bytesBeforePiece'), Number.MAX_SAFE_INTEGER);
  const rate = numberOf(request, 'rate', message('clone.sampleRate'), 192_000);
  if (rate < 8_000) throw fail('invalid-input', message('clone.rateOutOfRange'), { field: 'rate' });
  const piece = await pieceOf(request, maximumPieceBytes);
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
      bytes: peakBytesOf(samples),
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

/** SHA-256 of a file, in hex: what a file is called on its way to the service. */
async function digestOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of createReadStream(path)) hash.update(piece as Buffer);
  return hash.digest('hex');
}
