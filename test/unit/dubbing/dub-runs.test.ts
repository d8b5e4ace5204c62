import { describe, expect, it } from 'vitest';
import { DubRuns } from '#main/features/dubbing-timeline/dub-runs.ts';
import { createBatch } from '#main/paid-requests/budget/batch.ts';
import { overBudget } from '#main/paid-requests/budget/caps.ts';
import { fail } from '#shared/failure.ts';
import { said } from '../../helpers/said.ts';

const wanted = () => Promise.resolve({ estimate: 1, priceName: 'model' });
const refusal = { failure: { code: overBudget } };
/** As the cap of a day refuses: where the work begins, after the cap of the batch has let it pass. */
const refused = () => Promise.reject(fail('payment-required', said('Over the cap.'), { code: overBudget }));

const runs = () => new DubRuns(() => createBatch(() => null));

describe('a run of dub lines', () => {
  it('ends a line that the cap of a day refuses', async () => {
    await expect(runs().caps('run').buy(wanted, refused)).rejects.toMatchObject(refusal);
  });

  it('ends all lines that the cap of a day refuses at the same time', async () => {
    const caps = runs().caps('run');
    await Promise.all([1, 2, 3].map(() => expect(caps.buy(wanted, refused)).rejects.toMatchObject(refusal)));
  });

  it('tries a line that the cap of a day refused again when another has ended, which may have cost less', async () => {
    const caps = runs().caps('run');
    const other = Promise.withResolvers<{ creditsUsed: number }>();
    const first = caps.buy(wanted, () => other.promise);
    let tries = 0;
    const tried = Promise.withResolvers<undefined>();
    const second = caps.buy(wanted, () => {
      tries += 1;
      tried.resolve(undefined);
      return tries === 1 ? refused() : Promise.resolve({ creditsUsed: 1 });
    });
    await tried.promise;
    expect(tries).toBe(1);
    other.resolve({ creditsUsed: 1 });
    await first;
    expect(await second).toEqual({ creditsUsed: 1 });
    expect(tries).toBe(2);
  });
});
