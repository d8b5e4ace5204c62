import { open, type FileHandle } from 'node:fs/promises';
import { StreamTarget, type StreamTargetChunk } from 'mediabunny';
import { writeAll } from '../infra/files.ts';

/** Bytes that are put together for one write. */
const writtenTogether = 2 ** 20;

/**
 * A file for mediabunny, whose own takes a short write for a whole one: on a full disk that would leave out a part of the file. Fails as the disk does.
 */
export function createFileTarget(path: string): StreamTarget {
  let file: FileHandle | undefined;
  const close = async (): Promise<void> => {
    await file?.close();
    file = undefined;
  };
  const writable = new WritableStream<StreamTargetChunk>({
    start: async () => {
      file = await open(path, 'w');
    },
    write: async ({ data, position }) => {
      if (!file) throw new Error('the file is closed');
      await writeAll(file, data, position);
    },
    close,
    abort: close,
  });
  return new StreamTarget(writable, { chunked: true, chunkSize: writtenTogether });
}
