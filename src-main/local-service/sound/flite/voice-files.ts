import { readFileSync } from 'node:fs';

/** Files that are kept in memory, of some megabytes each. */
const kept = 2;

/** The bytes of voice files, those that were used last in memory. */
export class VoiceFiles {
  readonly #files = new Map<string, Uint8Array>();

  /** Throws for a file that cannot be read. */
  read(path: string): Uint8Array {
    const bytes = this.#files.get(path) ?? readFileSync(path);
    this.#files.delete(path);
    this.#files.set(path, bytes);
    for (const oldest of [...this.#files.keys()].slice(0, Math.max(0, this.#files.size - kept))) this.#files.delete(oldest);
    return bytes;
  }
}
