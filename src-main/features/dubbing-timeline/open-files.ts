import { open, type FileHandle } from 'node:fs/promises';

/** Files that stay open from one read to the next; to be closed. */
export class OpenFiles {
  readonly #most: number;
  /** The one used last is last. */
  readonly #files = new Map<string, { handle: Promise<FileHandle>; readers: number }>();

  /** @param most Files that stay open while nobody reads them. */
  constructor(most: number) {
    this.#most = most;
  }

  /** Opens the file, where it is not, for as long as `read` takes at least. Fails as `open` and `read` do. */
  async use<T>(path: string, read: (file: FileHandle) => Promise<T>): Promise<T> {
    const file = this.#files.get(path) ?? { handle: open(path, 'r'), readers: 0 };
    this.#files.delete(path);
    this.#files.set(path, file);
    file.readers += 1;
    try {
      const handle = await file.handle.catch((thrown: unknown) => {
        // Not kept: it may be there the next time.
        if (this.#files.get(path) === file) this.#files.delete(path);
        throw thrown;
      });
      return await read(handle);
    } finally {
      file.readers -= 1;
      await this.#closeIdle();
    }
  }

  async close(): Promise<void> {
    const files = [...this.#files.values()];
    this.#files.clear();
    for (const { handle } of files) await (await handle.catch(() => undefined))?.close();
  }

  async #closeIdle(): Promise<void> {
    for (const [path, { handle, readers }] of this.#files) {
      if (this.#files.size <= this.#most) return;
      if (readers > 0) continue;
      this.#files.delete(path);
      await (await handle).close();
    }
  }
}
