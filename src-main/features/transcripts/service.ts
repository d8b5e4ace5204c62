import { cutText } from '#shared/cut-text.ts';
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { fail, FailureError } from '#shared/failure.ts';
import type { Operations, Services } from '#shared/operations/index.ts';
import type { KeptFile } from '#shared/operations/paid.ts';
import type { KnownText, RecogniserState, transcriptOperations, Transcript, TranscriptRecord } from '#shared/operations/transcripts.ts';
import type { Out, Parsed } from '#shared/rpc.ts';
import { edited, isEdited, type TranscriptEdits } from '#shared/transcripts/edits.ts';
import { hasTimes, transcriptFile } from '#shared/transcripts/make.ts';
import { piecesOfManuscript, piecesOfText, type KnownPiece } from '#shared/transcripts/known-text.ts';
import { blocksOf } from '#shared/narration/document.ts';
import { plainText } from '#shared/plain-text.ts';
import { readTranscript } from '#shared/transcripts/read.ts';
import { withinSound } from '#shared/transcripts/within-sound.ts';
import { transcriptionRequest } from '#shared/wire/transcription.ts';
import { isSigned, withoutSignatures } from '#shared/signed-address.ts';
import type { TemporaryUploads, UploadCall } from '../bucket/uploads.ts';
import type { ConnectionKeeper } from '../../service-client/connection.ts';
import { searchLedger } from '../../paid-requests/ledger/search.ts';
import type { Ledger, LedgerEntry } from '../../paid-requests/ledger/types.ts';
import type { Exports } from '../../library/exports.ts';
import { formatFileName } from '../../infra/file-name.ts';
import { typeByName, type KeptFiles } from '../../library/kept-files.ts';
import type { RemovedResults } from '../../library/removed-results.ts';
import type { PaidCoordinator, SentRequest } from '../../paid-requests/coordinator.ts';
import { sendWithFiles } from '../bucket/file-addresses.ts';
import { createFingerprint, findFileName, findFiles } from '../../paid-requests/family.ts';
import type { Log } from '../../infra/platform.ts';
import { Semaphore } from '../../infra/semaphore.ts';
import type { LibraryService } from '../../library/library.ts';
import { Aligner } from '../../media/alignment/aligner.ts';
import type { ServiceClient } from '../../service-client/client.ts';
import { isOnThisMachine } from '../../infra/network-place.ts';
import { whyOutOfReach } from '../bucket/reachable.ts';
import { transcriptionPayment, transcriptionWork, type Transcribed } from './transcription.ts';
import { secondsOfSound } from './look.ts';
import { AlignedStore, type AlignedPage } from './aligned-store.ts';
import { CorrectedTexts } from './corrected-texts.ts';
import { alignText, readKnownText } from './known-text.ts';
import { TranscriptStore, type TranscriptPage } from './store.ts';
import { message, type Message } from '#shared/messages/message.ts';

type Source = Parsed<(typeof transcriptOperations)['transcripts.create']>['source'];
type AlignOrder = Parsed<(typeof transcriptOperations)['transcripts.align']>;
type FileSource = Exclude<Source, { address: string }>;

const excerptCharacters = 240;
/** Manuscripts that are read at the same time; each has a thread and its memory. */
const textsAtOnce = 2;

const types = { txt: 'text/plain; charset=utf-8', srt: 'application/x-subrip', vtt: 'text/vtt' } as const;

interface Options {
  profileDirectory: string;
  connection: ConnectionKeeper;
  ledger: Ledger;
  coordinator: PaidCoordinator;
  kept: KeptFiles;
  exports: Pick<Exports, 'text'>;
  uploadPath: (uploadId: string) => string | undefined;
  uploads?: TemporaryUploads;
  /** Of projects whose chapters are aligned to recordings. */
  library: Pick<LibraryService, 'chapter'>;
  removed?: Pick<RemovedResults, 'has'>;
  log: Log;
  aligner?: Pick<Aligner, 'align' | 'close'>;
}

/**
 * Transcripts: recognised by the service, which is paid once, or aligned here to a text that is known; kept with their sound, read in one form whatever
 * the service calls its fields, edited beside what was sent.
 */
export class Transcripts {
  readonly #options: Options;
  readonly #store: TranscriptStore;
  readonly #aligned: AlignedStore;
  readonly #corrected = new CorrectedTexts();
  readonly #aligner: Pick<Aligner, 'align' | 'close'>;
  readonly #texts = new Semaphore(() => textsAtOnce);

  constructor(options: Options) {
    const { profileDirectory, kept, log } = options;
    this.#options = options;
    this.#store = new TranscriptStore(profileDirectory, log);
    this.#aligned = new AlignedStore(profileDirectory, kept, log);
    this.#aligner = options.aligner ?? new Aligner({ onUnexpected: (text, facts) => log.error(text, facts) });
  }

  close(): Promise<void> {
    return this.#aligner.close();
  }

  readonly services: Pick<Services, keyof typeof transcriptOperations> = {
    'transcripts.reach': async (_input, { signal }) => {
      const client = await this.#options.connection.ready(signal);
      const { origin } = client;
      const isHere = isOnThisMachine(origin);
      const recogniser = isHere ? await this.#readRecogniser(client, signal) : null;
      return { reason: this.#whyNot(origin), bucket: isHere ? null : this.#bucketName(), recogniser };
    },
    'transcripts.inspect': async ({ uploadId, purpose }) => ({ seconds: await secondsOfSound(await this.#uploaded(uploadId), purpose) }),
    'transcripts.align': (order, { signal, emit }) => this.#align(order, signal, (fraction) => emit({ fraction })),
    'transcripts.create': async ({ source, ...wanted }, { signal, emit }) => {
      const begun = (operationId: string): void => emit({ operationId });
      const { entry, value } =
        'address' in source
          ? await this.#sendAddress(source.address, wanted, begun, signal)
          : await this.#sendFile(source, wanted, begun, { signal, onProgress: emit });
      return { ...(await this.#toTranscript(entry, value.transcription.whole)), failure: value.failure };
    },
    'transcripts.list': (query) => this.#list(query),
    'transcripts.open': ({ id }) => this.#open(id),
    'transcripts.edit': async ({ id, edits }) => {
      if ((await this.#aligned.find(id)) === undefined) await this.#findEntry(id);
      await this.#store.change(id, { edits });
      return null;
    },
    'transcripts.attach': async ({ id, uploadId, name }) => {
      const entry = await this.#findEntry(id);
      const path = await this.#uploaded(uploadId);
      const seconds = await secondsOfSound(path);
      const sound = await this.#keepSound(path, name);
      return this.#toRecord(entry, await this.#store.change(id, { sound, seconds }));
    },
    'transcripts.export': (order, { signal }) => this.#export(order, signal),
  };

  #bucketName(): string | null {
    return this.#options.uploads?.name() ?? null;
  }

  /** `null` where the service does not say, and where it cannot be asked: then it says so when it is asked for a transcript. */
  async #readRecogniser(client: ServiceClient, signal: AbortSignal): Promise<RecogniserState | null> {
    try {
      return (await client.profile(signal)).recogniser ?? null;
    } catch (thrown) {
      if (signal.aborted) throw thrown;
      return null;
    }
  }

  /** Why a file of this machine cannot be transcribed; `null` where it can. */
  #whyNot(origin: string): Message | null {
    return this.#bucketName() === null ? whyOutOfReach(origin) : null;
  }

  async #uploaded(uploadId: string): Promise<string> {
    const path = this.#options.uploadPath(uploadId);
    const found = path === undefined ? undefined : await stat(path).catch(() => undefined);
    if (path === undefined || found === undefined)
      throw fail('not-found', message('transcribe.fileGone'), { field: 'uploadId', next: 'choose-file' });
    return path;
  }

  /** The newest transcript with times, in no named language, of exactly this file that was paid for at this service and is on the disk; `null` where there is none. */
  async findPaid(path: string, name: string): Promise<string | null> {
    const { kept, ledger, connection } = this.#options;
    const connectionId = connection.current().id;
    const url = await kept.findAddress(createReadStream(path), findType(name));
    const what = whatIsTranscribed(url, { timestamps: true });
    const entry = await ledger.paid(createFingerprint('transcription', connectionId, what), connectionId);
    const answer = entry && findFiles(entry)[0];
    return entry !== undefined && answer !== undefined && (await kept.has(answer)) ? entry.operationId : null;
  }

  #keepSound(path: string, name: string): Promise<KeptFile> {
    return this.#options.kept.keep(createReadStream(path), findType(name));
  }

  /** Keeps the sound of a recording that Clone has transcribed; call what comes of it with the operation that pays for that, before it is sent. */
  readonly keepSound = async (path: string, name: string): Promise<(operationId: string) => Promise<void>> => {
    const sound = await this.#keepSound(path, name);
    const seconds = await secondsOfSound(path);
    return async (operationId) => void (await this.#store.change(operationId, { name, sound, seconds, isForClone: true }));
  };

  #path({ url }: KeptFile): string {
    return this.#options.kept.path(url.slice(url.lastIndexOf('/') + 1));
  }

  async #findEntry(id: string): Promise<LedgerEntry> {
    const entry = await this.#options.ledger.entry(id);
    if (entry?.family !== 'transcription') throw fail('not-found', message('transcribe.noSuchTranscription'), { field: 'id' });
    return entry;
  }

  /** The beginning of a text as it reads now. */
  #readBeginning(page: AlignedPage | LedgerEntry, edits: TranscriptEdits): Promise<string> {
    if ('segments' in page) return this.#corrected.read(page.id, edits, page.excerpt, () => this.#aligned.segments(page));
    const text = page.result?.['text'];
    const readSegments = async () => readTranscript(await this.#readAnswer(page)).segments;
    return this.#corrected.read(page.operationId, edits, typeof text === 'string' ? text : '', readSegments);
  }

  /** What both kinds have, of one that was aligned. */
  async #toAlignedRecord(page: AlignedPage): Promise<TranscriptRecord> {
    const { id, createdAt, name, textName, language, seconds, unsaid, sound } = page;
    const { edits } = await this.#store.read(id);
    const made = { id, createdAt, name, textName, language, seconds, unsaid, sound };
    return {
      ...made,
      operation: null,
      draft: false,
      timestamps: true,
      address: null,
      excerpt: cutText(await this.#readBeginning(page, edits), excerptCharacters),
      edited: isEdited(edits),
    };
  }

  async #toRecord(entry: LedgerEntry, known?: TranscriptPage): Promise<TranscriptRecord> {
    const written = known ?? (await this.#store.read(entry.operationId));
    const sent = sentOf(entry);
    const { duration, draft } = entry.result ?? {};
    return {
      id: entry.operationId,
      createdAt: entry.createdAt,
      textName: null,
      unsaid: 0,
      draft: draft === true,
      operation: this.#options.coordinator.shown(entry),
      name: written.name ?? sent.fileName ?? (sent.address === null ? entry.summary : findFileName(sent.address)),
      language: sent.language,
      timestamps: sent.timestamps,
      sound: written.sound,
      address: sent.address,
      seconds: typeof duration === 'number' ? duration : null,
      excerpt: cutText(await this.#readBeginning(entry, written.edits), excerptCharacters),
      edited: isEdited(written.edits),
      ...(written.isForClone === true && { isForClone: true }),
    };
  }

  async #toTranscript(entry: LedgerEntry, answer: unknown): Promise<Transcript> {
    const written = await this.#store.read(entry.operationId);
    const { segments, rest, seconds, isDraft, isOwnSpeech } = readTranscript(answer);
    const record = await this.#toRecord(entry, written);
    const known = { ...record, seconds: record.seconds ?? seconds, draft: isDraft, isOwnSpeech };
    return { record: known, segments: withinSound(segments, written.seconds), rest, edits: written.edits };
  }

  /** As it is on the disk. Fails with `file-missing` and `damaged`. */
  async #open(id: string): Promise<Transcript> {
    const page = await this.#aligned.find(id);
    if (page !== undefined) return this.#openAligned(page);
    return this.#openAnswer(await this.#findEntry(id));
  }

  async #openAligned(page: AlignedPage): Promise<Transcript> {
    const [record, segments, { edits }] = await Promise.all([
      this.#toAlignedRecord(page),
      this.#aligned.segments(page),
      this.#store.read(page.id),
    ]);
    return { record, segments, rest: {}, edits };
  }

  async #openAnswer(entry: LedgerEntry): Promise<Transcript> {
    const answer = await this.#readAnswer(entry);
    try {
      return await this.#toTranscript(entry, answer);
    } catch (thrown) {
      throw fail('damaged', message('transcribe.transcriptUnreadable'), { cause: thrown, charged: 'yes', next: 'none' });
    }
  }

  async #readAnswer(entry: LedgerEntry): Promise<unknown> {
    const file = findFiles(entry)[0];
    if (file === undefined)
      throw new FailureError(entry.failure ?? fail('file-missing', message('transcribe.noResult'), { next: 'none' }).failure);
    const bytes = await readFile(this.#path(file)).catch((cause: unknown) => {
      throw fail('file-missing', message('transcribe.transcriptGone'), { cause, charged: 'yes', next: 'none' });
    });
    try {
      return JSON.parse(bytes.toString('utf8')) as unknown;
    } catch (thrown) {
      throw fail('damaged', message('transcribe.transcriptUnreadable'), { cause: thrown, charged: 'yes', next: 'none' });
    }
  }

  /** A file as it will stay on the disk, and its length in seconds. */
  async #keepSource(source: FileSource): Promise<{ name: string; title: string; sound: KeptFile; seconds: number }> {
    if ('uploadId' in source) {
      const path = await this.#uploaded(source.uploadId);
      const seconds = await secondsOfSound(path);
      return { name: source.name, title: source.title ?? source.name, sound: await this.#keepSound(path, source.name), seconds };
    }
    const { name, sound } = await this.#findSound(source.id);
    return { name, title: name, sound, seconds: await secondsOfSound(this.#path(sound)) };
  }

  /** The sound that is kept with a transcript. */
  async #findSound(id: string): Promise<{ name: string; sound: KeptFile }> {
    const { name, sound } = (await this.#aligned.find(id)) ?? (await this.#toRecord(await this.#findEntry(id)));
    if (sound === null) throw fail('not-found', message('transcribe.soundNotHere'), { field: 'source' });
    return { name, sound };
  }

  async #align({ source, text, language }: AlignOrder, signal: AbortSignal, report: (share: number) => void): Promise<Transcript> {
    const known = await this.#readText(text, language, signal);
    const { name, title, path } =
      'uploadId' in source
        ? { name: source.name, title: source.title ?? source.name, path: await this.#uploaded(source.uploadId) }
        : await this.#findSound(source.id).then(({ name, sound }) => ({ name, title: name, path: this.#path(sound) }));
    const seconds = await secondsOfSound(path, 'alignment');
    const aligned = await alignText(this.#aligner, { path, seconds, pieces: known.pieces, language }, signal, report);
    signal.throwIfAborted();
    const sound = 'uploadId' in source ? await this.#keepSound(path, name) : (await this.#findSound(source.id)).sound;
    const made = { name: title, textName: known.name, language: aligned.language, seconds, unsaid: aligned.unsaid, sound };
    return this.#openAligned(await this.#aligned.add(made, aligned.segments));
  }

  /** `name`: what the text is called; `null` for one that was pasted. */
  async #readText(
    text: KnownText,
    language: string | undefined,
    signal: AbortSignal,
  ): Promise<{ name: string | null; pieces: KnownPiece[] }> {
    if ('text' in text) return { name: null, pieces: piecesOfText(text.text, language) };
    if ('chapterId' in text) {
      const { document } = await this.#options.library.chapter(text.projectId, text.chapterId);
      const written = blocksOf(document).map((block) => block.text);
      return { name: text.name, pieces: piecesOfText(written.join('\n'), language) };
    }
    const release = await this.#texts.acquire(signal);
    try {
      const path = this.#options.uploadPath(text.uploadId) ?? '';
      const { log } = this.#options;
      const manuscript = await readKnownText(path, text.name, { signal, onUnexpected: (what, facts) => log.error(what, facts) });
      return { name: text.name, pieces: piecesOfManuscript(manuscript, language) };
    } finally {
      release();
    }
  }

  #sendAddress(
    audioUrl: string,
    { language, timestamps }: Wanted,
    begun: (operationId: string) => void,
    signal: AbortSignal,
  ): Promise<SentRequest<Transcribed>> {
    const { connection, coordinator } = this.#options;
    const payment = transcriptionPayment({ audioUrl, language, ignoreTimestamps: !timestamps }, connection.current().id);
    return coordinator.send(transcriptionWork, payment, signal, (operationId) => {
      begun(operationId);
      return Promise.resolve();
    });
  }

  /** The sound of a file is on the disk before anything is sent, and has an address for as long as the service may fetch it. */
  async #sendFile(
    source: FileSource,
    { language, timestamps }: Wanted,
    begun: (operationId: string) => void,
    { signal, onProgress }: UploadCall,
  ): Promise<SentRequest<Transcribed>> {
    const { connection, coordinator } = this.#options;
    const { origin } = await connection.ready(signal);
    const reason = this.#whyNot(origin);
    if (reason !== null) throw fail('conflict', reason, { field: 'source' });
    const { name, title, sound, seconds } = await this.#keepSource(source);
    const path = this.#path(sound);
    const file = { path, name: basename(path), called: name };
    const uploads = isOnThisMachine(origin) ? undefined : this.#options.uploads;
    return sendWithFiles([file], { signal, uploads, onProgress }, ([audioUrl = ''], signal, noted) => {
      const order = { audioUrl, language, ignoreTimestamps: !timestamps, fileName: name, title };
      const what = whatIsTranscribed(sound.url, { language, timestamps });
      const payment = transcriptionPayment(order, connection.current().id, { what, seconds });
      return coordinator.send(transcriptionWork, payment, signal, async (operationId) => {
        await noted(operationId);
        await this.#store.change(operationId, { name: title, sound, seconds });
        begun(operationId);
      });
    });
  }

  /** Both kinds, merged by their time. Where the next page begins is said for each. */
  async #list({ before, limit, search, removed }: Parsed<Operations['transcripts.list']>): Promise<Out<Operations['transcripts.list']>> {
    const [ledgerBefore = '', alignedBefore = ''] = (before ?? '').split(',');
    const wanted = { limit, ...(search !== undefined && { search }), ...(ledgerBefore !== '' && { before: ledgerBefore }) };
    const paid = await searchLedger(this.#options.ledger, { ...wanted, families: ['transcription'] }, async (entry) => {
      if (this.#isRemoved(entry.operationId) !== removed) return undefined;
      const written = await this.#store.read(entry.operationId);
      const item = await this.#toRecord(entry, written);
      return { item, text: await this.#readSearched(item.name, entry, written.edits) };
    });
    const { transcripts, rest } = mergePages(paid.items, await this.#listAligned(search, alignedBefore, removed), limit);
    const last = (isPaid: boolean): string | undefined => transcripts.findLast(({ operation }) => (operation !== null) === isPaid)?.id;
    const isLast = rest.every((left) => left === 0) && paid.next === null;
    // Of what was looked through without being shown, the ledger's own search says how far it is.
    const nextPaid = (rest[0] === 0 ? paid.next : last(true)) ?? last(true) ?? ledgerBefore;
    return { transcripts, next: isLast ? null : `${nextPaid},${last(false) ?? alignedBefore}` };
  }

  #isRemoved(id: string): boolean {
    return this.#options.removed?.has(id) ?? false;
  }

  /** What a search looks through: the name, the beginning as it reads now, and every correction, wherever it is in the text. */
  async #readSearched(name: string, page: AlignedPage | LedgerEntry, edits: TranscriptEdits): Promise<string> {
    return [name, await this.#readBeginning(page, edits), ...Object.values(edits.texts)].join('\n');
  }

  /** Those after one, in which every word is found. */
  async #listAligned(search: string | undefined, after: string, removed: boolean): Promise<TranscriptRecord[]> {
    const all = await this.#aligned.list();
    const words = plainText(search ?? '')
      .split(/\s+/u)
      .filter(Boolean);
    const rest = all.slice(all.findIndex(({ id }) => id === after) + 1).filter(({ id }) => this.#isRemoved(id) === removed);
    const found = await Promise.all(
      rest.map(async (page) => {
        if (words.length === 0) return true;
        const text = plainText(await this.#readSearched(page.name, page, (await this.#store.read(page.id)).edits));
        return words.every((word) => text.includes(word));
      }),
    );
    return Promise.all(rest.filter((_page, at) => found[at]).map((page) => this.#toAlignedRecord(page)));
  }

  async #export(
    { id, format, split, speakers, path, overwrite }: Parsed<Operations['transcripts.export']>,
    signal: AbortSignal,
  ): Promise<Out<Operations['transcripts.export']>> {
    const { record, segments, edits } = await this.#open(id);
    const now = edited(segments, edits);
    if (format !== 'txt' && !hasTimes(now)) throw fail('invalid-input', message('transcribe.captionsNeedTimes'), { field: 'format' });
    const content = Buffer.from(transcriptFile(now, format, { split, speakers }));
    const name = `${formatFileName(record.name.replace(/\.[0-9a-z]{2,5}$/iu, ''), 'Transcript')}.${format}`;
    return this.#options.exports.text({ name, type: types[format], path, overwrite }, [content], signal);
  }
}

/** The newest of two lists, both newest first; `rest`: how many of each come later. */
function mergePages(
  one: readonly TranscriptRecord[],
  other: readonly TranscriptRecord[],
  limit: number,
): { transcripts: TranscriptRecord[]; rest: [number, number] } {
  const transcripts: TranscriptRecord[] = [];
  let [at, otherAt] = [0, 0];
  while (transcripts.length < limit) {
    const [next, otherNext] = [one[at], other[otherAt]];
    if (next !== undefined && (otherNext === undefined || next.createdAt >= otherNext.createdAt)) {
      transcripts.push(next);
      at += 1;
    } else if (otherNext !== undefined) {
      transcripts.push(otherNext);
      otherAt += 1;
    } else break;
  }
  return { transcripts, rest: [one.length - at, other.length - otherAt] };
}

/** What the service is asked for. */
interface Wanted {
  language?: string | undefined;
  timestamps: boolean;
}

const findType = (name: string): string => typeByName(name) ?? 'application/octet-stream';

/** What names the work: the same sound, asked for in the same way, is the same transcript. */
const whatIsTranscribed = (url: string, { language, timestamps }: Wanted): unknown => [url, language ?? null, timestamps];

interface Sent {
  /** `null` for a file of this machine, whose address was one of the moment. */
  address: string | null;
  fileName: string | null;
  language: string | null;
  timestamps: boolean;
}

/** What was asked for; it was checked before it was sent, and is read here all the same. */
function sentOf({ body }: LedgerEntry): Sent {
  try {
    const { audio_url, file_name, language, ignore_timestamps } = transcriptionRequest.parse(
      JSON.parse(Buffer.from(body).toString('utf8')),
    );
    const isOfTheMoment = file_name !== undefined && (isOnThisMachine(audio_url) || isSigned(audio_url));
    return {
      address: isOfTheMoment ? null : withoutSignatures(audio_url),
      fileName: file_name ?? null,
      language: language ?? null,
      timestamps: !ignore_timestamps,
    };
  } catch {
    return { address: null, fileName: null, language: null, timestamps: true };
  }
}
