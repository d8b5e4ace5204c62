import { execFile } from 'node:child_process';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import { z } from 'zod';
import { type LocalService } from '../../../helpers/local-service.ts';
import { call } from '../support.ts';

const run = promisify(execFile);

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

export interface FileServer {
  /** The address of a file or of an answer. */
  url(path: string): string;
  /** Serves bytes, or whatever the function answers, at a path. */
  serve(path: string, answer: Uint8Array | Answer): string;
  close(): Promise<void>;
}

/** A server of files on 127.0.0.1, from which the service fetches media. */
export async function startFileServer(): Promise<FileServer> {
  const answers = new Map<string, Uint8Array | Answer>();
  const server = createServer((request, response) => {
    const answer = answers.get(request.url ?? '');
    if (answer === undefined) response.writeHead(404).end();
    else if (typeof answer === 'function') answer(request, response);
    else response.writeHead(200, { 'Content-Length': answer.length }).end(answer);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const url = (path: string) => `http://127.0.0.1:${port!}${path}`;
  return {
    url,
    serve(path, answer) {
      answers.set(path, answer);
      return url(path);
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export interface Workshop {
  /** Runs ffmpeg with these arguments before the name of the file to be made, and reads that. */
  make(name: string, ...parts: string[]): Promise<Buffer<ArrayBuffer>>;
  /** Writes a file and gives its path, for arguments. */
  put(name: string, bytes: Uint8Array): Promise<string>;
  probe(bytes: Uint8Array): Promise<Probe>;
  close(): Promise<void>;
}

const number = z.coerce.number();
const probed = z.object({
  format: z.object({ duration: number.optional(), format_name: z.string() }),
  streams: z.array(
    z.object({
      codec_name: z.string(),
      codec_type: z.string(),
      width: number.optional(),
      height: number.optional(),
      nb_read_frames: number.optional(),
      duration: number.optional(),
    }),
  ),
});
type Probe = z.infer<typeof probed>;

/** ffmpeg and ffprobe in a folder of their own. ffprobe decodes every frame, so that what it counts can be played. */
export async function openWorkshop(): Promise<Workshop> {
  const folder = await mkdtemp(join(tmpdir(), 'voicewright-media-'));
  const put = async (name: string, bytes: Uint8Array) => {
    await writeFile(join(folder, name), bytes);
    return join(folder, name);
  };
  return {
    put,
    async make(name, ...parts) {
      const path = join(folder, name);
      await run('ffmpeg', ['-v', 'error', '-y', '-threads', '1', ...parts, path]);
      return readFile(path);
    },
    async probe(bytes) {
      const path = await put('probed', bytes);
      const parts = ['-v', 'error', '-count_frames', '-show_format', '-show_streams', '-of', 'json', path];
      const { stdout, stderr } = await run('ffprobe', parts);
      expect(stderr).toBe('');
      return probed.parse(JSON.parse(stdout));
    },
    close: () => rm(folder, { recursive: true, force: true }),
  };
}

/** A test picture of 160 by 90 with a tone, H.264 with pictures out of order as encoders like them. */
export const videoOf = (workshop: Workshop, seconds: number) =>
  workshop.make(
    `video-${seconds}.mp4`,
    ...['-f', 'lavfi', '-i', `testsrc=size=160x90:rate=20:duration=${seconds}`],
    ...['-f', 'lavfi', '-i', `sine=duration=${seconds}`],
    ...['-c:v', 'libx264', '-preset', 'veryfast', '-bf', '2', '-g', '20', '-pix_fmt', 'yuv420p', '-c:a', 'aac'],
  );

/** A tone, in the format that the name's ending says. */
export const toneOf = (workshop: Workshop, name: string, seconds: number) =>
  workshop.make(name, '-f', 'lavfi', '-i', `sine=frequency=440:sample_rate=44100:duration=${seconds}`);

/** The body of a job once it has ended, by its path. */
export async function endedAt<Body>(
  service: LocalService,
  path: string,
  parse: (body: unknown) => Body,
  statusOf: (body: Body) => string,
  key?: string,
): Promise<Body> {
  const read = async () => parse(await (await call(service, 'GET', path, key === undefined ? {} : { key })).json());
  let body = await read();
  await expect
    .poll(async () => ['completed', 'failed'].includes(statusOf((body = await read()))), { timeout: 45_000, interval: 50 })
    .toBe(true);
  return body;
}

export async function bytesAt(url: string): Promise<Buffer<ArrayBuffer>> {
  const response = await fetch(url);
  if (response.status !== 200) throw new Error(`${url} answered ${response.status}`);
  return Buffer.from(await response.arrayBuffer());
}
