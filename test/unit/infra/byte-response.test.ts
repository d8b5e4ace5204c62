import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  bytesOf,
  chunkBytes,
  failureResponse,
  jsonResponse,
  notFound,
  parseRange,
  readPiece,
  type Resource,
  resourceResponse,
  createStream,
} from '#main/infra/byte-response.ts';
import { fail, type FailureKind } from '#shared/failure.ts';
import { said } from '../../helpers/said.ts';

const content = Uint8Array.from({ length: 1000 }, (_, index) => index % 251);
let released = 0;

function resource(): Resource {
  return {
    type: 'audio/wav',
    bytes: content.length,
    tag: 'abc',
    async *read(start, end) {
      try {
        for (let at = start; at < end; at += 100) yield await Promise.resolve(content.slice(at, Math.min(end, at + 100)));
      } finally {
        released += 1;
      }
    },
  };
}

function ask(headers: Record<string, string> = {}, method = 'GET'): Response {
  return resourceResponse(new Request('http://127.0.0.1/bytes/x', { headers, method }), resource());
}

describe('ranges', () => {
  it('give the bytes that a plain slice gives, for any range', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(1200), fc.option(fc.nat(1200)), async (first, last) => {
        const response = ask({ Range: `bytes=${first}-${last ?? ''}` });
        const body = new Uint8Array(await response.arrayBuffer());
        if (last !== null && last < first) {
          expect(response.status).toBe(200); // not a range: ignored
          expect(body).toEqual(content);
        } else if (first >= content.length) {
          expect(response.status).toBe(416);
          expect(response.headers.get('Content-Range')).toBe('bytes */1000');
        } else {
          const end = Math.min(last ?? 999, 999);
          expect(response.status).toBe(206);
          expect(response.headers.get('Content-Range')).toBe(`bytes ${first}-${end}/1000`);
          expect(response.headers.get('Content-Length')).toBe(String(end - first + 1));
          expect(body).toEqual(content.slice(first, end + 1));
        }
      }),
    );
  });

  it('count from the end, and take what there is', async () => {
    expect(new Uint8Array(await ask({ Range: 'bytes=-10' }).arrayBuffer())).toEqual(content.slice(990));
    expect(ask({ Range: 'bytes=-5000' }).headers.get('Content-Range')).toBe('bytes 0-999/1000');
    expect(ask({ Range: 'bytes=-0' }).status).toBe(416);
  });

  it.each(['bytes=0-1,5-6', 'bytes=a-b', 'bytes=-', 'lines=1-2', 'bytes', 'bytes=99999999999999999999-'])('are ignored as %s', (header) => {
    expect(parseRange(header, 1000)).toBeUndefined();
    expect(ask({ Range: header }).status).toBe(200);
  });

  it('of an empty body cannot be satisfied', () => {
    expect(parseRange('bytes=0-', 0)).toBe('unsatisfiable');
    expect(parseRange('bytes=-5', 0)).toBe('unsatisfiable');
  });

  it('fall back to the whole when the file is not the one that was begun', () => {
    expect(ask({ Range: 'bytes=5-', 'If-Range': '"other"' }).status).toBe(200);
    expect(ask({ Range: 'bytes=5-', 'If-Range': '"abc"' }).status).toBe(206);
  });
});

describe('other requests', () => {
  it('HEAD tells what GET would, without a body', async () => {
    const response = ask({ Range: 'bytes=10-19' }, 'HEAD');
    expect(response.status).toBe(206);
    expect(response.headers.get('Content-Length')).toBe('10');
    expect(response.headers.get('ETag')).toBe('"abc"');
    expect(response.headers.get('Accept-Ranges')).toBe('bytes');
    expect((await response.arrayBuffer()).byteLength).toBe(0);
  });

  it('other methods are named as not allowed, and a known tag needs no body', () => {
    expect(ask({}, 'DELETE').status).toBe(405);
    expect(ask({ 'If-None-Match': 'W/"x", "abc"' }).status).toBe(304);
  });

  it('a reader that goes away lets go of the file', async () => {
    const before = released;
    const reader = ask().body?.getReader();
    await reader?.read();
    expect(released).toBe(before);
    await reader?.cancel();
    expect(released).toBe(before + 1);
  });
});

it('a piece that is sent is taken whole up to its bound, and refused past it', async () => {
  const sent = (bytes: number): Request => new Request('http://127.0.0.1/', { method: 'POST', body: new Uint8Array(bytes).fill(7) });
  expect(await readPiece(sent(1000), 1000)).toEqual(new Uint8Array(1000).fill(7));
  await expect(readPiece(sent(1001), 1000)).rejects.toMatchObject({ failure: { kind: 'too-large', charged: 'no' } });
  expect(await readPiece(new Request('http://127.0.0.1/'), 0)).toHaveLength(0);
});

it('a tag that is known is known with blanks around it and in a list, any tag is by a star, and another is not', () => {
  const statusOf = (known: string): number => ask({ 'If-None-Match': known }).status;
  expect(['"abc"', '"x","abc"', '"x" , "abc" ', '*', ' * '].map(statusOf)).toEqual([304, 304, 304, 304, 304]);
  expect(['"x"', 'abc', 'W/"abc"', '"x", "y"'].map(statusOf)).toEqual([200, 200, 200, 200]);
  expect(ask({ Range: 'bytes=5-', 'If-Range': ' "abc" ' }).status).toBe(206);
});

it.each(['x bytes=0-1', 'bytes=0-1 x'])('the header “%s” is no range', (header) => {
  expect(parseRange(header, 10)).toBeUndefined();
});

it('a range of one byte is one, and one that cannot be satisfied has an empty body and the length of the whole', async () => {
  expect(parseRange(' bytes=5-5 ', 10)).toEqual({ start: 5, end: 6 });
  expect(parseRange('bytes=9-20', 10)).toEqual({ start: 9, end: 10 });
  const refused = ask({ Range: 'bytes=1000-' });
  expect([refused.status, refused.headers.get('Content-Range'), refused.headers.get('Content-Length')]).toEqual([416, 'bytes */1000', '0']);
  expect(await refused.text()).toBe('');
  expect(ask().headers.get('Content-Range')).toBeNull();
});

it('no answer is guessed at by its bytes or read by another origin', async () => {
  const answers = [
    ask(),
    ask({ Range: 'bytes=5000-' }),
    ask({}, 'DELETE'),
    notFound(),
    jsonResponse({ a: 1 }),
    failureResponse(fail('conflict', said('No.'))),
  ];
  for (const { headers } of answers)
    expect([headers.get('X-Content-Type-Options'), headers.get('Cross-Origin-Resource-Policy')]).toEqual(['nosniff', 'same-origin']);
  expect(answers.map(({ status }) => status)).toEqual([200, 416, 405, 404, 200, 409]);
  expect(answers[2]?.headers.get('Allow')).toBe('GET, HEAD');
  expect(answers[4]?.headers.get('Cache-Control')).toBe('no-store');
  expect(await answers[4]?.json()).toEqual({ a: 1 });
});

it('a failure has the status of its kind, and 500 where it has none or was not foreseen', async () => {
  const kinds: FailureKind[] = [
    'invalid-input',
    'not-found',
    'file-missing',
    'conflict',
    'too-large',
    'unsupported-media',
    'overloaded',
    'disk-full',
    'damaged',
  ];
  expect(kinds.map((kind) => failureResponse(fail(kind, said('No.'))).status)).toEqual([400, 404, 404, 409, 413, 415, 429, 507, 500]);
  expect(failureResponse(new Error('odd')).status).toBe(500);
  expect(await failureResponse(fail('conflict', said('No.'))).json()).toMatchObject({ failure: { kind: 'conflict', message: 'No.' } });
});

it('a stretch of a file is its bytes up to but without its end, in pieces of 64 KiB, and none where it is empty', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'voicewright-bytes-'));
  const path = join(folder, 'file');
  const bytes = Uint8Array.from({ length: 3 * chunkBytes }, (_, index) => index % 249);
  writeFileSync(path, bytes);
  const stretch = async (start: number, end: number): Promise<Uint8Array[]> => {
    const found: Uint8Array[] = [];
    for await (const piece of bytesOf(path, start, end)) found.push(piece);
    return found;
  };
  const pieces = await stretch(10, 10 + chunkBytes + 5);
  expect(Buffer.concat(pieces).equals(bytes.slice(10, 15 + chunkBytes))).toBe(true);
  expect(pieces.map(({ byteLength }) => byteLength)).toEqual([64 * 1024, 5]);
  expect(await stretch(7, 8)).toEqual([bytes.slice(7, 8)]);
  expect([await stretch(5, 5), await stretch(9, 5)]).toEqual([[], []]);
  rmSync(folder, { recursive: true });
});

it('a stream asks for its first piece when its reader does, no piece ahead, and tells its source when the reader goes', async () => {
  let [asked, aborted] = [0, false];
  const stream = createStream(async function* (signal) {
    signal.addEventListener('abort', () => (aborted = true));
    for (;;) {
      asked += 1;
      yield await Promise.resolve(Uint8Array.of(asked));
    }
  });
  await new Promise((resolve) => setImmediate(resolve));
  expect(asked).toBe(0);
  const reader = stream.getReader();
  expect((await reader.read()).value).toEqual(Uint8Array.of(1));
  await new Promise((resolve) => setImmediate(resolve));
  expect([asked, aborted]).toEqual([1, false]);
  await reader.cancel();
  expect(aborted).toBe(true);
  await createStream(() => expect.unreachable()).cancel();
});
