/** Signed 16 bit little endian, as it comes off a stream that may be cut at any byte, one piece of whole samples after another. */
export async function* samplesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Int16Array<ArrayBuffer>, void> {
  const reader = body.getReader();
  let odd: number | undefined;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const bytes = odd === undefined ? value : join(odd, value);
      odd = bytes.length % 2 === 1 ? bytes[bytes.length - 1] : undefined;
      const count = bytes.length >> 1;
      if (count === 0) continue;
      const samples = new Int16Array(count);
      const view = new DataView(bytes.buffer, bytes.byteOffset, count * 2);
      for (let index = 0; index < count; index += 1) samples[index] = view.getInt16(index * 2, true);
      yield samples;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

function join(first: number, rest: Uint8Array): Uint8Array {
  const joined = new Uint8Array(rest.length + 1);
  joined[0] = first;
  joined.set(rest, 1);
  return joined;
}
