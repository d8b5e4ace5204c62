import { mkdtempSync, rmSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createBatch } from '#main/paid-requests/budget/batch.ts';
import { createDubbingTimeline, type DubbingTimeline } from '#main/features/dubbing-timeline/service.ts';
import { Exports } from '#main/library/exports.ts';
import { SoundPool } from '#main/media/sound-pool.ts';
import { ServiceVoices } from '#main/features/voices/service.ts';
import { newId } from '#shared/ids.ts';
import { dubbingTimelineOperations } from '#shared/operations/dubbing-timeline.ts';
import type { CallContext, In } from '#shared/rpc.ts';
import { outputsIn } from '../../helpers/outputs.ts';
import { quietLog } from '../../helpers/quiet-log.ts';
import { PaidStudio } from '../paid-work/studio.ts';

const run = promisify(execFile);
type Names = keyof typeof dubbingTimelineOperations;

/** Main's side of dubs with its real threads and paid work, on a profile of its own. */
export class DubFixture {
  readonly directory = mkdtempSync(join(tmpdir(), 'voicewright-dub-'));
  readonly studio: PaidStudio;
  readonly dubs: DubbingTimeline;
  readonly #pool: SoundPool;

  /** Credits; null for none. */
  capPerBatch: number | null = null;

  /** What was paid for of a file; nothing, unless a test says so. */
  findTranscript: (path: string, name: string) => Promise<string | null> = () => Promise.resolve(null);

  private constructor(studio: PaidStudio) {
    const log = quietLog();
    this.studio = studio;
    this.#pool = new SoundPool({ threads: 1, onUnexpected: () => undefined });
    this.dubs = createDubbingTimeline({
      profileDirectory: studio.directory,
      kept: studio.kept,
      log,
      lines: studio.work.lines,
      batch: () => createBatch(() => this.capPerBatch),
      voices: new ServiceVoices({ connection: studio.connection, log }),
      exports: new Exports(join(studio.directory, 'exports'), outputsIn(studio.directory)),
      uploadPath: (id) => this.uploaded(id),
      findTranscript: (path, name) => this.findTranscript(path, name),
    });
  }

  static async open(service: { baseUrl: string; apiKey: string }, profile?: string): Promise<DubFixture> {
    return new DubFixture(await (profile === undefined ? PaidStudio.open(service) : PaidStudio.open(service, profile)));
  }

  path(name: string): string {
    return join(this.directory, name);
  }

  /** As a window hands a file over. */
  async upload(path: string): Promise<string> {
    const id = newId();
    await copyFile(path, this.uploaded(id));
    return id;
  }

  /** Where an upload lies. */
  uploaded(id: string): string {
    return this.path(`${id}.upload`);
  }

  call<Name extends Names>(
    name: Name,
    input: In<(typeof dubbingTimelineOperations)[Name]>,
    { signal = new AbortController().signal, onEvent = () => undefined }: { signal?: AbortSignal; onEvent?: (event: unknown) => void } = {},
  ): ReturnType<DubbingTimeline['services'][Name]> {
    const handler = this.dubs.services[name] as (
      input: unknown,
      context: CallContext<never>,
    ) => ReturnType<DubbingTimeline['services'][Name]>;
    const sends = (async function* () {
      // nothing is sent
    })();
    return handler(dubbingTimelineOperations[name].in.parse(input), { signal, emit: onEvent, sends });
  }

  async bytes(address: string, headers: Record<string, string> = {}): Promise<Response> {
    const response = await this.dubs.bytes(new Request(`http://studio${address}`, { headers }));
    if (!response) throw new Error(`${address} is no address of a dub`);
    return response;
  }

  async close(): Promise<void> {
    await this.dubs.close();
    await this.#pool.close();
    await this.studio.close();
    rmSync(this.directory, { recursive: true, force: true });
  }
}

export async function ffmpeg(...parts: string[]): Promise<void> {
  await run('ffmpeg', ['-v', 'error', '-y', '-threads', '1', ...parts]);
}

/** Sound as ffmpeg decodes it: 48 kHz, so many channels, interleaved. */
export async function decoded(path: string, channels: number): Promise<Int16Array> {
  const { stdout } = await run(
    'ffmpeg',
    ['-v', 'error', '-i', path, '-map', '0:a', '-f', 's16le', '-ar', '48000', '-ac', String(channels), '-'],
    {
      encoding: 'buffer',
      maxBuffer: 512 * 1024 * 1024,
    },
  );
  return new Int16Array(stdout.buffer.slice(stdout.byteOffset, stdout.byteOffset + stdout.byteLength));
}

/** Hashes and times of a file's pictures, packet by packet, as they are stored. */
export async function picturesOf(path: string): Promise<string[]> {
  const { stdout } = await run('ffprobe', [
    ...[
      '-v',
      'error',
      '-select_streams',
      'v',
      '-show_entries',
      'packet=pts_time,data_hash',
      '-show_data_hash',
      'md5',
      '-of',
      'csv=p=0',
      path,
    ],
  ]);
  return stdout.trim().split('\n');
}

export async function probed(path: string): Promise<{
  streams: { codec_name: string; codec_type: string; profile?: string; duration?: string; tags?: { language?: string } }[];
  format: { duration: string };
}> {
  const { stdout } = await run('ffprobe', ['-v', 'error', '-show_streams', '-show_format', '-of', 'json', path]);
  return JSON.parse(stdout) as Awaited<ReturnType<typeof probed>>;
}

/** Loudness of a stretch in decibels below full scale, by its mean square. */
export function levelOf(pcm: Int16Array, from: number, to: number): number {
  let sum = 0;
  for (let at = from; at < to; at += 1) sum += (pcm[at] ?? 0) ** 2;
  return 10 * Math.log10(Math.max(sum / (to - from) / 32_768 ** 2, 1e-12));
}
