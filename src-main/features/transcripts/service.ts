import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { fail, FailureError } from '#shared/failure.ts';
import type { Services } from '#shared/operations/index.ts';
import type { Uploading } from '#shared/operations/bucket.ts';
import type { KeptFile } from '#shared/operations/paid.ts';
import type { transcriptOperations, Transcript, TranscriptRecord } from '#shared/operations/transcripts.ts';
import type { In } from '#shared/rpc.ts';
import { plainText } from '#shared/plain-text.ts';
import { edited, isEdited } from '#shared/transcripts/edits.ts';
import { hasTimes, transcriptFile } from '#shared/transcripts/make.ts';
import { readTranscript } from '#shared/transcripts/read.ts';
import { transcriptionRequest } from '#shared/wire/transcription.ts';
import { isSigned, withoutSignatures } from '#shared/signed-address.ts';
import type { Lending } from '../bucket/uploads.ts';
import type { ConnectionKeeper } from '../../service-client/connection.ts';
import type { Ledger, LedgerEntry } from '../../paid-requests/ledger/types.ts';
import type { Exports } from '../../library/exports.ts';
import { fileNameOf } from '../../infra/files.ts';
import { typeByName, type KeptFiles } from '../../library/kept-files.ts';
import type { PaidCoordinator, SentRequest } from '../../paid-requests/coordinator.ts';
import { buyWithFiles } from '../bucket/file-addresses.ts';
import { fileOf, filesOf } from '../../paid-requests/family.ts';
import type { Log } from '../../infra/platform.ts';
import { isOnThisMachine } from '../../infra/network-place.ts';
import { whyOutOfReach } from '../bucket/reachable.ts';
import { transcriptionPayment, transcriptionWork, type Transcribed } from './transcription.ts';
import { secondsOfSound } from './look.ts';
import { TranscriptNotebook, type TranscriptPage } from './store.ts';
import { message, type Message } from '#shared/messages/message.ts';

type Source = In<(typeof transcriptOperations)['transcripts.create']>['source'];
type FileSource = Exclude<Source, { address: string }>;

/** Operations that are read of the ledger at once, and looked through for one answer. */
const page = 100;
const lookedThrough = 2_000;
const excerptCharacters = 240;

const types = { txt: 'text/plain; charset=utf-8', srt: 'application/x-subrip', vtt: 'text/vtt' } as const;

/** Transcripts: bought once, kept with their sound, read in one form whatever the service calls its fields, edited beside what was sent. */
export function createTranscripts(options: {
  profileDirectory: string;
  connection: ConnectionKeeper;
  ledger: Ledger;
  coordinator: PaidCoordinator;
  kept: KeptFiles;
  exports: Pick<Exports, 'text'>;
  uploadPath: (uploadId: string) => string | undefined;
  lending?: Lending;
  log: Log;
}): Pick<Services, keyof typeof transcriptOperations> {
  const { connection, ledger, coordinator, kept, exports, log } = options;
  const notebook = new TranscriptNotebook(options.profileDirectory, log);

  const uploaded = async (uploadId: string): Promise<string> => {
    const path = options.uploadPath(uploadId);
    const found = path === undefined ? undefined : await stat(path).catch(() => undefined);
    if (path === undefined || found === undefined)
      throw fail('not-found', message('transcribe.fileGone'), { field: 'uploadId', next: 'choose-file' });
    return path;
  };
  const keepSound = (path: string, name: string): Promise<KeptFile> =>
    kept.keep(createReadStream(path), typeByName(name) ?? 'application/octet-stream');

  const pathOf = ({ url }: KeptFile): string => kept.path(url.slice(url.lastIndexOf('/') + 1));

  const entryOf = async (operationId: string): Promise<LedgerEntry> => {
    const entry = await ledger.entry(operationId);
    if (entry?.family !== 'transcription') throw fail('not-found', message('transcribe.noSuchTranscription'), { field: 'operationId' });
    return entry;
  };

  const recordOf = async (entry: LedgerEntry, known?: TranscriptPage): Promise<TranscriptRecord> => {
    const written = known ?? (await notebook.read(entry.operationId));
    const sent = sentOf(entry);
    const { text, duration } = entry.result ?? {};
    return {
      operation: coordinator.shown(entry),
      name: written.name ?? sent.fileName ?? (sent.address === null ? entry.summary : fileOf(sent.address)),
      language: sent.language,
      timestamps: sent.timestamps,
      sound: written.sound,
      address: sent.address,
      seconds: typeof duration === 'number' ? duration : null,
      excerpt: typeof text === 'string' ? text.slice(0, excerptCharacters) : '',
      edited: isEdited(written.edits),
    };
  };

  const transcriptOf = async (entry: LedgerEntry, answer: unknown): Promise<Transcript> => {
    const written = await notebook.read(entry.operationId);
    const { segments, rest, seconds } = readTranscript(answer);
    const record = await recordOf(entry, written);
    return { record: { ...record, seconds: record.seconds ?? seconds }, segments, rest, edits: written.edits };
  };

  /** The answer as it is on the disk. */
  const openEntry = async (entry: LedgerEntry): Promise<Transcript> => {
    const file = filesOf(entry)[0];
    if (file === undefined)
      throw new FailureError(entry.failure ?? fail('file-missing', message('transcribe.noResult'), { next: 'none' }).failure);
    const bytes = await readFile(pathOf(file)).catch((cause: unknown) => {
      throw fail('file-missing', message('transcribe.transcriptGone'), { cause, charged: 'yes', next: 'none' });
    });
    try {
      return await transcriptOf(entry, JSON.parse(bytes.toString('utf8')));
    } catch (thrown) {
      throw fail('damaged', message('transcribe.transcriptUnreadable'), { cause: thrown, charged: 'yes', next: 'none' });
    }
  };

  /** A file as it will stay on the disk, and its length. */
  const soundOf = async (source: FileSource): Promise<{ name: string; sound: KeptFile; seconds: number }> => {
    if ('uploadId' in source) {
      const path = await uploaded(source.uploadId);
      const seconds = await secondsOfSound(path);
      return { name: source.name, sound: await keepSound(path, source.name), seconds };
    }
    const { name, sound } = await recordOf(await entryOf(source.operationId));
    if (sound === null) throw fail('not-found', message('transcribe.soundNotHere'), { field: 'source' });
    return { name, sound, seconds: await secondsOfSound(pathOf(sound)) };
  };

  /** The sound of a file is on the disk before anything is sent, and has an address for as long as the service may fetch it. */
  const buyFile = async (
    source: FileSource,
    wanted: { language: string | undefined; timestamps: boolean },
    { signal, begun, tell }: { signal: AbortSignal; begun: (operationId: string) => void; tell: (uploading: Uploading) => void },
  ): Promise<{ entry: LedgerEntry; value: Transcribed }> => {
    const { origin } = await connection.ready(signal);
    const reason = whyNot(origin);
    if (reason !== null) throw fail('conflict', reason, { field: 'source' });
    const { name, sound, seconds } = await soundOf(source);
    const path = pathOf(sound);
    const buy = (
      audioUrl: string,
      signal: AbortSignal,
      left: (operationId: string) => Promise<void>,
    ): Promise<SentRequest<Transcribed>> => {
      const order = { audioUrl, language: wanted.language, ignoreTimestamps: !wanted.timestamps, fileName: name };
      const what = [sound.url, wanted.language ?? null, wanted.timestamps];
      const payment = transcriptionPayment(order, connection.current().id, { what, seconds });
      return coordinator.send(transcriptionWork, payment, signal, async (operationId) => {
        await left(operationId);
        await notebook.change(operationId, { name, sound });
        begun(operationId);
      });
    };
    const lending = isOnThisMachine(origin) ? undefined : options.lending;
    const file = { path, name: basename(path), called: name };
    return buyWithFiles([file], { signal, lending, tell }, ([address = ''], signal, noted) => buy(address, signal, noted));
  };
  const whyNot = (origin: string): Message | null => (options.lending?.name() == null ? whyOutOfReach(origin) : null);

  return {
    'transcripts.reach': async (_input, { signal }) => {
      const { origin } = await connection.ready(signal);
      return { reason: whyNot(origin), bucket: isOnThisMachine(origin) ? null : (options.lending?.name() ?? null) };
    },
    'transcripts.inspect': async ({ uploadId }) => ({ seconds: await secondsOfSound(await uploaded(uploadId)) }),
    'transcripts.create': async ({ source, language, timestamps }, { signal, emit }) => {
      const begun = (operationId: string): void => emit({ operationId });
      const { entry, value } =
        'address' in source
          ? await coordinator.send(
              transcriptionWork,
              transcriptionPayment({ audioUrl: source.address, language, ignoreTimestamps: !timestamps }, connection.current().id),
              signal,
              (operationId) => {
                begun(operationId);
                return Promise.resolve();
              },
            )
          : await buyFile(source, { language, timestamps }, { signal, begun, tell: emit });
      return { ...(await transcriptOf(entry, value.transcription.whole)), failure: value.failure };
    },
    'transcripts.list': async ({ search = '', before, limit }) => {
      const words = plainText(search).split(/\s+/u).filter(Boolean);
      const transcripts: TranscriptRecord[] = [];
      let last = before;
      for (let read = 0; read < lookedThrough; read += page) {
        const entries = await ledger.list({ families: ['transcription'], limit: page, ...(last !== undefined && { before: last }) });
        for (const entry of entries) {
          last = entry.operationId;
          const record = await recordOf(entry);
          const text = plainText(`${record.name}\n${typeof entry.result?.['text'] === 'string' ? entry.result['text'] : ''}`);
          if (!words.every((word) => text.includes(word))) continue;
          transcripts.push(record);
          if (transcripts.length === limit) return { transcripts, next: last };
        }
        if (entries.length < page) return { transcripts, next: null };
      }
      return { transcripts, next: last ?? null };
    },
    'transcripts.open': async ({ operationId }) => openEntry(await entryOf(operationId)),
    'transcripts.edit': async ({ operationId, edits }) => {
      await notebook.change((await entryOf(operationId)).operationId, { edits });
      return null;
    },
    'transcripts.attach': async ({ operationId, uploadId, name }) => {
      const entry = await entryOf(operationId);
      const path = await uploaded(uploadId);
      await secondsOfSound(path);
      const sound = await keepSound(path, name);
      return recordOf(entry, await notebook.change(entry.operationId, { sound }));
    },
    'transcripts.export': async ({ operationId, format, split, speakers, path, overwrite }, { signal }) => {
      const { record, segments, edits } = await openEntry(await entryOf(operationId));
      const now = edited(segments, edits);
      if (format !== 'txt' && !hasTimes(now)) throw fail('invalid-input', message('transcribe.captionsNeedTimes'), { field: 'format' });
      const content = Buffer.from(transcriptFile(now, format, { split, speakers }));
      const name = `${fileNameOf(record.name.replace(/\.[0-9a-z]{2,5}$/iu, ''), 'Transcript')}.${format}`;
      return exports.text({ name, type: types[format], path, overwrite }, once(content), signal);
    },
  };
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

// eslint-disable-next-line @typescript-eslint/require-await -- bytes that are here, in the shape of bytes that arrive
async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array, void, undefined> {
  yield bytes;
}
