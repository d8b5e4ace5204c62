import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { RecordedTakes } from '#main/features/recorded-takes/service.ts';
import { fail } from '#shared/failure.ts';
import { blocksOf, createDocument } from '#shared/narration/document.ts';
import { said } from '../../helpers/said.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'voicewright-recorded-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

type Step = 'decode' | 'align' | 'check';

/** An aligner whose one step lasts until it is stopped; the others are done at once. */
function createAligner(lasting: Step) {
  const begun: Step[] = [];
  const reports = new Map<Step, (share: number) => void>();
  const step =
    <Value>(name: Step, value: Value) =>
    (...args: unknown[]): Promise<Value> => {
      begun.push(name);
      const signal = args.find((arg) => arg instanceof AbortSignal);
      const report = args.find((arg) => typeof arg === 'function');
      if (report) reports.set(name, report as (share: number) => void);
      if (name !== lasting) return Promise.resolve(value);
      return new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(fail('cancelled', said('alignment.ended'))));
      });
    };
  const words = [{ text: 'Hello.', startMs: 0, endMs: 500, confidence: 1 }];
  return {
    begun,
    reports,
    aligner: {
      decode: step('decode', { samples: 48_000, levels: new Float32Array(100).fill(0.1) }),
      align: step('align', { language: 'en', words }),
      check: step('check', { findings: [], facts: {} }),
      close: () => Promise.resolve(),
    },
  };
}

it.each<Step>(['decode', 'align', 'check'])('an import that is stopped while it has to %s ends, and stores nothing', async (lasting) => {
  const { begun, reports, aligner } = createAligner(lasting);
  const receive = vi.fn();
  const document = createDocument(['Hello.']);
  const takes = new RecordedTakes({
    library: { chapter: () => Promise.resolve({ document }), receive },
    profileDirectory: folder,
    log: { info: vi.fn(), error: vi.fn() },
    aligner,
  } as never);
  const stopping = new AbortController();
  const fractions: number[] = [];
  const order = {
    projectId: 'book',
    chapterId: 'one',
    blockIds: blocksOf(document).map(({ attributes: { id } }) => id),
    path: '/recording',
  };
  const imported = takes.import(order, stopping.signal, (share) => fractions.push(share));
  const ended = imported.catch((thrown: unknown) => thrown);
  await vi.waitFor(() => expect(begun.at(-1)).toBe(lasting));
  reports.get(lasting)?.(0.5);
  stopping.abort();
  expect(await ended).toMatchObject({ failure: { kind: 'cancelled' } });
  expect(receive).not.toHaveBeenCalled();
  expect(readdirSync(join(folder, 'recorded'))).toEqual([]);
  expect(fractions).toHaveLength(1);
  expect(fractions[0]).toBeGreaterThan(0);
  expect(fractions[0]).toBeLessThan(1);
});
