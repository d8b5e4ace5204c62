import { expressionLimitMs, type FindOrder, type Match } from '#shared/narration/find.ts';
import type { FindAnswer } from './find.worker.ts';

/** How a search came to its end; `late`: it took too long and was stopped. */
interface FindEnd {
  end: 'done' | 'late' | 'stopped' | 'problem';
  problem?: string;
}

export type FindApart = (
  order: FindOrder,
  options: { signal: AbortSignal; onPart: (lists: readonly (readonly Match[])[]) => void },
) => Promise<FindEnd>;

/** Runs a search in a worker of its own, which is ended with the search, at the latest after `expressionLimitMs`. */
export const findApart: FindApart = (order, { signal, onPart }) =>
  new Promise((resolve) => {
    const worker = new Worker(new URL('./find.worker.ts', import.meta.url), { type: 'module', name: 'find' });
    const end = (how: FindEnd): void => {
      worker.terminate();
      clearTimeout(timer);
      resolve(how);
    };
    const timer = setTimeout(() => end({ end: 'late' }), expressionLimitMs);
    signal.addEventListener('abort', () => end({ end: 'stopped' }), { once: true });
    worker.addEventListener('error', ({ message }) => end({ end: 'problem', problem: message }));
    worker.addEventListener('message', ({ data }: MessageEvent<FindAnswer>) => {
      if ('problem' in data) {
        end({ end: 'problem', problem: data.problem });
        return;
      }
      onPart(data.part);
      if (data.isLast) end({ end: 'done' });
    });
    worker.postMessage(order);
  });
