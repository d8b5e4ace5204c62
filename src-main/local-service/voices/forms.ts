import { type Context } from 'hono';
import { type output, type ZodType } from 'zod';
import { cloneExtensions, cloneFields, cloneLimits, type CloneFields } from '#shared/wire/voice-creation.ts';
import { codes } from '#shared/wire/common.ts';
import { type Env } from '../http/environment.ts';
import { describe } from '../http/describe.ts';
import { invalid, ServiceError } from '../http/service-error.ts';
import { boundaryOf, readMultipart, type Part } from './multipart.ts';
import { type Heard, type References } from './references.ts';

const limits = { parts: 32, headBytes: 8 * 1024, fieldBytes: 64 * 1024, fileBytes: cloneLimits.fileBytes };
/** All files and fields at their largest. */
const bodyBytes = cloneLimits.files * cloneLimits.fileBytes + 4 * 1024 * 1024;
/** Forms that are read at the same time, each with one file in memory; more are a 429. */
const formsAtOnce = 4;
/** How long the rest of a refused body is read, so that its sender gets to see the answer instead of a broken connection. */
const drainMs = 20_000;

export interface Recording {
  filename: string;
  heard: Exclude<Heard, { kind: 'refused' }>;
}

export interface CloneForm {
  fields: CloneFields;
  recordings: Recording[];
}

/** Reads forms of the clone endpoint: every file is heard and forgotten before the next one is read. */
export class Forms {
  readonly #references: References;
  #open = 0;

  constructor(references: References) {
    this.#references = references;
  }

  /** `admit` may refuse before anything is read. Throws 400, 413 and 429. */
  async read(c: Context<Env>, admit: () => void): Promise<CloneForm> {
    const body = counted(c.req.raw.body ?? emptyBody());
    let counts = false;
    try {
      admit();
      if (this.#open >= formsAtOnce) {
        throw new ServiceError(429, codes.rateLimited, 'Too many voices are being created', { headers: { 'Retry-After': '2' } });
      }
      this.#open += 1;
      counts = true;
      return await this.#readAll(body, boundaryOf(c.req.header('Content-Type')));
    } catch (error) {
      await drain(body);
      throw error;
    } finally {
      if (counts) this.#open -= 1;
    }
  }

  async #readAll(body: AsyncIterable<Uint8Array>, boundary: string): Promise<CloneForm> {
    const texts = new Map<string, string>();
    const recordings: Recording[] = [];
    for await (const part of readMultipart(body, boundary, limits, (head) => admitPart(head, texts, recordings.length))) {
      if (part.name === 'audioFiles') recordings.push(await this.#hear(part));
      else if (Object.hasOwn(cloneFields.shape, part.name)) {
        const text = textOf(part);
        // At once: with a wrong field, nobody waits until the recordings are heard.
        checked(cloneFields.partial(), { [part.name]: text });
        texts.set(part.name, text);
      }
    }
    const fields = checked(cloneFields, Object.fromEntries(texts));
    if (recordings.length === 0) throw invalid('audioFiles: at least one file is needed');
    return { fields, recordings };
  }

  async #hear(part: Part): Promise<Recording> {
    const filename = part.filename ?? '';
    if (part.bytes.length === 0) throw invalid(`audioFiles: ${filename} is empty`);
    const heard = await this.#references.hear(part.bytes);
    if (heard.kind === 'refused') throw invalid(`audioFiles: ${filename} cannot be decoded`);
    if (heard.kind === 'heard' && heard.measured.hertz === undefined) throw invalid(`audioFiles: no voice is heard in ${filename}`);
    return { filename, heard };
  }
}

/** Checks a part by its head, before its content is read. */
function admitPart({ name, filename }: Pick<Part, 'name' | 'filename'>, texts: ReadonlyMap<string, string>, files: number): void {
  if (name === 'audioFiles') {
    if (filename === undefined) throw invalid('audioFiles: must be a file with a file name');
    if (files >= cloneLimits.files) throw invalid(`audioFiles: at most ${cloneLimits.files} files are taken`);
    const extension = /\.([^.]*)$/u.exec(filename)?.[1]?.toLowerCase() ?? '';
    if (!(cloneExtensions as readonly string[]).includes(extension)) {
      throw invalid(`audioFiles: ${filename} is not of a supported type (${cloneExtensions.join(', ')})`);
    }
  } else if (Object.hasOwn(cloneFields.shape, name)) {
    if (filename !== undefined) throw invalid(`${name}: must be a plain field, not a file`);
    if (texts.has(name)) throw invalid(`${name}: comes twice`);
  }
}

/** Throws a 400 that names the field. */
export function checked<Schema extends ZodType>(schema: Schema, value: unknown): output<Schema> {
  const read = schema.safeParse(value);
  if (!read.success) throw invalid(describe(read.error, 'body'));
  return read.data;
}

function textOf(part: Part): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(part.bytes);
  } catch {
    throw invalid(`${part.name}: is not UTF-8`);
  }
}

const emptyBody = () => new ReadableStream<Uint8Array>({ start: (controller) => controller.close() });

async function* counted(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
  let read = 0;
  for await (const bytes of body) {
    read += bytes.length;
    if (read > bodyBytes) {
      throw new ServiceError(413, codes.payloadTooLarge, `The body is larger than ${bodyBytes} bytes`, {
        headers: { Connection: 'close' },
      });
    }
    yield bytes;
  }
}

/** Reads on, keeping nothing, up to the largest body that is allowed. */
async function drain(body: AsyncGenerator<Uint8Array>): Promise<void> {
  const until = Date.now() + drainMs;
  try {
    while (Date.now() < until && (await body.next()).done !== true);
  } catch {
    // Too much, or a sender that left: the answer is ready either way.
  }
}
