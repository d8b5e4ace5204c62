import { open, type FileHandle } from 'node:fs/promises';

/** Fields of an ONNX file's outermost message that matter here (onnx.proto, `ModelProto`). */
const fields = { graph: 7, metadata: 14 } as const;
const wireTypes = { varint: 0, fixed64: 1, bytes: 2, fixed32: 5 } as const;
/** Bounds of what is kept of a file: of one entry, and of all. */
const entryBytes = 64 * 1024;
const entriesMaximum = 500;
const messagesMaximum = 10_000;
const windowBytes = 16;

class NoModel extends Error {}

/**
 * What an ONNX file says of itself: the pairs that its author put beside its graph. `undefined` for what is no ONNX file. Reads a few bytes of it; the graph and
 * its weights, which may be gigabytes, are stepped over.
 */
export async function readOnnxMetadata(path: string): Promise<ReadonlyMap<string, string> | undefined> {
  const file = await open(path);
  try {
    return await readModel(file, (await file.stat()).size);
  } catch (thrown) {
    if (thrown instanceof NoModel) return undefined;
    throw thrown;
  } finally {
    await file.close();
  }
}

async function readModel(file: FileHandle, size: number): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  let hasGraph = false;
  let at = 0;
  for (let count = 0; at < size; count += 1) {
    if (count > messagesMaximum || found.size > entriesMaximum) throw new NoModel();
    const window = Buffer.alloc(windowBytes);
    await file.read(window, 0, windowBytes, at);
    const key = readVarint(window, 0);
    const [field, type] = [Math.floor(key.value / 8), key.value & 7];
    if (type === wireTypes.varint) at += readVarint(window, key.end).end;
    else if (type === wireTypes.fixed64) at += key.end + 8;
    else if (type === wireTypes.fixed32) at += key.end + 4;
    else if (type === wireTypes.bytes) {
      const length = readVarint(window, key.end);
      const from = at + length.end;
      at = from + length.value;
      if (at > size) throw new NoModel();
      if (field === fields.graph) hasGraph = true;
      if (field === fields.metadata && length.value <= entryBytes) {
        const entry = Buffer.alloc(length.value);
        await file.read(entry, 0, length.value, from);
        const [name, value] = readEntry(entry);
        found.set(name, value);
      }
    } else throw new NoModel();
  }
  if (!hasGraph) throw new NoModel();
  return found;
}

/** An entry of the metadata, as it stands in the file. */
export function onnxEntry(key: string, value: string): Buffer {
  const text = (field: number, content: string): Buffer => message(field, Buffer.from(content));
  return message(fields.metadata, Buffer.concat([text(1, key), text(2, value)]));
}

const message = (field: number, content: Buffer): Buffer =>
  Buffer.concat([varint(field * 8 + wireTypes.bytes), varint(content.length), content]);

function varint(value: number): Buffer {
  const bytes: number[] = [];
  for (let rest = value; bytes.length === 0 || rest > 0; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + (rest >= 128 ? 128 : 0));
  return Buffer.from(bytes);
}

/** `StringStringEntryProto`: a name and a value. */
function readEntry(entry: Buffer): [name: string, value: string] {
  const texts = ['', ''] as [string, string];
  for (let at = 0; at < entry.length;) {
    const key = readVarint(entry, at);
    const length = readVarint(entry, key.end);
    if ((key.value & 7) !== wireTypes.bytes || length.end + length.value > entry.length) throw new NoModel();
    const text = entry.toString('utf8', length.end, length.end + length.value);
    if (key.value >> 3 === 1) texts[0] = text;
    else if (key.value >> 3 === 2) texts[1] = text;
    at = length.end + length.value;
  }
  return texts;
}

function readVarint(bytes: Buffer, from: number): { value: number; end: number } {
  let value = 0;
  for (let at = from; at < bytes.length && at < from + 7; at += 1) {
    const byte = bytes[at] ?? 0;
    value += (byte & 0x7f) * 2 ** (7 * (at - from));
    if (byte < 0x80) return { value, end: at + 1 };
  }
  throw new NoModel();
}
