import type { cloneOperations } from '#shared/operations/clone.ts';
import type { Services } from '#shared/operations/index.ts';
import type { Log } from '../../infra/platform.ts';
import type { ConnectionKeeper } from '../../service-client/connection.ts';
import type { TemporaryUploads } from '../bucket/uploads.ts';
import type { Transcriptions } from '../transcripts/transcription.ts';
import { answerRecordingBytes } from './bytes.ts';
import { Recordings } from './recordings.ts';
import { CloneSender, type ClonePaidWork } from './send.ts';
import { RecordingTranscriber, type KeepSound } from './transcribe.ts';

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
  paidWork: ClonePaidWork & Pick<Transcriptions, 'transcribe'>;
  /** For a service that is not on this machine. */
  uploads?: TemporaryUploads;
  keepSound: KeepSound;
  log: Log;
}): Clone {
  const { connection, paidWork, log } = options;
  const recordings = new Recordings(options.profileDirectory, log);
  const transcriber = new RecordingTranscriber(recordings, connection, paidWork, options.uploads, options.keepSound);
  const sender = new CloneSender(recordings, paidWork, log);
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
      'clone.cleanUp': ({ recordingId, ...cleanUp }, { signal, emit }) =>
        recordings.cleanUp(recordingId, cleanUp, signal, (done, total) => emit({ type: 'progress', done, total })),
      'clone.arrange': async ({ recordingIds }) => {
        await recordings.arrange(recordingIds);
        return null;
      },
      'clone.remove': async ({ recordingId }) => {
        await recordings.remove(recordingId);
        return null;
      },
      'clone.clear': () => recordings.clear(),
      'clone.reopen': async () => {
        const { form } = await recordings.draft();
        return recordings.change({ made: null, form: { ...form, consent: false } });
      },
      'clone.canTranscribe': async (_input, { signal }) => ({ reason: await transcriber.whyNot(signal) }),
      'clone.transcribe': ({ recordingId, language }, { signal }) => transcriber.transcribe(recordingId, language, signal),
      'clone.send': ({ exampleId }, { signal, emit }) => sender.send(exampleId, signal, emit),
      'clone.adopted': (made) => recordings.change({ made: { ...made, isAdopted: true } }),
    },
    bytes: (request) => answerRecordingBytes(request, recordings, log),
    close: () => recordings.close(),
  };
}
