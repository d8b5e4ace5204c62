import type { dubbingTimelineOperations } from '#shared/operations/dubbing-timeline.ts';
import { currentTake } from '#shared/dubbing/fit.ts';
import { inOrder, type Dub } from '#shared/dubbing/timeline.ts';
import { fail } from '#shared/failure.ts';
import type { Operations, Services } from '#shared/operations/index.ts';
import type { Out } from '#shared/rpc.ts';
import { answerDubBytes } from './bytes.ts';
import { DubFiles } from './dub-files.ts';
import type { Batch } from '../../paid-requests/budget/batch.ts';
import { DubRuns } from './dub-runs.ts';
import { DubExporter } from './export.ts';
import { DubLines, type DubSpeech } from './lines.ts';
import { createDub } from './new-dub.ts';
import { OriginalSound } from './original-sound.ts';
import { findTranscript, writeRecording } from './recording.ts';
import { DubSounds } from './sounds.ts';
import { DubbingWorker } from './worker.ts';
import type { Exports } from '../../library/exports.ts';
import type { KeptFiles } from '../../library/kept-files.ts';
import type { Log } from '../../infra/platform.ts';
import { findPlainLanguage } from '../../media/alignment/language.ts';
import type { VoiceDirectory } from '../voices/service.ts';
import { message } from '#shared/messages/message.ts';

export interface DubbingTimeline {
  services: Pick<Services, keyof typeof dubbingTimelineOperations>;
  /** Answers `/bytes/dub/…`; `undefined` for any other path. */
  bytes(request: Request): Promise<Response | undefined>;
  close(): Promise<void>;
}

/** Dubs on a timeline: a video, what is spoken over it in several voices, and the file that comes of both. */
export function createDubbingTimeline(options: {
  profileDirectory: string;
  kept: KeptFiles;
  exports: Pick<Exports, 'text' | 'file'>;
  uploadPath: (uploadId: string) => string | undefined;
  voices: VoiceDirectory;
  lines: DubSpeech;
  /** What is counted as one batch from now on. */
  batch: () => Batch;
  /** A transcript of a file that was paid for. */
  findTranscript: (path: string, name: string) => Promise<string | null>;
  log: Log;
}): DubbingTimeline {
  const { log } = options;
  const files = new DubFiles(options.profileDirectory, log);
  files.clear();
  const worker = new DubbingWorker(log);
  const sounds = new DubSounds(files, options.kept, worker);
  const original = new OriginalSound(files, worker, log);
  const lines = new DubLines(options.voices, options.lines, sounds, new DubRuns(options.batch));
  const exporter = new DubExporter(files, sounds, options.exports, worker);
  return {
    services: {
      'dubs.list': () => Promise.resolve({ dubs: listDubs(files.all()) }),
      'dubs.usingVoice': ({ voiceId }) => Promise.resolve(findDubsWith(voiceId, files)),
      'dubs.create': ({ uploadId, name }, { signal, emit }) =>
        createDub(
          { path: options.uploadPath(uploadId), name },
          { files, worker, original },
          { signal, onFraction: (fraction) => emit({ fraction }) },
        ),
      'dubs.open': async ({ dubId }) => Promise.resolve(files.read(dubId)),
      'dubs.save': async ({ dub, undo }) => {
        const saved = saveDub(files, dub);
        await files.writeUndo(dub.id, { revision: saved.revision, undo: undo ?? null });
        return saved;
      },
      'dubs.readUndo': async ({ dubId }) => ({ undo: await files.readUndo(files.read(dubId)) }),
      'dubs.remove': async ({ dubId }) => {
        sounds.forget(dubId);
        await files.remove(dubId);
        return null;
      },
      'dubs.originalRead': ({ dubId, failed }) => original.finish(dubId, failed === true),
      'dubs.recording': ({ dubId }, { signal, emit }) =>
        writeRecording(dubId, { files, worker, uploadPath: options.uploadPath }, { signal, onFraction: emitPercents(emit) }),
      'dubs.transcript': async ({ dubId }, { signal }) => ({
        transcriptId: await findTranscript(dubId, { ...options, files, worker }, signal),
      }),
      'dubs.languages': async ({ texts }) => ({
        languages: await Promise.all(texts.map(async (text) => (await findPlainLanguage(text)) ?? null)),
      }),
      'dubs.estimate': ({ lines: asked }, { signal }) => lines.estimate(asked, signal),
      'dubs.say': async ({ dubId, ...line }, { signal }) => lines.generate(line, files.read(dubId), signal),
      'dubs.sound': ({ dubId }) => sounds.publish(files.read(dubId)),
      'dubs.export': ({ dubId, ...order }, { signal, emit }) =>
        exporter.export(files.read(dubId), order, { signal, onFraction: emitPercents(emit) }),
    },
    bytes: (request) => answerDubBytes(request, { files, sounds, original, log }),
    close: () => worker.close(),
  };
}

/** The newest change first. */
function listDubs(dubs: readonly Dub[]): Out<Operations['dubs.list']>['dubs'] {
  const listed = dubs.map(({ id, title, changedAt, video, segments, takes }) => ({
    id,
    title,
    changedAt,
    samples: video.samples,
    segments: segments.length,
    made: segments.filter((segment) => currentTake(segment, takes) !== undefined).length,
  }));
  return listed.sort((older, newer) => newer.changedAt - older.changedAt);
}

/** Where its segments name the voice, whatever they sound with until they are generated again. */
function findDubsWith(voiceId: string, files: DubFiles): Out<Operations['dubs.usingVoice']> {
  const all = files.all();
  const dubs = all
    .toSorted((older, newer) => newer.changedAt - older.changedAt)
    .map(({ id, title, segments }) => ({ id, title, segments: segments.filter((segment) => segment.voiceId === voiceId).length }))
    .filter(({ segments }) => segments > 0);
  return { dubs, unread: files.ids().length - all.length };
}

/** Durable when it returns. Fails with `conflict` where another window has saved since. */
function saveDub(files: DubFiles, dub: Dub): Out<Operations['dubs.save']> {
  const known = files.read(dub.id);
  if (known.revision !== dub.revision) throw fail('conflict', message('dubbingTimeline.changedElsewhere'));
  const revision = known.revision + 1;
  const changedAt = Date.now();
  // The window does not decide what the video is.
  files.write({ ...dub, video: known.video, segments: inOrder(dub.segments), revision, changedAt });
  return { revision, changedAt };
}

/** Emits whole percents, each once and rising. */
function emitPercents(emit: (event: { fraction: number }) => void): (fraction: number) => void {
  let last = 0;
  return (fraction) => {
    const percent = Math.floor(Math.min(1, fraction) * 100);
    if (percent > last) emit({ fraction: percent / 100 });
    last = Math.max(last, percent);
  };
}
