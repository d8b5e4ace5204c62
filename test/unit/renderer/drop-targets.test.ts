import { expect, it } from 'vitest';
import { soleTarget, type DropTarget } from '../../../src-renderer/ui/drop-targets.ts';

const target = (name: string, fills: string): DropTarget => ({ name, fills, words: '', take: undefined });

it('the whole window gives a drop to zones that fill the same, and to none where they fill different things', () => {
  const [stage, row] = [target('Drop a recording', 'recording'), target('Recording', 'recording')];
  expect(soleTarget([stage, row])).toBe(stage);
  expect(soleTarget([row])).toBe(row);
  expect(soleTarget([stage, target('Audio', 'audio')])).toBeUndefined();
  expect(soleTarget([])).toBeUndefined();
});
