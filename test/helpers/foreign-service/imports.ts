import { readFile, rm, writeFile } from 'node:fs/promises';
import { Failure } from './failure.ts';
import type { Tools } from './tools.ts';

const downloadLimit = 64 * 1024 * 1024;
const downloadTimeoutMs = 10_000;

export interface ImportedMedia {
  path: string;
  seconds: number;
  bytes: Buffer;
}

/** Fetches a file that a client named. Throws the import errors of lip sync, with their `details`. */
export async function fetchMedia(url: string, kind: 'video' | 'audio' | 'image'): Promise<Buffer> {
  const details = (stage: string, retryable: boolean) => ({ details: { media_kind: kind, stage, retryable } });
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(downloadTimeoutMs) });
    if (!response.ok || response.body === null) {
      await response.body?.cancel();
      throw new Failure(422, 'ERR_LIP_SYNC_MEDIA_UNREACHABLE', `The ${kind} answered ${response.status}.`, details('download', false));
    }
    const chunks: Uint8Array[] = [];
    let length = 0;
    for await (const chunk of response.body) {
      length += chunk.length;
      if (length > downloadLimit)
        throw new Failure(413, 'ERR_LIP_SYNC_MEDIA_TOO_LARGE', `The ${kind} is too large.`, details('download', false));
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  } catch (error) {
    if (error instanceof Failure) throw error;
    if (error instanceof DOMException && error.name === 'TimeoutError')
      throw new Failure(504, 'ERR_LIP_SYNC_MEDIA_DOWNLOAD_TIMEOUT', `The ${kind} took too long.`, details('download', true));
    throw new Failure(422, 'ERR_LIP_SYNC_MEDIA_UNREACHABLE', `The ${kind} cannot be fetched.`, details('download', false));
  }
}

/** Fetches a video or a sound and measures it. Throws 422 or 415 where it is not one. The file is the caller's to remove. */
export async function importMedia(tools: Tools, url: string, kind: 'video' | 'audio'): Promise<ImportedMedia> {
  const bytes = await fetchMedia(url, kind);
  const path = await tools.temporary('media');
  await writeFile(path, bytes);
  try {
    const streams = await probe(tools, path);
    if (!streams.kinds.includes(kind))
      throw new Failure(415, 'ERR_LIP_SYNC_MEDIA_UNSUPPORTED', `There is no ${kind} in the file.`, {
        details: { media_kind: kind, stage: 'inspect', retryable: false },
      });
    return { path, bytes, seconds: streams.seconds };
  } catch (error) {
    await rm(path, { force: true });
    if (error instanceof Failure) throw error;
    throw new Failure(422, 'ERR_LIP_SYNC_MEDIA_UNREADABLE', `The ${kind} cannot be decoded.`, {
      details: { media_kind: kind, stage: 'decode', retryable: false },
    });
  }
}

interface Probe {
  streams?: { codec_type?: string }[];
  format?: { duration?: string };
}

async function probe(tools: Tools, path: string): Promise<{ kinds: string[]; seconds: number }> {
  const output = await tools.run('ffprobe', ['-of', 'json', '-show_streams', '-show_format', path]);
  const found = JSON.parse(output.toString('utf8')) as Probe;
  const kinds = (found.streams ?? []).map((stream) => stream.codec_type ?? '');
  const stated = Number(found.format?.duration);
  const seconds = Number.isFinite(stated) && stated > 0 ? stated : await lastPacket(tools, path);
  if (!(seconds > 0)) throw new Error('No duration.');
  return { kinds, seconds };
}

/** For files without a stated duration, such as what a browser recorded. */
async function lastPacket(tools: Tools, path: string): Promise<number> {
  const output = await tools.run('ffprobe', ['-show_entries', 'packet=pts_time', '-of', 'csv=p=0', path]);
  const times = output.toString('utf8').split('\n').map(Number).filter(Number.isFinite);
  return times.reduce((latest, time) => Math.max(latest, time), 0);
}

/** The length of a sound in seconds, or `undefined` where it cannot be decoded. */
export async function measureSound(tools: Tools, bytes: Buffer): Promise<number | undefined> {
  const path = await tools.temporary('media');
  await writeFile(path, bytes);
  const found = await probe(tools, path).catch(() => undefined);
  await rm(path, { force: true });
  return found !== undefined && found.kinds.includes('audio') ? found.seconds : undefined;
}

/** The picture of one file with the sound of the other. `extend` repeats the picture until the sound ends. */
export async function combine(tools: Tools, video: string, audio: string, extend: boolean): Promise<Buffer> {
  const result = await tools.temporary('mp4');
  const repeat = extend ? ['-stream_loop', '-1'] : [];
  const inputs = [...repeat, '-i', video, '-i', audio, '-map', '0:v:0', '-map', '1:a:0'];
  const end = ['-c:a', 'aac', '-b:a', '64k', '-shortest', '-movflags', '+faststart', result];
  try {
    await tools.run('ffmpeg', [...inputs, '-c:v', 'copy', ...end]);
  } catch {
    await tools.run('ffmpeg', [...inputs, '-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', ...end]);
  }
  const bytes = await readFile(result);
  await rm(result, { force: true });
  return bytes;
}
