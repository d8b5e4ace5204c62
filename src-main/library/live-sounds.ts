import { open, type FileHandle } from 'node:fs/promises';
import { newId } from '#shared/ids.ts';
import { chunkBytes, notAllowed, plainHeaders, createStream } from '../infra/byte-response.ts';

/** How many sounds that are whole stay at their live address; the oldest go first. Those that still arrive always stay. */
const maximumWhole = 64;

/** A sound that arrives: a file of PCM that grows, and those who read it as it does. */
export class LiveSound {
  readonly id = newId();
  #path: string;
  #bytes = 0;
  #state: 'growing' | 'ended' = 'growing';
  readonly #waiting = new Set<() => void>();

  constructor(path: string) {
    this.#path = path;
  }

  get url(): string {
    return `/bytes/live/${this.id}`;
  }

  get growing(): boolean {
    return this.#state === 'growing';
  }

  /** `samples` can be read from now on. */
  grow(samples: number): void {
    this.#bytes = Math.max(this.#bytes, samples * 2);
    this.#wake();
  }

  /** Nothing more comes. `path` is where the file has gone. */
  end(samples: number, path?: string): void {
    this.#bytes = Math.max(this.#bytes, samples * 2);
    this.#path = path ?? this.#path;
    this.#state = 'ended';
    this.#wake();
  }

  /** From the start, following until the end. */
  async *read(signal: AbortSignal): AsyncGenerator<Uint8Array, void> {
    const gone = (): boolean => signal.aborted;
    while (this.#bytes === 0 && this.growing && !gone()) await this.#more(signal);
    if (this.#bytes === 0 || gone()) return;
    const file = await this.#open(signal);
    try {
      for (let position = 0; !gone();) {
        if (position < this.#bytes) {
          const buffer = new Uint8Array(Math.min(chunkBytes, this.#bytes - position));
          const { bytesRead } = await file.read(buffer, 0, buffer.byteLength, position);
          if (bytesRead === 0) return; // the file was lost, as on a full disk: the take itself is safe
          position += bytesRead;
          yield buffer.subarray(0, bytesRead);
        } else if (this.growing) await this.#more(signal);
        else return;
      }
    } finally {
      await file.close();
    }
  }

  /** The file gets its last name just before the sound ends; who looks for it in between waits for that. */
  async #open(signal: AbortSignal): Promise<FileHandle> {
    for (;;) {
      const growing = this.growing;
      try {
        return await open(this.#path, 'r');
      } catch (thrown) {
        if (!growing || signal.aborted) throw thrown;
        if (this.#state === 'growing') await this.#more(signal);
      }
    }
  }

  #more(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const wake = (): void => {
        this.#waiting.delete(wake);
        signal.removeEventListener('abort', wake);
        resolve();
      };
      this.#waiting.add(wake);
      signal.addEventListener('abort', wake);
    });
  }

  #wake(): void {
    for (const wake of [...this.#waiting]) wake();
  }
}

/** The live addresses. */
export class LiveSounds {
  readonly #sounds = new Map<string, LiveSound>();

  add(path: string): LiveSound {
    const sound = new LiveSound(path);
    this.#sounds.set(sound.id, sound);
    const whole = [...this.#sounds.values()].filter((each) => !each.growing);
    for (const old of whole.slice(0, Math.max(0, whole.length - maximumWhole))) this.#sounds.delete(old.id);
    return sound;
  }

  respond(request: Request, id: string): Response | undefined {
    const sound = this.#sounds.get(id);
    if (!sound) return undefined;
    if (request.method !== 'GET' && request.method !== 'HEAD') return notAllowed('GET, HEAD');
    const headers = { ...plainHeaders, 'Content-Type': 'audio/x-voicewright-pcm', 'Cache-Control': 'no-store' };
    if (request.method === 'HEAD') return new Response(null, { headers });
    return new Response(
      createStream((signal) => sound.read(signal)),
      { headers },
    );
  }
}
