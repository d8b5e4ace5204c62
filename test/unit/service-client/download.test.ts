import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { downloadTries, unbroken } from '#main/service-client/download.ts';
import type { Answer } from '#main/service-client/http.ts';
import { fail, toFailure, type Failure } from '#shared/failure.ts';
import { said } from '../../helpers/said.ts';

/** How a server hands out parts: well, of another place, refusing them, the whole instead, or not at all. */
type Ranges = 'right' | 'wrong' | '416' | 'ignored' | 'none';

interface Server {
  content: Uint8Array;
  ranges: Ranges;
  tag?: string;
  /** After how many bytes of which answer the connection ends; those after the last are whole. */
  cuts: readonly number[];
}

function answer(status: number, headers: Record<string, string>, content: Uint8Array, cut: number | undefined): Answer {
  async function* body(): AsyncGenerator<Uint8Array, void, undefined> {
    await Promise.resolve();
    const end = Math.min(cut ?? content.byteLength, content.byteLength);
    for (let at = 0; at < end; at += 3) yield content.subarray(at, Math.min(at + 3, end));
    if (cut !== undefined && cut <= content.byteLength) throw fail('stream-interrupted', said('The connection ended.'));
  }
  return {
    status,
    url: new URL('http://service.test/sound'),
    contentType: 'audio/wav',
    header: (name) => headers[name.toLowerCase()],
    body,
    bytes: () => Promise.reject(new Error('not used')),
    discard: () => undefined,
  };
}

async function download(server: Server, changedTo?: Uint8Array) {
  const asked: Record<string, string>[] = [];
  const pauses: number[] = [];
  const cuts = [...server.cuts];
  const named: Record<string, string> = server.tag === undefined ? {} : { etag: server.tag };
  const ask = (headers: Readonly<Record<string, string>>): Promise<Answer> => {
    asked.push(headers);
    const content = changedTo !== undefined && asked.length > 1 ? changedTo : server.content;
    const start = Number(/^bytes=(\d+)-$/u.exec(headers['Range'] ?? '')?.[1] ?? -1);
    if (start < 0 || server.ranges === 'ignored' || server.ranges === 'none')
      return Promise.resolve(answer(200, named, content, cuts.shift()));
    if (server.ranges === '416') return Promise.reject(fail('bad-response', said('no such range'), { status: 416 }));
    const from = server.ranges === 'wrong' ? start + 1 : start;
    const headersOf = { ...named, 'content-range': `bytes ${from}-${content.byteLength - 1}/${content.byteLength}` };
    return Promise.resolve(answer(206, headersOf, content.subarray(from), cuts.shift()));
  };
  const pieces: Uint8Array[] = [];
  let failure: Failure | undefined;
  const whole = unbroken(await ask({}), ask, (tries) => {
    pauses.push(tries);
    return Promise.resolve();
  });
  try {
    for await (const piece of whole.body()) pieces.push(piece);
  } catch (thrown) {
    failure = toFailure(thrown);
  }
  return { bytes: Buffer.concat(pieces), asked, pauses, failure };
}

const contents = fc.uint8Array({ minLength: 1, maxLength: 200 });
const ranges = fc.constantFrom<Ranges>('right', 'wrong', '416', 'ignored', 'none');
const tags = fc.constantFrom(undefined, '"one"', 'W/"weak"');

it('a download that breaks off keeps its bound: what goes on by a range has what is left of it', async () => {
  const bounds: (number | undefined)[] = [];
  const content = new Uint8Array(60);
  const bounded = (of: Answer): Answer => ({
    ...of,
    body: (maxBytes) => {
      bounds.push(maxBytes);
      return of.body(maxBytes);
    },
  });
  const tag = { etag: '"one"' };
  const ask = (): Promise<Answer> =>
    Promise.resolve(bounded(answer(206, { ...tag, 'content-range': 'bytes 30-59/60' }, content.subarray(30), undefined)));
  const first = bounded(answer(200, tag, content, 30));
  expect(await unbroken(first, ask, () => Promise.resolve()).bytes(100)).toHaveLength(60);
  expect(bounds).toEqual([100, 70]);
});

describe('a download that breaks off', () => {
  it('is whole in the end, byte for byte, however often it breaks and whatever the server makes of a range', async () => {
    await fc.assert(
      fc.asyncProperty(
        contents,
        ranges,
        tags,
        fc.array(fc.integer({ min: 0, max: 200 }), { maxLength: 3 }),
        async (content, kind, tag, cuts) => {
          const { bytes, failure } = await download({ content, ranges: kind, cuts, ...(tag !== undefined && { tag }) });
          expect(failure).toBeUndefined();
          expect(bytes.equals(Buffer.from(content))).toBe(true);
        },
      ),
    );
  });

  it('goes on by a range where the answer named its file, and from the start where it did not', async () => {
    const content = new Uint8Array(60).map((_, index) => index);
    const named = await download({ content, ranges: 'right', tag: '"one"', cuts: [30, 12] });
    expect(named.asked).toEqual([{}, { Range: 'bytes=30-', 'If-Range': '"one"' }, { Range: 'bytes=42-', 'If-Range': '"one"' }]);
    const unnamed = await download({ content, ranges: 'right', cuts: [30] });
    expect(unnamed.asked).toEqual([{}, {}]);
    for (const { bytes } of [named, unnamed]) expect(bytes.equals(Buffer.from(content))).toBe(true);
  });

  it('fails when nothing more comes of it, with waits that grow, and never forever', async () => {
    const content = new Uint8Array(60);
    const stuck = await download({ content, ranges: 'none', cuts: Array.from({ length: 50 }, () => 30) });
    expect(stuck.failure).toMatchObject({ kind: 'stream-interrupted', charged: 'no' });
    expect(stuck.pauses).toEqual([1, 2, 3]);
    const slow = await download({
      content: new Uint8Array(5000),
      ranges: 'right',
      tag: '"one"',
      cuts: Array.from({ length: 500 }, () => 3),
    });
    expect(slow.failure).toMatchObject({ kind: 'stream-interrupted' });
    expect(slow.asked).toHaveLength(downloadTries.total);
  });

  it('never joins two files: when another stands at the address, it fails', async () => {
    await fc.assert(
      fc.asyncProperty(contents, contents, fc.nat(199), async (content, other, at) => {
        const cut = at % content.byteLength;
        const isOther = !Buffer.from(other.subarray(0, cut)).equals(Buffer.from(content.subarray(0, cut)));
        const { bytes, failure } = await download({ content, ranges: 'ignored', cuts: [cut] }, other);
        if (!isOther) return;
        expect(failure?.kind).toBe('service-failed');
        expect(bytes.equals(Buffer.from(content.subarray(0, cut)))).toBe(true);
      }),
    );
  });
});
