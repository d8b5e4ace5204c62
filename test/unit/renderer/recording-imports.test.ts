import { afterEach, expect, it, vi } from 'vitest';
import { fail } from '#shared/failure.ts';
import { RecordingImports } from '../../../src-renderer/features/narration/recordings/recording-imports.ts';
import { said } from '../../helpers/said.ts';

afterEach(() => vi.unstubAllGlobals());

/** Main's answer to `take.record`, given by a test; and what the window did with it. */
function setUp() {
  const chosen: ReadonlyMap<string, string>[] = [];
  const failures: unknown[] = [];
  const shown = { titles: [] as string[], stop: (): void => undefined, isHidden: false, fractions: [] as number[] };
  const orders: { input: object; signal: AbortSignal }[] = [];
  const answer = Promise.withResolvers<object>();
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ uploadId: 'upload-1' })));
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
    announce: () => undefined,
    toast: (title: string) => shown.titles.push(title),
    toastFailure: (failure: unknown) => failures.push(failure),
    toastProgress: (_title: string, stop: () => void) => {
      shown.stop = stop;
      return { report: (fraction: number) => shown.fractions.push(fraction), hide: () => (shown.isHidden = true) };
    },
  } as never);
  return { imports, chosen, failures, shown, orders, answer };
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
