/** Turns samples into bytes of one format, piece by piece. What it returns is the caller's own. */
export interface Encoder {
  encode(samples: Int16Array): Uint8Array<ArrayBuffer>;
  end(): Uint8Array<ArrayBuffer> | Promise<Uint8Array<ArrayBuffer>>;
}
