import { expect, it } from 'vitest';
import { ExportProgress } from '#main/features/exports/progress.ts';

it('the progress of files made at once only rises, and names the first file that is not whole', () => {
  const steps: { fraction: number; name: string }[] = [];
  const progress = new ExportProgress(['a', 'b'], ({ fraction, name }) => steps.push({ fraction, name }));
  progress.begin();
  progress.advance(1, 0.5);
  progress.advance(1, 0.4);
  progress.advance(0, 0.25);
  progress.finish(0);
  progress.advance(1, 0.75);
  progress.advance(1, 1);
  expect(steps).toEqual([
    { fraction: 0, name: 'a' },
    { fraction: 0.25, name: 'a' },
    { fraction: 0.375, name: 'a' },
    { fraction: 0.875, name: 'b' },
  ]);
});
