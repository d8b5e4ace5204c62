import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseRange, readPiece, type Resource, resourceResponse } from '#main/infra/byte-response.ts';

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
