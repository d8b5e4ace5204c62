import { invalid } from '../http/service-error.ts';

/**
 * Reads `multipart/form-data` (RFC 7578) as it arrives, one part at a time: no more than one part lies in memory, and each bound is checked
 * while the bytes come in.
 */
export interface MultipartLimits {
  parts: number;
  /** Of a part's head. */
  headBytes: number;
  fieldBytes: number;
  fileBytes: number;
}

export interface Part {
  name: string;
  /** Of a file; undefined for a plain field. */
  filename: string | undefined;
  bytes: Uint8Array<ArrayBuffer>;
}

const lineBreak = Buffer.from('\r\n');
const headEnd = Buffer.from('\r\n\r\n');

/** The boundary of a `Content-Type`; throws 400 when it is no multipart form. */
export function boundaryOf(contentType: string | undefined): string {
  if (!/^multipart\/form-data\s*(;|$)/iu.test(contentType ?? '')) throw invalid('Content-Type: must be multipart/form-data');
  const found = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))\s*(?:;|$)/iu.exec(contentType ?? '');
  const boundary = found?.[1] ?? found?.[2];
  if (boundary === undefined) throw invalid('Content-Type: multipart/form-data needs a boundary of 1 to 70 characters');
  return boundary;
}

/** `admit` sees each part's name and file name before its content, and throws to refuse it. Throws 400 for a body that is not well formed. */
export async function* readMultipart(
  body: AsyncIterable<Uint8Array>,
  boundary: string,
  limits: MultipartLimits,
  admit: (part: Pick<Part, 'name' | 'filename'>) => void,
): AsyncGenerator<Part, void, undefined> {
  const input = new Input(body);
  // The first delimiter may stand at the very beginning: a line break is put before it.
  input.prepend(lineBreak);
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  await input.until(delimiter, limits.headBytes, () => invalid('body: no multipart boundary is found where one must begin'));
  for (let count = 0; ; count += 1) {
    const after = await input.exactly(2);
    if (after.toString('latin1') === '--') return;
    // Blanks may stand behind a boundary (RFC 2046, transport padding).
    if (!after.equals(lineBreak)) {
      const padding = await input.until(lineBreak, 256, () => invalid('body: a boundary is not followed by a line break'));
      if (/[^ \t]/u.test(after.toString('latin1') + padding.toString('latin1')))
        throw invalid('body: a boundary is not followed by a line break');
    }
    if (count >= limits.parts) throw invalid(`body: has more than ${limits.parts} parts`);
    input.prepend(lineBreak);
    const head = await input.until(headEnd, limits.headBytes, () =>
      invalid(`body: the head of part ${count + 1} is larger than ${limits.headBytes} bytes`),
    );
    const part = describe(head.toString('utf8'), count + 1);
    admit(part);
    const maximum = part.filename === undefined ? limits.fieldBytes : limits.fileBytes;
    const bytes = await input.until(delimiter, maximum, () =>
      invalid(`${part.name}: ${part.filename === undefined ? '' : `${part.filename}: `}is larger than ${maximum} bytes`),
    );
    yield { ...part, bytes: new Uint8Array(bytes) };
  }
}

/** Name and file name by a part's head. */
function describe(head: string, number: number): Pick<Part, 'name' | 'filename'> {
  const disposition = head
    .split('\r\n')
    .map((line) => /^content-disposition\s*:\s*form-data\s*(;.*)?$/iu.exec(line))
    .find((found) => found !== null)?.[1];
  const name = parameter(disposition ?? '', 'name');
  if (name === undefined || name === '') throw invalid(`body: part ${number} has no name`);
  return { name, filename: parameter(disposition ?? '', 'filename') };
}

/** A quoted or plain parameter; browsers write a quotation mark within as %22, others escape it. */
function parameter(text: string, key: string): string | undefined {
  const found = new RegExp(`;\\s*${key}=(?:"((?:[^"\\\\]|\\\\.)*)"|([^\\s;"]+))`, 'iu').exec(text);
  const value = found?.[1] ?? found?.[2];
  return value?.replace(/\\(["\\])/gu, '$1').replaceAll('%22', '"');
}

/** A body that is read until what is looked for has come. What was read and not used stays for the next call. */
class Input {
  readonly #source: AsyncIterator<Uint8Array>;
  #held: Buffer = Buffer.alloc(0);

  constructor(body: AsyncIterable<Uint8Array>) {
    this.#source = body[Symbol.asyncIterator]();
  }

  prepend(bytes: Buffer): void {
    this.#held = Buffer.concat([bytes, this.#held]);
  }

  async exactly(length: number): Promise<Buffer> {
    while (this.#held.length < length) this.#held = Buffer.concat([this.#held, await this.#more()]);
    const bytes = this.#held.subarray(0, length);
    this.#held = this.#held.subarray(length);
    return bytes;
  }

  /** What comes before `mark`, which is used up too. Throws `tooLong()` when it is more than so many bytes. */
  async until(mark: Buffer, maximum: number, tooLong: () => Error): Promise<Buffer> {
    const passed: Buffer[] = [];
    let length = 0;
    for (;;) {
      const at = this.#held.indexOf(mark);
      // A mark may be cut by the end of what is held: so much of it waits for what comes next.
      const sure = at >= 0 ? at : Math.max(0, this.#held.length - mark.length + 1);
      passed.push(this.#held.subarray(0, sure));
      length += sure;
      if (length > maximum) throw tooLong();
      this.#held = this.#held.subarray(at >= 0 ? sure + mark.length : sure);
      if (at >= 0) return Buffer.concat(passed);
      this.#held = Buffer.concat([this.#held, await this.#more()]);
    }
  }

  async #more(): Promise<Uint8Array> {
    const next = await this.#source.next();
    if (next.done === true) throw invalid('body: ends before its last boundary');
    return next.value;
  }
}
