import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { fail } from '#shared/failure.ts';
import { fileFailure } from '../infra/files.ts';
import { message } from '#shared/messages/message.ts';

/** A file of a form: where it is, and the name that it goes by. */
export interface FormFile {
  path: string;
  name: string;
}

export interface Form {
  contentType: string;
  body: Uint8Array;
}

/** Bytes that are read of a file at a time. */
const pieceBytes = 256 * 1024;
const subject = message('clone.aRecording');

/**
 * Writes `multipart/form-data` (RFC 7578): the fields in their order, then the files as parts named `filesField`. Files are read in pieces
 * into a body of exactly the size that it has, never above `maximumBytes`, so that one form is held once. The same fields and files
 * give the same body, byte for byte. Fails with `too-large`, and with what reading a file fails with.
 */
export async function encodeForm(
  fields: Readonly<Record<string, string>>,
  filesField: string,
  files: readonly FormFile[],
  maximumBytes: number,
): Promise<Form> {
  const sizes = await Promise.all(files.map((file) => sizeOf(file)));
  const content = sizes.reduce((sum, size) => sum + size, 0);
  const tooLarge = (): Error =>
    fail('too-large', message('clone.recordingsTooLarge', Math.floor(maximumBytes / 1024 / 1024)), {
      field: filesField,
    });
  if (content > maximumBytes) throw tooLarge();
  const boundary = await boundaryOf(fields, files);
  const heads = [
    ...Object.entries(fields).map(([name, text]) => ({ head: headOf(boundary, name), text: Buffer.from(text), file: undefined })),
    ...files.map((file) => ({ head: headOf(boundary, filesField, file.name), text: undefined, file })),
  ];
  const end = Buffer.from(`--${boundary}--\r\n`);
  const total = heads.reduce((sum, { head, text }) => sum + head.length + (text?.length ?? 0) + 2, content + end.length);
  if (total > maximumBytes) throw tooLarge();
  const body = Buffer.alloc(total);
  let at = 0;
  const write = (bytes: Uint8Array): void => {
    if (at + bytes.byteLength > total) throw changed();
    body.set(bytes, at);
    at += bytes.byteLength;
  };
  for (const { head, text, file } of heads) {
    write(head);
    if (text !== undefined) write(text);
    if (file !== undefined) for await (const piece of piecesOf(file)) write(piece);
    write(lineBreak);
  }
  write(end);
  if (at !== total) throw changed();
  return { contentType: `multipart/form-data; boundary=${boundary}`, body };
}

/** The text of the first field of a form that `encodeForm` wrote. */
export function firstField(body: Uint8Array): string {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const start = bytes.indexOf('\r\n\r\n') + 4;
  return bytes.subarray(start, bytes.indexOf('\r\n--', start)).toString('utf8');
}

const lineBreak = Buffer.from('\r\n');
const changed = (): Error => fail('file-failed', message('files.changedWhileRead', subject), { next: 'retry' });

/** Quotation marks and line breaks as browsers write them. */
const quoted = (text: string): string => text.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

function headOf(boundary: string, name: string, file?: string): Buffer {
  const filename = file === undefined ? '' : `; filename="${quoted(file)}"`;
  const type = file === undefined ? '' : '\r\nContent-Type: application/octet-stream';
  return Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${quoted(name)}"${filename}${type}\r\n\r\n`);
}

/** Made of what the form holds: nobody can put it into a file of the form, and the same form has the same. */
async function boundaryOf(fields: Readonly<Record<string, string>>, files: readonly FormFile[]): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify([fields, files.map(({ name }) => name)]));
  for (const file of files) for await (const piece of piecesOf(file)) hash.update(piece);
  return `voicewright-${hash.digest('hex').slice(0, 48)}`;
}

async function sizeOf({ path }: FormFile): Promise<number> {
  try {
    return (await stat(path)).size;
  } catch (thrown) {
    throw fileFailure(thrown, subject);
  }
}

async function* piecesOf({ path }: FormFile): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    for await (const piece of createReadStream(path, { highWaterMark: pieceBytes })) yield piece as Buffer;
  } catch (thrown) {
    throw fileFailure(thrown, subject);
  }
}
