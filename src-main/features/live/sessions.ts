import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { fail } from '#shared/failure.ts';
import { newId } from '#shared/ids.ts';
import { blocksOf } from '#shared/narration/document.ts';
import { estimatedWords } from '#shared/narration/spread-words.ts';
import type { Take } from '#shared/narration/take.ts';
import type { Services } from '#shared/operations/index.ts';
import type { LiveRequestRecord } from '#shared/operations/live.ts';
import { parseJson } from '../../service-client/answers.ts';
import type { Ledger, LedgerEntry } from '../../paid-requests/ledger/types.ts';
import { failureResponse, resourceResponse, chunkBytes } from '../../infra/byte-response.ts';
import type { Library, ResultFacts } from '../../library/types.ts';
import { WavReader } from '../../media/wav.ts';
import { wavHeader } from '#shared/sound/wav-header.ts';
import { findWanted } from '../speech/plan.ts';
import { readManifest, soundPath, withLength, type Manifest } from './save.ts';
import { bodySchema } from './recovery.ts';
import { message } from '#shared/messages/message.ts';

/** A stretch of a kept sound, as a WAV. */
interface Sound {
  header: Uint8Array;
  path: string;
  /** Of the bytes behind the header, in the file. */
  offset: number;
  bytes: number;
}

/** What of a sound is louder than this, of 1, is speech. */
const speechLevel = 0.01;

interface Options {
  profileDirectory: string;
  ledger: Ledger;
  library: Library;
  /** The operations that are being spoken now. */
  running: ReadonlySet<string>;
}

/** A phrase of a session, by the operation that spoke it. */
interface PhraseId {
  operationId: string;
  segmentId: string;
}

/** The sessions that were held: listed, played from the disk, and copied into a chapter. */
export class LiveSessions {
  readonly #directory: string;
  readonly #ledger: Ledger;
  readonly #library: Library;
  readonly #running: ReadonlySet<string>;

  constructor({ profileDirectory, ledger, library, running }: Options) {
    this.#directory = join(profileDirectory, 'live');
    this.#ledger = ledger;
    this.#library = library;
    this.#running = running;
  }

  readonly services: Pick<Services, 'live.sessions' | 'live.keep'> = {
    'live.sessions': async ({ before, limit }) => {
      const families = ['realtime-reliable', 'realtime-simple'] as const;
      const entries = await this.#ledger.list({ families, limit, ...(before !== undefined && { before }) });
      const requests = (await Promise.all(entries.map((entry) => this.#record(entry)))).filter((one) => one !== undefined);
      return { requests, next: entries.length < limit ? null : (entries.at(-1)?.operationId ?? null) };
    },
    'live.keep': async ({ projectId, chapterId, phrases }, { signal }) => {
      const chapter = await this.#library.chapter(projectId, chapterId);
      const takes: Take[] = [];
      for (const { blockId, ...phrase } of phrases) {
        signal.throwIfAborted();
        const take = await this.#keepPhrase({ projectId, chapterId, blockId }, phrase, chapter);
        if (take !== undefined) takes.push(take);
      }
      return { takes };
    },
  };

  /** Answers `/bytes/spoken/…`; `undefined` for any other path. */
  async bytes(request: Request): Promise<Response | undefined> {
    const found = /^\/bytes\/spoken\/([0-9a-z]{8,64})(?:-(\d{1,6}))?\.wav$/u.exec(new URL(request.url).pathname);
    if (found?.[1] === undefined) return undefined;
    try {
      return await this.#respond(request, found[1], found[2] === undefined ? undefined : Number(found[2]));
    } catch (thrown) {
      return failureResponse(thrown);
    }
  }

  /** `undefined` for what was sent in a shape that cannot be read. */
  async #record(entry: LedgerEntry): Promise<LiveRequestRecord | undefined> {
    const body = bodySchema.safeParse(parseJson(Buffer.from(entry.body).toString('utf8')));
    if (!body.success) return undefined;
    const { version, mode, session, request } = body.data;
    const { operationId, requestId, createdAt, connectionId, state, failure, creditsUsed } = entry;
    const manifest = await readManifest(this.#directory, operationId);
    const address = `/bytes/spoken/${operationId}`;
    const playable = manifest !== undefined && (manifest.format === 'wav' || headerFor(manifest, 0) !== undefined);
    // A phrase that broke off in the middle of a sample would turn all that follows it into noise.
    const inStep = manifest?.segments.every(({ bytes }) => bytes % 2 === 0) ?? false;
    return {
      operationId,
      requestId,
      createdAt,
      connectionId,
      state,
      failure,
      creditsUsed,
      version,
      mode,
      sessionId: session ?? operationId,
      running: this.#running.has(operationId),
      format: request.format,
      voiceId: request.voiceId,
      modelId: request.modelId,
      whole: manifest?.whole ?? false,
      url: playable && inStep && manifest.bytes > 0 ? `${address}.wav` : null,
      segments: (manifest?.segments ?? []).map(({ segmentId, texts, bytes, whole }, index) => ({
        segmentId,
        text: texts.join(''),
        bytes,
        whole,
        url: playable && bytes > 0 ? `${address}-${index}.wav` : null,
      })),
    };
  }

  /** The sound of one phrase, by its place in the manifest, or of all; `undefined` where there is none, or it cannot be played. */
  async #findSound(operationId: string, manifest: Manifest, index?: number): Promise<Sound | undefined> {
    const path = soundPath(this.#directory, operationId, manifest.format);
    const first = manifest.segments[0];
    const segment = index === undefined ? undefined : manifest.segments[index];
    if (first === undefined || (index !== undefined && segment === undefined)) return undefined;
    const offset = segment?.offset ?? first.offset;
    const bytes = segment?.bytes ?? manifest.bytes - first.offset;
    const header =
      headerFor(manifest, bytes) ?? (manifest.format === 'wav' ? withLength(await readPart(path, 0, first.offset), bytes) : undefined);
    return header === undefined || bytes === 0 ? undefined : { header, path, offset, bytes };
  }

  async #respond(request: Request, operationId: string, index: number | undefined): Promise<Response | undefined> {
    const manifest = await readManifest(this.#directory, operationId);
    const sound = manifest && (await this.#findSound(operationId, manifest, index));
    if (sound === undefined) return undefined;
    const { header, path, offset, bytes } = sound;
    return resourceResponse(request, {
      type: 'audio/wav',
      bytes: header.byteLength + bytes,
      tag: `${operationId}-${index ?? 'all'}-${bytes}`,
      async *read(start, end) {
        if (start < header.byteLength) yield header.subarray(start, Math.min(end, header.byteLength));
        for (let at = Math.max(start, header.byteLength); at < end;) {
          const piece = await readPart(path, offset + at - header.byteLength, Math.min(chunkBytes, end - at));
          if (piece.byteLength === 0) return;
          at += piece.byteLength;
          yield piece;
        }
      },
    });
  }

  /** Copies a phrase into a block as its take. Fails with `not-found`, and `conflict` where the block has another text. */
  async #keepPhrase(
    purpose: { projectId: string; chapterId: string; blockId: string },
    { operationId, segmentId }: PhraseId,
    chapter: Awaited<ReturnType<Library['chapter']>>,
  ): Promise<Take | undefined> {
    const entry = await this.#ledger.entry(operationId);
    const manifest = await readManifest(this.#directory, operationId);
    const index = manifest?.segments.findIndex((one) => one.segmentId === segmentId) ?? -1;
    const segment = manifest?.segments[index];
    const block = blocksOf(chapter.document).find(({ attributes }) => attributes.id === purpose.blockId);
    if (entry === undefined || manifest === undefined || segment === undefined)
      throw fail('not-found', message('live.phraseNotHere'), { field: 'segmentId' });
    if (block === undefined) throw fail('not-found', message('live.blockGone'), { field: 'blockId' });
    if (toBlockText(block.text) !== toBlockText(segment.texts.join('')))
      throw fail('conflict', message('live.blockDiffers'), { field: 'blockId' });
    // A live session says what is written: where the project would say it otherwise, its sound is of another text.
    const wanted = findWanted(block, { ...chapter, pronunciations: [], sharedPronunciations: [] }, entry.connectionId);
    const sound = await this.#findSound(operationId, manifest, index);
    if (wanted === undefined || sound === undefined) return undefined;
    const bytes = Buffer.concat([sound.header, await readPart(sound.path, sound.offset, sound.bytes)]);
    const arrival = await this.#library.receive(newId(), 'wav');
    await arrival.write(bytes);
    const { text, voiceId, modelId, controls } = wanted.shape;
    const facts: ResultFacts = {
      fingerprint: wanted.fingerprint,
      text,
      voiceId,
      modelId,
      controls,
      purpose,
      requestId: entry.requestId,
      creditsUsed: null,
      alignment: 'none',
      ignoredParameters: [],
      words: estimateWords(bytes, text),
    };
    const result = segment.whole ? await arrival.complete(facts) : await arrival.interrupted(facts);
    return result && (await this.#library.addTake(result));
  }
}

/** The header that raw samples lack; empty-handed for a format that has its own, and for samples that nothing here plays. */
function headerFor({ format, pcm }: Manifest, bytes: number): Uint8Array | undefined {
  if (format !== 'pcm' || pcm?.channels !== 1 || pcm.bitDepth !== 16) return undefined;
  return wavHeader(bytes >> 1, pcm.sampleRate);
}

async function readPart(path: string, offset: number, bytes: number): Promise<Uint8Array> {
  const file = await open(path, 'r');
  try {
    const buffer = new Uint8Array(bytes);
    let read = 0;
    while (read < bytes) {
      const { bytesRead } = await file.read(buffer, read, bytes - read, offset + read);
      if (bytesRead === 0) break;
      read += bytesRead;
    }
    return buffer.subarray(0, read);
  } finally {
    await file.close();
  }
}

/** As a block holds it. */
const toBlockText = (text: string): string => text.replaceAll(/[\r\n\u2028\u2029]+/gu, ' ').trim();

/** A live session tells no times of words: they share what lies between the first and the last audible sample. */
function estimateWords(wav: Uint8Array, text: string) {
  const chunks = new WavReader().push(wav);
  let [first, last, total] = [-1, 0, 0];
  for (const { samples, rate } of chunks) {
    for (const [index, value] of samples.entries()) {
      if (Math.abs(value) < speechLevel) continue;
      last = ((total + index) / rate) * 1000;
      if (first < 0) first = last;
    }
    total += samples.length;
  }
  return first < 0
    ? []
    : estimatedWords(
        text.split(/\s+/u).filter((word) => word !== ''),
        first,
        last,
      );
}
