import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { parentPort } from 'node:worker_threads';
import { fail } from '#shared/failure.ts';
import { sampleRate } from '#shared/narration/take.ts';
import { ceilings, type ExportedPeak } from '#shared/sound/exported-peak.ts';
import type { AudioFormat } from '#shared/wire/common.ts';
import { errorCode, fileFailure, writeAll } from '../../infra/files.ts';
import { Resampler } from '../../media/resampler.ts';
import { SoundWriter, toPcm } from '../../media/sound-writer.ts';
import { wavHeader } from '#shared/sound/wav-header.ts';
import { serveThread } from '../../infra/thread-call.ts';
import { decodeTrack } from '../../media/video/original-sound.ts';
import { openVideo, probeVideo, type ProbedVideo } from '../../media/video/probe.ts';
import { remux, type Container } from '../../media/video/remux.ts';
import { SoundFile, type SoundPaths } from '../../media/video/sound-file.ts';
import { Mix, type MixPlan } from './mix.ts';
import { stretched } from './stretch.ts';
import { message } from '#shared/messages/message.ts';

/** The thread where videos are opened, takes are fitted, and dubs are written. */

/** How far each long task is, and what stops it. */
const tasks = new Map<string, { fraction: number; controller: AbortController }>();

async function task<T>(id: string, work: (on: (fraction: number) => void, signal: AbortSignal) => Promise<T>): Promise<T> {
  const known = { fraction: 0, controller: new AbortController() };
  tasks.set(id, known);
  try {
    return await work((fraction) => (known.fraction = fraction), known.controller.signal);
  } catch (thrown) {
    // A stop, and what the disk said, arrive as what they are.
    throw errorCode(thrown) !== undefined || known.controller.signal.aborted
      ? fileFailure(stopOr(thrown, known.controller.signal), message('dubbingTimeline.theFile'))
      : thrown;
  } finally {
    tasks.delete(id);
  }
}

const stopOr = (thrown: unknown, signal: AbortSignal): unknown =>
  signal.aborted ? fail('cancelled', message('failures.stopped')) : thrown;

/** A turn for messages: decoders give none of their own. */
const breath = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

interface OriginalSound {
  samples: number;
  channels: number;
}

/** `undefined` where its sound begins well and cannot be decoded to its end. */
async function readOriginal(id: string, source: string, channels: number, paths: SoundPaths): Promise<OriginalSound> {
  return task(id, async (onFraction, signal) => {
    const input = openVideo(source);
    let file: SoundFile | undefined;
    try {
      const track = await input.getPrimaryAudioTrack();
      if (track === null) throw fail('unsupported-media', message('dubbingTimeline.videoHasNoSound'));
      const length = (await track.computeDuration()) * sampleRate;
      file = new SoundFile(paths, channels, await track.getFirstTimestamp());
      let last = 0;
      for await (const piece of decodeTrack(track)) {
        signal.throwIfAborted();
        await file.push(piece);
        onFraction(Math.min(1, file.samples / Math.max(1, length)));
        if (file.samples - last < sampleRate) continue;
        last = file.samples;
        await breath();
      }
      return { samples: file.finish(), channels };
    } finally {
      file?.close();
      input.dispose();
    }
  });
}

/** Sound that a window decodes, as it comes. */
const arriving = new Map<string, { file: SoundFile; channels: number; rate: number; taken: number }>();

function pushOriginal(
  id: string,
  order: { paths: SoundPaths; channels: number; rate: number; start: number },
  at: number,
  bytes: Uint8Array,
): number {
  let known = arriving.get(id);
  if (at === 0) {
    known?.file.close();
    known = { file: new SoundFile(order.paths, order.channels, order.start), channels: order.channels, rate: order.rate, taken: 0 };
    arriving.set(id, known);
  }
  if (!known || at > known.taken) throw fail('conflict', message('sound.pieceMissing'), { field: 'at', next: 'retry' });
  if (at < known.taken) return known.taken;
  return known.taken + bytes.byteLength;
}

async function takeOriginal(
  id: string,
  order: { paths: SoundPaths; channels: number; rate: number; start: number },
  at: number,
  bytes: Uint8Array,
): Promise<number> {
  const next = pushOriginal(id, order, at, bytes);
  const known = arriving.get(id);
  if (!known || next === known.taken) return next;
  const pcm = new Int16Array(bytes.slice().buffer, 0, bytes.byteLength >> 1);
  const length = Math.floor(pcm.length / known.channels);
  const channels = Array.from({ length: known.channels }, (_, channel) => {
    const plane = new Float32Array(length);
    for (let sample = 0; sample < length; sample += 1) plane[sample] = (pcm[sample * known.channels + channel] ?? 0) / 32_768;
    return plane;
  });
  await known.file.push({ channels, rate: known.rate });
  known.taken = next;
  return next;
}

/** `undefined` where nothing came. */
function finishOriginal(id: string): OriginalSound | undefined {
  const known = arriving.get(id);
  arriving.delete(id);
  if (!known) return undefined;
  return { samples: known.file.finish(), channels: known.channels };
}

/** What recognizers work with; more is more to send. */
const recordingRate = 16_000;

/** Writes decoded sound as a WAV of one channel. */
async function writeRecording(id: string, pcm: string, channels: number, out: string): Promise<void> {
  return task(id, async (onFraction, signal) => {
    const resampler = await Resampler.create(sampleRate, recordingRate);
    const [source, target] = [await open(pcm, 'r'), await open(out, 'wx', 0o600)];
    try {
      const { size } = await source.stat();
      const piece = new Uint8Array(sampleRate * channels * 2);
      const header = wavHeader(0, recordingRate).byteLength;
      let written = 0;
      const write = async (samples: Float32Array): Promise<void> => {
        const bytes = toPcm(samples);
        await writeAll(target, new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength), header + written * 2);
        written += bytes.length;
      };
      for (let at = 0; at < size;) {
        signal.throwIfAborted();
        const { bytesRead } = await source.read(piece, 0, piece.byteLength, at);
        if (bytesRead === 0) break;
        at += bytesRead;
        await write(resampler.push(toMono(new Int16Array(piece.buffer, 0, bytesRead >> 1), channels)));
        onFraction(at / size);
      }
      await write(resampler.finish());
      await writeAll(target, wavHeader(written, recordingRate), 0);
      await target.sync();
    } finally {
      resampler.free();
      await source.close();
      await target.close();
    }
  });
}

function toMono(pcm: Int16Array, channels: number): Float32Array {
  const mono = new Float32Array(Math.floor(pcm.length / channels));
  for (let at = 0; at < mono.length; at += 1) {
    let sum = 0;
    for (let channel = 0; channel < channels; channel += 1) sum += pcm[at * channels + channel] ?? 0;
    mono[at] = sum / channels / 32_768;
  }
  return mono;
}

const readBytes = 256 * 1024;

/** Decodes a take to mono samples at 48 kHz, with its peaks; answers its samples. */
async function readTake(source: string, format: AudioFormat, paths: SoundPaths): Promise<number> {
  const partial = { pcm: `${paths.pcm}.partial`, peaks: `${paths.peaks}.partial` };
  const writer = new SoundWriter(format, partial);
  const file = await open(source, 'r');
  try {
    for (;;) {
      const piece = new Uint8Array(readBytes);
      const { bytesRead } = await file.read(piece, 0, readBytes);
      if (bytesRead === 0) break;
      await writer.push(piece.subarray(0, bytesRead));
    }
    const { samples, kept } = await writer.finish();
    if (samples === 0) throw fail('damaged', message('dubbingTimeline.lineUnreadable'));
    if (!kept) throw fail('disk-full', message('dubbingTimeline.lineNotDecoded'));
    renameSync(partial.peaks, paths.peaks);
    renameSync(partial.pcm, paths.pcm);
    return samples;
  } finally {
    await file.close();
    for (const path of Object.values<string>(partial)) rmSync(path, { force: true });
  }
}

/** Writes a stretch of a take at another pace into a file of its own, where it is not there yet. */
function fitTake(order: { source: string; from: number; to: number; pace: number; samples: number; out: string }): void {
  if (existsSync(order.out)) return;
  const bytes = readFileSync(order.source).subarray(order.from * 2, order.to * 2);
  const pcm = new Int16Array(Uint8Array.from(bytes).buffer);
  const partial = `${order.out}.partial`;
  writeFileSync(partial, new Uint8Array(stretched(pcm, order.pace, order.samples).buffer));
  renameSync(partial, order.out);
}

async function writeVideo(
  id: string,
  order: { source: string; container: Container; codec: 'aac' | 'opus'; out: string; language: string | undefined; plan: MixPlan },
): Promise<ExportedPeak | null> {
  return task(id, async (onFraction, signal) => {
    const mix = new Mix(order.plan, order.container === 'mov' ? ceilings.exact : ceilings.lossy);
    try {
      const { samples, channels } = order.plan;
      await remux({
        source: order.source,
        container: order.container,
        codec: order.codec,
        out: order.out,
        language: order.language,
        channels,
        samples,
        sound: mix.pieces(),
        onFraction,
        signal,
      });
      const file = await open(order.out, 'r+');
      try {
        await file.sync();
      } finally {
        await file.close();
      }
      return mix.peak;
    } finally {
      await mix.close();
    }
  });
}

const methods = {
  probe: (path: string): Promise<ProbedVideo> => probeVideo(path),
  readOriginal,
  takeOriginal,
  finishOriginal,
  writeRecording,
  readTake,
  fitTake,
  writeVideo,
  /** 0 to 1; `null` for what is not under way. */
  fraction: (id: string): number | null => tasks.get(id)?.fraction ?? null,
  stop: (id: string): void => tasks.get(id)?.controller.abort(),
};
export type DubbingThread = typeof methods;

if (!parentPort) throw new Error('dubbing-thread runs in a worker thread');
serveThread(parentPort, methods);
