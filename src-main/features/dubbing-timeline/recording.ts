import { constants } from 'node:fs';
import { copyFile, rm, stat } from 'node:fs/promises';
import { fail } from '#shared/failure.ts';
import { newId } from '#shared/ids.ts';
import { message } from '#shared/messages/message.ts';
import type { Operations } from '#shared/operations/index.ts';
import { longestAligned } from '#shared/operations/transcripts.ts';
import type { Out } from '#shared/rpc.ts';
import { sampleRate } from '#shared/narration/take.ts';
import { formatFileName } from '../../infra/file-name.ts';
import type { DubFiles } from './dub-files.ts';
import type { DubbingWorker, Follower } from './worker.ts';

interface Parts {
  files: DubFiles;
  worker: DubbingWorker;
  uploadPath: (uploadId: string) => string | undefined;
}

/**
 * Writes what a dub's video says as an upload, to be transcribed: its decoded sound as a small WAV or, where that is not decoded here, the video itself.
 * Fails with `unsupported-media` for a video without sound, and `too-large` for one that is longer than anything is transcribed; nothing is left then.
 */
export async function writeRecording(dubId: string, parts: Parts, follower: Follower): Promise<Out<Operations['dubs.recording']>> {
  const { files, worker } = parts;
  const { title, video } = files.read(dubId);
  const { state, channels, samples } = video.sound;
  if (state === 'none') throw fail('unsupported-media', message('dubbingTimeline.videoHasNoSound'));
  if (Math.max(samples, video.samples) > longestAligned * sampleRate) throw fail('too-large', message('alignment.tooLong'));
  const uploadId = newId();
  const out = parts.uploadPath(uploadId);
  if (out === undefined) throw fail('not-found', message('dubbingTimeline.videoNotReceived'));
  const { video: source, original } = files.paths(dubId);
  try {
    if (state === 'ready') await worker.follow(uploadId, worker.call('writeRecording', uploadId, original.pcm, channels, out), follower);
    else await copyFile(source, out, constants.COPYFILE_FICLONE);
    follower.signal.throwIfAborted();
    const name = state === 'ready' ? `${formatFileName(title, 'Dub')}.wav` : video.name;
    return { uploadId, name: name.slice(0, 255), title: video.name.slice(0, 255), bytes: (await stat(out)).size };
  } catch (thrown) {
    await rm(out, { force: true });
    throw thrown;
  }
}

/** The transcript of what a dub's video says that was paid for, also for another dub of the same video; `null` where there is none. */
export async function findTranscript(
  dubId: string,
  { findTranscript: find, ...parts }: Parts & { findTranscript: (path: string, name: string) => Promise<string | null> },
  signal: AbortSignal,
): Promise<string | null> {
  if (parts.files.read(dubId).video.sound.state !== 'ready') return null;
  const { uploadId, name } = await writeRecording(dubId, parts, { signal, onFraction: () => undefined });
  const path = parts.uploadPath(uploadId) ?? '';
  try {
    return await find(path, name);
  } finally {
    await rm(path, { force: true });
  }
}
