/** RFC 3533: a page's header without its segment table. A whole page is at most 65,307 bytes. */
const headerBytes = 27;

/**
 * Cuts an Ogg stream into pages. The parser behind the decoders reads everything it holds again with each call, which makes
 * small pieces of a large page cost seconds. It gives a page when it has seen the header of the next one, so headers are handed on at once
 * and the rest of a page in one piece.
 */
export class OggPages {
  /** Begins with a page, of which `#sent` bytes were handed on. */
  #held: Uint8Array = new Uint8Array(0);
  #sent = 0;
  #astray = false;

  /** What can be handed on now, in one piece; nothing where there is none. What is not Ogg goes through as it is. */
  push(bytes: Uint8Array): Uint8Array | undefined {
    const all = this.#held.byteLength === 0 ? bytes : Buffer.concat([this.#held, bytes]);
    const from = this.#sent;
    let page = 0;
    let to = from;
    while (!this.#astray && all.byteLength - page >= headerBytes) {
      const length = pageLength(all, page);
      if (!length) this.#astray = length === undefined;
      else if (page + length.whole <= all.byteLength) to = page += length.whole;
      else to = page + length.header;
      if (!length || to !== page) break;
    }
    if (this.#astray) to = page = all.byteLength;
    this.#held = all.slice(page);
    this.#sent = Math.max(0, to - page);
    return to > from ? all.slice(from, to) : undefined;
  }

  /** What was left without an end. */
  finish(): Uint8Array {
    const rest = this.#held.subarray(this.#sent);
    this.#held = new Uint8Array(0);
    this.#sent = 0;
    return rest;
  }
}

/** Of the page at `at`; `null` while its header is not whole; `undefined` where no page begins. */
function pageLength(bytes: Uint8Array, at: number): { header: number; whole: number } | null | undefined {
  if (bytes[at] !== 0x4f || bytes[at + 1] !== 0x67 || bytes[at + 2] !== 0x67 || bytes[at + 3] !== 0x53) return undefined;
  const segments = bytes[at + 26] ?? 0;
  const header = headerBytes + segments;
  if (at + header > bytes.byteLength) return null;
  let whole = header;
  for (let index = 0; index < segments; index += 1) whole += bytes[at + headerBytes + index] ?? 0;
  return { header, whole };
}
