import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const outputLimit = 256 * 1024 * 1024;
const processTimeoutMs = 60_000;
const parallel = 3;

/** Runs ffmpeg and ffprobe, a few at a time, and ends them all on `stop`. */
export class Tools {
  private readonly children = new Set<ChildProcess>();
  private readonly waiting: (() => void)[] = [];
  private running = 0;
  private stopped = false;
  private folder: Promise<string> | undefined;
  private files = 0;

  /** The standard output of a program. Throws what it wrote to standard error. */
  async run(program: 'ffmpeg' | 'ffprobe', args: readonly string[], input?: Buffer): Promise<Buffer> {
    if (this.running >= parallel) await new Promise<void>((resolve) => this.waiting.push(resolve));
    this.running += 1;
    try {
      return await this.spawnOne(program, args, input);
    } finally {
      this.running -= 1;
      this.waiting.shift()?.();
    }
  }

  /** A new path in the temporary folder of this service. */
  async temporary(extension: string): Promise<string> {
    this.folder ??= mkdtemp(join(tmpdir(), 'foreign-service-'));
    this.files += 1;
    return join(await this.folder, `${this.files}.${extension}`);
  }

  async stop(): Promise<void> {
    this.stopped = true;
    for (const child of this.children) child.kill('SIGKILL');
    for (const next of this.waiting.splice(0)) next();
    if (this.folder !== undefined) await rm(await this.folder, { recursive: true, force: true, maxRetries: 3 });
  }

  private spawnOne(program: string, args: readonly string[], input: Buffer | undefined): Promise<Buffer> {
    if (this.stopped) return Promise.reject(new Error('The service has stopped.'));
    return new Promise((resolve, reject) => {
      const quiet = program === 'ffmpeg' ? ['-hide_banner', '-v', 'error', '-nostdin', '-threads', '1', '-y'] : ['-v', 'error'];
      const stdin = input === undefined ? 'ignore' : 'pipe';
      const child = spawn(program, [...quiet, ...args], {
        stdio: [stdin, 'pipe', 'pipe'],
        timeout: processTimeoutMs,
        killSignal: 'SIGKILL',
      });
      this.children.add(child);
      const output: Buffer[] = [];
      let length = 0;
      let complaint = '';
      child.stdout?.on('data', (chunk: Buffer) => {
        length += chunk.length;
        if (length > outputLimit) child.kill('SIGKILL');
        else output.push(chunk);
      });
      child.stderr?.on('data', (chunk: Buffer) => (complaint = (complaint + chunk.toString('utf8')).slice(-4000)));
      child.stdin?.on('error', () => undefined);
      child.stdin?.end(input);
      child.on('error', (error) => {
        this.children.delete(child);
        reject(error);
      });
      child.on('close', (code) => {
        this.children.delete(child);
        if (code === 0) resolve(Buffer.concat(output));
        else reject(new Error(`${program} ended with ${code ?? 'a signal'}: ${complaint}`));
      });
    });
  }
}
