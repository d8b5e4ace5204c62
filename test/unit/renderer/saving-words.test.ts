import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fail } from '../../../src-shared/failure.ts';
import { calmly, restMs, type SavingWords } from '../../../src-renderer/app/shell/saving-words.ts';
import { said } from '../../helpers/said.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('says "Saving…" once while somebody writes, however often it is saved, and "Saved" after a rest', () => {
  const shown: SavingWords[] = [];
  const tell = calmly((words) => shown.push(words));
  for (let key = 0; key < 20; key += 1) {
    tell({ state: 'pending' });
    tell({ state: 'saving' });
    tell({ state: 'saved' });
    vi.advanceTimersByTime(restMs - 1);
  }
  expect(shown).toEqual(['Saving…']);
  vi.advanceTimersByTime(1);
  expect(shown).toEqual(['Saving…', 'Saved']);
});

it('says at once that something could not be saved, and nothing after its end', () => {
  const shown: SavingWords[] = [];
  const tell = calmly((words) => shown.push(words));
  const failed = { state: 'failed', failure: fail('internal', said('The disk is full.')).failure } as const;
  tell({ state: 'saved' });
  tell(failed);
  vi.advanceTimersByTime(restMs);
  tell({ state: 'saved' });
  tell(undefined);
  vi.advanceTimersByTime(restMs);
  expect(shown).toEqual([failed]);
});
