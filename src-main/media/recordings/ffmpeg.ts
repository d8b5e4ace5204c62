import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fail } from '#shared/failure.ts';
import { message } from '#shared/messages/message.ts';
import { sampleRate } from '#shared/narration/take.ts';
import { errorCode } from '../../infra/files.ts';
import type { MonoChunk } from '../wav.ts';

/** What of the environment a decoder needs: it must not have the rest. */
const passedOn = ['PATH', 'Path', 'SystemRoot', 'TMPDIR', 'TEMP'];

/**
 * Decodes a file by the FFmpeg that is installed on this machine: for AAC, which has no decoder here that may be shipped. `take` is handed the sound in
 * order, and what it does not wait for is never held. Fails with `unsupported-media` where there is no FFmpeg, and with `damaged` where it cannot decode
 * the file to its end.
 */
export async function decodeByFfmpeg(path: string, codec: string, take: (chunk: MonoChunk) => Promise<void>): Promise<void> {
  const env = Object.fromEntries(passedOn.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])));
  const input = ['-protocol_whitelist', 'file', '-i', `file:${path}`, '-map', '0:a:0'];
  const output = ['-ac', '1', '-ar', String(sampleRate), '-f', 's16le', 'pipe:1'];
  const child = spawn('ffmpeg', ['-nostdin', '-v', 'error', ...input, '-xerror', ...output], { env, stdio: ['ignore', 'pipe', 'ignore'] });
  const ended = once(child, 'close') as Promise<[number | null]>;
  ended.catch(() => undefined); // reported below
  try {
    let rest: Buffer = Buffer.alloc(0);
    for await (const piece of child.stdout) {
      const bytes = Buffer.concat([rest, piece as Buffer]);
      rest = bytes.subarray(bytes.length & ~1);
      const samples = new Float32Array(bytes.length >> 1);
      for (let index = 0; index < samples.length; index++) samples[index] = bytes.readInt16LE(index * 2) / 32_768;
      if (samples.length > 0) await take({ samples, rate: sampleRate });
    }
    const [code] = await ended;
    if (code !== 0) throw fail('damaged', message('alignment.cannotBeDecoded'), { next: 'choose-file' });
  } catch (thrown) {
    if (errorCode(thrown) !== 'ENOENT') throw thrown;
    throw fail('unsupported-media', message('recordedTakes.codecNotDecoded', codec.toUpperCase()), { next: 'choose-file' });
  } finally {
    child.kill();
  }
}
