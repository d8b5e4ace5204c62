import { afterEach, expect, it, vi } from 'vitest';
import { WavReader } from '#main/media/wav.ts';
import { fail } from '#shared/failure.ts';
import { RecordingImports } from '../../../src-renderer/features/narration/recordings/recording-imports.ts';
import { said } from '../../helpers/said.ts';

afterEach(() => vi.unstubAllGlobals());

/** Main's answer to `take.record`, given by a test; and what the window did with it. */
function setUp(decoded: Iterable<Float32Array[]> | AsyncIterable<Float32Array[]> = []) {
  const chosen: ReadonlyMap<string, string>[] = [];
  const failures: unknown[] = [];
  const shown = { titles: [] as string[], stop: (): void => undefined, isHidden: false, fractions: [] as number[] };
  const orders: { input: object; signal: AbortSignal }[] = [];
  const answer = Promise.withResolvers<object>();
  const sent: { address: string; method: string; body: Uint8Array }[] = [];
  let bytes = 0;
  vi.stubGlobal('fetch', async (address: string, { method, body }: { method: string; body?: BodyInit }) => {
    const arrived = new Uint8Array(await new Response(body).arrayBuffer());
    sent.push({ address, method, body: arrived });
    return Response.json({ uploadId: 'upload-1', bytes: (bytes += arrived.length) });
  });
  const imports = new RecordingImports({
    client: {
      call: (_op: string, input: object, { signal }: { signal: AbortSignal }) => {
        orders.push({ input, signal });
        signal.addEventListener('abort', () => answer.reject(fail('cancelled', said('alignment.ended'))));
        return {
          result: answer.promise,
          async *[Symbol.asyncIterator]() {
            yield { fraction: 0.25 };
            yield { fraction: 0.5 };
            await answer.promise;
          },
        };
      },
    },
    project: {
      store: { getState: () => ({ details: { projectId: 'book' }, chapterId: 'one', document: {} }) },
      flushProject: () => Promise.resolve(undefined),
      chooseTakes: (takeIds: ReadonlyMap<string, string>) => chosen.push(takeIds),
    },
    isAac: ({ name }: File) => Promise.resolve(name.endsWith('.m4a')),
    decodeInWindow: async (_file: Blob, take: (piece: object) => Promise<boolean>, report: (fraction: number) => void) => {
      let second = 0;
      for await (const channels of decoded) {
        report(second++ / 30);
        if (!(await take({ channels, rate: 44_100 }))) return;
      }
    },
    announce: () => undefined,
    toast: (title: string) => shown.titles.push(title),
    toastFailure: (failure: unknown) => {
      failures.push(failure);
      return () => failures.splice(failures.indexOf(failure), 1);
    },
    toastProgress: (_title: string, stop: () => void) => {
      shown.stop = stop;
      return { report: (fraction: number) => shown.fractions.push(fraction), hide: () => (shown.isHidden = true) };
    },
  } as never);
  return { imports, sent, chosen, failures, shown, orders, answer };
}
const file = new File(['sound'], 'chapter one.wav');

it('the takes of a recording are chosen for their blocks in one act, and named by the file', async () => {
  const { imports, chosen, shown, orders, answer } = setUp();
  const imported = imports.importRecording(file, ['a', 'b'] as never);
  await vi.waitFor(() => expect(orders).toHaveLength(1));
  expect(orders[0]!.input).toMatchObject({ blockIds: ['a', 'b'], uploadId: 'upload-1', fileName: 'chapter one.wav' });
  await vi.waitFor(() => expect(shown.fractions).toEqual([0.25, 0.5]));
  expect([shown.isHidden, chosen]).toEqual([false, []]);
  answer.resolve({
    takes: [
      { blockId: 'a', takeId: 'take-a' },
      { blockId: 'b', takeId: 'take-b' },
    ],
    left: [],
  });
  await imported;
  expect(chosen.map((takeIds) => Object.fromEntries(takeIds))).toEqual([{ a: 'take-a', b: 'take-b' }]);
  expect(shown.isHidden).toBe(true);
});

it('an import that is stopped ends in main too, and is no failure', async () => {
  const { imports, chosen, failures, shown, orders } = setUp();
  const imported = imports.importRecording(file, ['a'] as never);
  await vi.waitFor(() => expect(orders).toHaveLength(1));
  shown.stop();
  await imported;
  expect(orders[0]!.signal.aborted).toBe(true);
  expect([chosen, failures, shown.isHidden, shown.titles]).toEqual([[], [], true, []]);
});

it('AAC is decoded in the window, uploaded in pieces as a WAV of one channel, and removed when the import has ended', async () => {
  const seconds = Array.from({ length: 30 }, () => [new Float32Array(44_100).fill(0.5), new Float32Array(44_100).fill(0.25)]);
  const { imports, sent, shown, orders, answer } = setUp(seconds);
  const imported = imports.importRecording(new File(['aac'], 'phone.m4a'), ['a'] as never);
  await vi.waitFor(() => expect(orders).toHaveLength(1));
  expect(orders[0]!.input).toMatchObject({ uploadId: 'upload-1', fileName: 'phone.m4a' });
  // How far it is grows from the decoding here to the work of main.
  await vi.waitFor(() => expect(shown.fractions).toHaveLength(32));
  expect(shown.fractions).toEqual(shown.fractions.toSorted((one, other) => one - other));
  expect([shown.fractions[15]!, shown.fractions.at(-1)!]).toEqual([expect.closeTo(0.1), expect.closeTo(0.6)]);
  const whole = Buffer.concat(sent.map(({ body }) => body));
  expect(new WavReader().push(whole).reduce((sum, { samples }) => sum + samples.length, 0)).toBe(30 * 44_100);
  expect(whole.readInt16LE(44) / 32_768).toBeCloseTo(0.375, 3);
  // Each piece says where it belongs, and none has more than some seconds.
  let at = 0;
  for (const [index, { address, body }] of sent.entries()) {
    expect(address).toBe(index === 0 ? '/bytes/upload' : `/bytes/upload/upload-1?at=${at}`);
    expect(body.length).toBeLessThanOrEqual(2 * 1024 * 1024);
    at += body.length;
  }
  answer.resolve({ takes: [], left: [] });
  await imported;
  expect(sent.at(-1)).toMatchObject({ address: '/bytes/upload/upload-1', method: 'DELETE' });
});

it('an import that is stopped while its AAC is decoded leaves no upload', async () => {
  const stopped = Promise.withResolvers<undefined>();
  const { imports, sent, failures, shown, orders } = setUp(
    (async function* () {
      for (let second = 0; second < 60; second += 1) {
        if (second === 40) await stopped.promise;
        yield [new Float32Array(44_100)];
      }
    })(),
  );
  const imported = imports.importRecording(new File(['aac'], 'phone.m4a'), ['a'] as never);
  await vi.waitFor(() => expect(sent).toHaveLength(2));
  shown.stop();
  stopped.resolve(undefined);
  await imported;
  expect([orders, failures]).toEqual([[], []]);
  expect(sent.at(-1)).toMatchObject({ address: '/bytes/upload/upload-1', method: 'DELETE' });
});

it('the failure of an import is taken off the screen when the next one begins', async () => {
  const { imports, failures, orders, answer } = setUp();
  answer.promise.catch(() => undefined);
  answer.reject(fail('damaged', said('alignment.cannotBeDecoded')));
  await imports.importRecording(file, ['a'] as never);
  expect(failures).toMatchObject([{ kind: 'damaged' }]);
  const second = imports.importRecording(file, ['a'] as never);
  expect(failures).toEqual([]);
  await second;
  expect([orders.length, failures.length]).toEqual([2, 1]);
});
