import { cutText } from '#shared/cut-text.ts';
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { fail, FailureError } from '#shared/failure.ts';
import type { Operations, Services } from '#shared/operations/index.ts';
import type { KeptFile } from '#shared/operations/paid.ts';
import type { transcriptOperations, Transcript, TranscriptRecord } from '#shared/operations/transcripts.ts';
import type { Out, Parsed } from '#shared/rpc.ts';
import { edited, isEdited } from '#shared/transcripts/edits.ts';
import { hasTimes, transcriptFile } from '#shared/transcripts/make.ts';
import { readTranscript } from '#shared/transcripts/read.ts';
import { transcriptionRequest } from '#shared/wire/transcription.ts';
import { isSigned, withoutSignatures } from '#shared/signed-address.ts';
import type { TemporaryUploads, UploadCall } from '../bucket/uploads.ts';
import type { ConnectionKeeper } from '../../service-client/connection.ts';
import { searchLedger } from '../../paid-requests/ledger/search.ts';
import type { Ledger, LedgerEntry } from '../../paid-requests/ledger/types.ts';
import type { Exports } from '../../library/exports.ts';
import { formatFileName } from '../../infra/file-name.ts';
import { typeByName, type KeptFiles } from '../../library/kept-files.ts';
import type { PaidCoordinator, SentRequest } from '../../paid-requests/coordinator.ts';
import { sendWithFiles } from '../bucket/file-addresses.ts';
import { findFileName, findFiles } from '../../paid-requests/family.ts';
import type { Log } from '../../infra/platform.ts';
import { isOnThisMachine } from '../../infra/network-place.ts';
import { whyOutOfReach } from '../bucket/reachable.ts';
import { transcriptionPayment, transcriptionWork, type Transcribed } from './transcription.ts';
import { secondsOfSound } from './look.ts';
import { TranscriptStore, type TranscriptPage } from './store.ts';
import { message, type Message } from '#shared/messages/message.ts';

type Source = Parsed<(typeof transcriptOperations)['transcripts.create']>['source'];
type FileSource = Exclude<Source, { address: string }>;

const excerptCharacters = 240;

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
  log: Log;
}

/** Transcripts: paid for once, kept with their sound, read in one form whatever the service calls its fields, edited beside what was sent. */
export class Transcripts {
  readonly #options: Options;
  readonly #store: TranscriptStore;

  constructor(options: Options) {
    this.#options = options;
    this.#store = new TranscriptStore(options.profileDirectory, options.log);
  }

  readonly services: Pick<Services, keyof typeof transcriptOperations> = {
    'transcripts.reach': async (_input, { signal }) => {
      const { origin } = await this.#options.connection.ready(signal);
      return { reason: this.#whyNot(origin), bucket: isOnThisMachine(origin) ? null : this.#bucketName() };
    },
    'transcripts.inspect': async ({ uploadId }) => ({ seconds: await secondsOfSound(await this.#uploaded(uploadId)) }),
    'transcripts.create': async ({ source, ...wanted }, { signal, emit }) => {
      const begun = (operationId: string): void => emit({ operationId });
      const { entry, value } =
        'address' in source
          ? await this.#sendAddress(source.address, wanted, begun, signal)
          : await this.#sendFile(source, wanted, begun, { signal, onProgress: emit });
      return { ...(await this.#toTranscript(entry, value.transcription.whole)), failure: value.failure };
    },
    'transcripts.list': (query) => this.#list(query),
    'transcripts.open': async ({ operationId }) => this.#open(await this.#findEntry(operationId)),
    'transcripts.edit': async ({ operationId, edits }) => {
      await this.#store.change((await this.#findEntry(operationId)).operationId, { edits });
      return null;
    },
    'transcripts.attach': async ({ operationId, uploadId, name }) => {
      const entry = await this.#findEntry(operationId);
      const path = await this.#uploaded(uploadId);
      await secondsOfSound(path);
      const sound = await this.#keepSound(path, name);
      return this.#toRecord(entry, await this.#store.change(entry.operationId, { sound }));
    },
    'transcripts.export': (order, { signal }) => this.#export(order, signal),
  };

  #bucketName(): string | null {
    return this.#options.uploads?.name() ?? null;
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

  #keepSound(path: string, name: string): Promise<KeptFile> {
    return this.#options.kept.keep(createReadStream(path), typeByName(name) ?? 'application/octet-stream');
  }

  #path({ url }: KeptFile): string {
    return this.#options.kept.path(url.slice(url.lastIndexOf('/') + 1));
  }

  async #findEntry(operationId: string): Promise<LedgerEntry> {
    const entry = await this.#options.ledger.entry(operationId);
    if (entry?.family !== 'transcription') throw fail('not-found', message('transcribe.noSuchTranscription'), { field: 'operationId' });
    return entry;
  }

  async #toRecord(entry: LedgerEntry, known?: TranscriptPage): Promise<TranscriptRecord> {
    const written = known ?? (await this.#store.read(entry.operationId));
    const sent = sentOf(entry);
    const { text, duration } = entry.result ?? {};
    return {
      operation: this.#options.coordinator.shown(entry),
      name: written.name ?? sent.fileName ?? (sent.address === null ? entry.summary : findFileName(sent.address)),
      language: sent.language,
      timestamps: sent.timestamps,
      sound: written.sound,
      address: sent.address,
      seconds: typeof duration === 'number' ? duration : null,
      excerpt: typeof text === 'string' ? cutText(text, excerptCharacters) : '',
      edited: isEdited(written.edits),
    };
  }

  async #toTranscript(entry: LedgerEntry, answer: unknown): Promise<Transcript> {
    const written = await this.#store.read(entry.operationId);
    const { segments, rest, seconds } = readTranscript(answer);
    const record = await this.#toRecord(entry, written);
    return { record: { ...record, seconds: record.seconds ?? seconds }, segments, rest, edits: written.edits };
  }

  /** The answer as it is on the disk. Fails with `file-missing` and `damaged`. */
  async #open(entry: LedgerEntry): Promise<Transcript> {
    const file = findFiles(entry)[0];
    if (file === undefined)
      throw new FailureError(entry.failure ?? fail('file-missing', message('transcribe.noResult'), { next: 'none' }).failure);
    const bytes = await readFile(this.#path(file)).catch((cause: unknown) => {
      throw fail('file-missing', message('transcribe.transcriptGone'), { cause, charged: 'yes', next: 'none' });
    });
    try {
      return await this.#toTranscript(entry, JSON.parse(bytes.toString('utf8')));
    } catch (thrown) {
      throw fail('damaged', message('transcribe.transcriptUnreadable'), { cause: thrown, charged: 'yes', next: 'none' });
    }
  }

  /** A file as it will stay on the disk, and its length in seconds. */
  async #keepSource(source: FileSource): Promise<{ name: string; sound: KeptFile; seconds: number }> {
    if ('uploadId' in source) {
      const path = await this.#uploaded(source.uploadId);
      const seconds = await secondsOfSound(path);
      return { name: source.name, sound: await this.#keepSound(path, source.name), seconds };
    }
    const { name, sound } = await this.#toRecord(await this.#findEntry(source.operationId));
    if (sound === null) throw fail('not-found', message('transcribe.soundNotHere'), { field: 'source' });
    return { name, sound, seconds: await secondsOfSound(this.#path(sound)) };
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
    const { name, sound, seconds } = await this.#keepSource(source);
    const path = this.#path(sound);
    const file = { path, name: basename(path), called: name };
    const uploads = isOnThisMachine(origin) ? undefined : this.#options.uploads;
    return sendWithFiles([file], { signal, uploads, onProgress }, ([audioUrl = ''], signal, noted) => {
      const order = { audioUrl, language, ignoreTimestamps: !timestamps, fileName: name };
      const what = [sound.url, language ?? null, timestamps];
      const payment = transcriptionPayment(order, connection.current().id, { what, seconds });
      return coordinator.send(transcriptionWork, payment, signal, async (operationId) => {
        await noted(operationId);
        await this.#store.change(operationId, { name, sound });
        begun(operationId);
      });
    });
  }

  async #list(query: Parsed<Operations['transcripts.list']>): Promise<Out<Operations['transcripts.list']>> {
    const { items, next } = await searchLedger(this.#options.ledger, { ...query, families: ['transcription'] }, async (entry) => {
      const item = await this.#toRecord(entry);
      const text = entry.result?.['text'];
      return { item, text: `${item.name}\n${typeof text === 'string' ? text : ''}` };
    });
    return { transcripts: items, next };
  }

  async #export(
    { operationId, format, split, speakers, path, overwrite }: Parsed<Operations['transcripts.export']>,
    signal: AbortSignal,
  ): Promise<Out<Operations['transcripts.export']>> {
    const { record, segments, edits } = await this.#open(await this.#findEntry(operationId));
    const now = edited(segments, edits);
    if (format !== 'txt' && !hasTimes(now)) throw fail('invalid-input', message('transcribe.captionsNeedTimes'), { field: 'format' });
    const content = Buffer.from(transcriptFile(now, format, { split, speakers }));
    const name = `${formatFileName(record.name.replace(/\.[0-9a-z]{2,5}$/iu, ''), 'Transcript')}.${format}`;
    return this.#options.exports.text({ name, type: types[format], path, overwrite }, [content], signal);
  }
}

/** What the service is asked for. */
interface Wanted {
  language?: string | undefined;
  timestamps: boolean;
}

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
