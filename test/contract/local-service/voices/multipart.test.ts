import { readFile } from 'node:fs/promises';
import { request } from 'node:http';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { voicesV1Path } from '#shared/wire/voices.ts';
import { startLocalService, type LocalService } from '../../../helpers/local-service.ts';
import { call, voiceFor } from '../support.ts';
import { spoken } from './voice-support.ts';

// Each test waits for what it awaits; a busy machine may take its time.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

let service: LocalService;
let reference: Buffer;
beforeAll(async () => {
  service = await startLocalService();
  reference = Buffer.from(await spoken(service, { text: 'A short recording.', voiceId: (await voiceFor(service, 'en-US')).voiceId }));
});
afterAll(() => service.stop());

interface Answer {
  status: number;
  message: string;
}

/** Sends a body in these pieces, byte for byte. */
function send(pieces: readonly Buffer[], contentType: string, key = 'local-forms'): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = { Authorization: `Bearer ${key}`, 'Content-Type': contentType };
    const sending = request(`${service.baseUrl}${voicesV1Path}`, { method: 'POST', headers }, (response) => {
      let text = '';
      response.on('data', (bytes: Buffer) => (text += bytes.toString()));
      response.on('end', () => {
        const body = JSON.parse(text) as { message?: string };
        resolve({ status: response.statusCode ?? 0, message: body.message ?? '' });
      });
    });
    sending.on('error', reject);
    for (const piece of pieces) sending.write(piece);
    sending.end();
  });
}

interface Part {
  head: string;
  body: Buffer;
}
const field = (name: string, text: string): Part => ({ head: `Content-Disposition: form-data; name="${name}"`, body: Buffer.from(text) });
const file = (name = 'reference.wav', body: Buffer = reference): Part => ({
  head: `Content-Disposition: form-data; name="audioFiles"; filename="${name}"\r\nContent-Type: audio/wav`,
  body,
});
const encode = (boundary: string, parts: readonly Part[], end = '--\r\n') =>
  Buffer.concat([
    ...parts.flatMap(({ head, body }) => [Buffer.from(`--${boundary}\r\n${head}\r\n\r\n`), body, Buffer.from('\r\n')]),
    Buffer.from(`--${boundary}${end}`),
  ]);
const typeOf = (boundary: string) => `multipart/form-data; boundary="${boundary}"`;
/** With its text, which is all that the search for the voice then speaks. */
const good = () => [field('name', 'Mine'), field('referenceText', 'A short recording.'), file()];
const alive = async () => expect((await call(service, 'GET', voicesV1Path)).status).toBe(200);

/** Cut at these parts of its length. */
function cutAt(bytes: Buffer, cuts: readonly number[]): Buffer[] {
  const places = [0, ...cuts.map((cut) => Math.floor(cut * bytes.length)).sort((one, other) => one - other), bytes.length];
  return places.slice(1).map((to, index) => bytes.subarray(places[index], to));
}
const boundaries = fc.string({ unit: fc.constantFrom(...Array.from("abcXYZ0189'()+_,-./:=?")), minLength: 1, maxLength: 70 });

test(
  'a form is read the same whatever its boundary, wherever its bytes are cut, with or without a preamble',
  { tags: ['beside'] },
  async () => {
    await fc.assert(
      fc.asyncProperty(
        boundaries,
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 6 }),
        fc.boolean(),
        async (boundary, cuts, preamble) => {
          const body = Buffer.concat([Buffer.from(preamble ? 'ignored\r\n' : ''), encode(boundary, good())]);
          expect(await send(cutAt(body, cuts), typeOf(boundary))).toEqual({ status: 200, message: '' });
        },
      ),
      { numRuns: 12 },
    );
  },
);

test('content that looks like a boundary is content', async () => {
  const looks = Buffer.from('\r\n--edge-not\r\n--edg\r\n\r\n--');
  const body = encode('edge', [field('name', 'Mine'), field('description', looks.toString()), file()]);
  expect((await send([body], typeOf('edge-that-is-absent'))).status).toBe(400);
  // `--edge` followed by more than a line break is damage, not content: the boundary was badly chosen.
  expect(await send([body], typeOf('edge'))).toMatchObject({ status: 400, message: expect.stringContaining('boundary') as string });
  const unlike = encode('other', [...good(), field('description', looks.toString())]);
  expect((await send([unlike], typeOf('other'))).status).toBe(200);
});

test('a form that is cut off anywhere is a 400 and makes no voice', async () => {
  const key = 'local-cut-forms';
  const whole = encode('edge', good(), '');
  await fc.assert(
    fc.asyncProperty(fc.nat(whole.length), async (length) => {
      const answer = await send([whole.subarray(0, length)], typeOf('edge'), key);
      expect(answer.status).toBe(400);
      expect(answer.message).not.toBe('');
    }),
    { numRuns: 40 },
  );
  expect((await service.charges(key)).entries).toHaveLength(1);
  await alive();
});

test('forms of random parts are refused with a 4xx, never a crash, and the next request is answered', { tags: ['beside'] }, async () => {
  const heads = fc.oneof(
    fc.constantFrom('Content-Disposition: form-data', 'Content-Type: text/plain', '', 'X: y\r\nContent-Disposition: form-data; name=""'),
    fc
      .constantFrom('name', 'languages', 'visibility', 'audioFiles', 'provider', '__proto__', 'constructor')
      .map((name) => field(name, '').head),
    fc.string({ maxLength: 40 }).map((name) => `Content-Disposition: form-data; name="audioFiles"; filename="${name}.wav"`),
    fc.string({ maxLength: 60 }),
  );
  const parts = fc.array(fc.record({ head: heads, body: fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)) }), {
    maxLength: 40,
  });
  await fc.assert(
    fc.asyncProperty(parts, boundaries, async (list, boundary) => {
      const { status, message } = await send([encode(boundary, list)], typeOf(boundary));
      expect(status).toBe(400);
      expect(message).not.toBe('');
    }),
    { numRuns: 100 },
  );
  await alive();
});

test.each<[string, () => Buffer, string, string]>([
  [
    'a part without a name',
    () => encode('edge', [{ head: 'Content-Disposition: form-data', body: reference }]),
    typeOf('edge'),
    'part 1 has no name',
  ],
  ['a part without a head', () => encode('edge', [{ head: '', body: reference }]), typeOf('edge'), 'part 1'],
  ['a field that comes twice', () => encode('edge', [field('name', 'One'), ...good()]), typeOf('edge'), 'name: comes twice'],
  [
    'a name that is a file',
    () => encode('edge', [{ head: 'Content-Disposition: form-data; name="name"; filename="x.wav"', body: reference }]),
    typeOf('edge'),
    'name: must be a plain field',
  ],
  [
    'a head without end',
    () => encode('edge', [{ head: `X: ${'y'.repeat(100_000)}`, body: reference }]),
    typeOf('edge'),
    'the head of part 1 is larger',
  ],
  [
    'a field without end',
    () => encode('edge', [field('description', 'x'.repeat(70_000)), file()]),
    typeOf('edge'),
    'description: is larger',
  ],
  ['a field beyond its characters', () => encode('edge', [field('description', 'x'.repeat(1_001)), file()]), typeOf('edge'), 'description'],
  [
    'a field that is no UTF-8',
    () => encode('edge', [{ head: field('name', '').head, body: Buffer.from([0xff, 0xfe]) }]),
    typeOf('edge'),
    'name: is not UTF-8',
  ],
  [
    'a hundred parts',
    () =>
      encode(
        'edge',
        Array.from({ length: 100 }, (_, at) => field(`x${at}`, '')),
      ),
    typeOf('edge'),
    'more than 32 parts',
  ],
  ['no boundary', () => encode('edge', good()), 'multipart/form-data', 'boundary'],
  ['a boundary beyond 70 characters', () => encode('edge', good()), `multipart/form-data; boundary=${'x'.repeat(71)}`, 'boundary'],
  ['another content type', () => encode('edge', good()), 'application/json', 'multipart/form-data'],
  ['an empty body', () => Buffer.alloc(0), typeOf('edge'), 'body'],
  [
    'a million bytes of anything',
    () => Buffer.from(Uint8Array.from({ length: 1_000_000 }, (_, at) => (at * at * 31 + at) % 253)),
    typeOf('edge'),
    'boundary',
  ],
])('%s is a 400 that says so', async (_, body, type, message) => {
  expect(await send([body()], type)).toEqual({ status: 400, message: expect.stringContaining(message) as string });
});

test('files past the limit and bodies past all bounds are refused in bounded memory', async () => {
  const residentMiB = async () => {
    const kept = /^VmRSS:\s+(\d+) kB$/mu.exec(await readFile(`/proc/${service.process.pid}/status`, 'utf8'))?.[1];
    return Number(kept) / 1024;
  };
  const eleven = encode('edge', [field('name', 'Mine'), file('large.wav', Buffer.alloc(11 * 1024 * 1024, reference))]);
  const pieces = (bytes: Buffer) =>
    cutAt(
      bytes,
      Array.from({ length: 40 }, (_, at) => at / 40),
    );
  expect((await send(pieces(eleven), typeOf('edge'))).message).toContain('large.wav: is larger than 10485760 bytes');
  const before = await residentMiB();
  for (let round = 0; round < 6; round += 1) {
    const answers = await Promise.all(Array.from({ length: 4 }, () => send(pieces(eleven), typeOf('edge'))));
    expect(answers.map((answer) => answer.status)).toEqual([400, 400, 400, 400]);
  }
  // Two hundred and sixty megabytes went by; four forms hold a file of ten and its copy each.
  expect((await residentMiB()) - before).toBeLessThan(180);
  const megabyte = Buffer.alloc(1024 * 1024);
  const endless = [
    Buffer.from('--edge\r\nContent-Disposition: form-data; name="x"; filename="x"\r\n\r\n'),
    ...Array.from({ length: 60 }, () => megabyte),
  ];
  const answer = await send(endless, typeOf('edge')).catch((error: unknown) => error as NodeJS.ErrnoException);
  if ('status' in answer) expect(answer.status).toBe(400);
  else expect(['EPIPE', 'ECONNRESET']).toContain(answer.code);
  await alive();
});

test('a form whose files and fields together pass the bound is a 413', async () => {
  const ignored = (bytes: number) => [
    Buffer.from('--edge\r\nContent-Disposition: form-data; name="x"; filename="x"\r\n\r\n'),
    Buffer.alloc(bytes),
    Buffer.from('\r\n'),
  ];
  const megabytes = (count: number) => count * 1024 * 1024;
  const parts = Array.from({ length: 5 }, () => ignored(megabytes(10))).flat();
  const answer = await send([...parts, ...ignored(megabytes(4)), Buffer.from('--edge--\r\n')], typeOf('edge'));
  expect(answer).toMatchObject({ status: 413, message: expect.stringContaining('larger than') as string });
  await alive();
});

test('more forms at once than are read are asked to come again', async () => {
  const openings = Array.from({ length: 4 }, () => {
    const sending = request(`${service.baseUrl}${voicesV1Path}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${service.apiKey}`, 'Content-Type': typeOf('edge') },
    });
    sending.on('error', () => undefined);
    sending.write('--edge\r\n');
    return sending;
  });
  const whole = [encode('edge', good())];
  // Until the four are being read, this one is.
  await expect.poll(async () => (await send(whole, typeOf('edge'))).status, { timeout: 30_000, interval: 20 }).toBe(429);
  for (const sending of openings) sending.destroy();
  await expect.poll(async () => (await send(whole, typeOf('edge'))).status, { timeout: 30_000, interval: 20 }).toBe(200);
});
