import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PaidCoordinator, type CoordinatorOptions } from '#main/paid-requests/coordinator.ts';
import type { LedgerEntry } from '#main/paid-requests/ledger/types.ts';
import { fail } from '#shared/failure.ts';
import type { PaidOperation } from '#shared/operations/paid.ts';
import { quietLog } from '../../helpers/quiet-log.ts';
import { said } from '../../helpers/said.ts';

/** Following one operation while others change. Two jobs wait at the service; they end here by no longer being waited for. */

const waitingEntry = (operationId: string): LedgerEntry =>
  ({ operationId, family: 'lip-sync', state: 'waiting', taskId: `task-${operationId}`, failure: null, result: null }) as LedgerEntry;

let entries: Map<string, LedgerEntry>;
let coordinator: PaidCoordinator;
/** Its work fails with `forbidden` whenever the service is asked. */
function open(): PaidCoordinator {
  const refuse = () => Promise.reject(fail('forbidden', said('Not yours.')));
  return new PaidCoordinator({
    connection: { onChange: () => () => undefined, ready: refuse },
    throttle: { onResume: () => () => undefined, paused: () => undefined },
    ledger: {
      pending: () => Promise.resolve([...entries.values()].filter(({ state }) => state === 'waiting')),
      entry: (operationId: string) => Promise.resolve(entries.get(operationId)),
      settle: (operationId: string, state: LedgerEntry['state']) => {
        entries.set(operationId, { ...entries.get(operationId)!, state });
        return Promise.resolve();
      },
    },
    clock: { now: () => 0, sleep: () => Promise.resolve() },
    log: quietLog(),
    works: [{ family: 'lip-sync', ask: refuse }],
  } as unknown as CoordinatorOptions);
}
beforeEach(() => {
  entries = new Map(['one', 'two'].map((id) => [id, waitingEntry(id)]));
  coordinator = open();
});
afterEach(() => coordinator.close());

const end = (operationId: string): Promise<PaidOperation> => coordinator.stopWaiting(entries.get(operationId)!);

/** What a follower of an operation sees of it, and how that ends. */
function follow(operationId: string, signal: AbortSignal = new AbortController().signal) {
  const seen: string[] = [];
  const begun = Promise.withResolvers<undefined>();
  const over = coordinator.untilOver(operationId, signal, ({ operationId: id, state }) => {
    seen.push(`${id} ${state}`);
    begun.resolve(undefined);
  });
  return { seen, begun: begun.promise, over };
}

describe('following an operation', () => {
  it('shows its own changes and its own end, and nothing of another', async () => {
    const [one, two] = [follow('one'), follow('two')];
    await Promise.all([one.begun, two.begun]);
    await end('two');
    expect(await two.over).toMatchObject({ operationId: 'two', state: 'unknown' });
    expect(one.seen).toEqual(['one waiting']);
    await end('one');
    expect(await one.over).toMatchObject({ operationId: 'one', state: 'unknown' });
    expect([one.seen, two.seen]).toEqual([
      ['one waiting', 'one unknown'],
      ['two waiting', 'two unknown'],
    ]);
  });

  it('that is over already answers at once', async () => {
    entries.set('one', { ...entries.get('one')!, state: 'done' });
    expect(await follow('one').over).toMatchObject({ operationId: 'one', state: 'done' });
  });

  it('fails with what keeps it from going on', async () => {
    const { begun, over } = follow('one');
    await begun;
    await coordinator.recover();
    await expect(over).rejects.toMatchObject({ failure: { kind: 'forbidden' } });
  });

  it('that the ledger does not have fails with not-found', async () => {
    await expect(follow('three').over).rejects.toMatchObject({ failure: { kind: 'not-found', field: 'operationId' } });
  });

  it('ends with its caller, who sees no later change', async () => {
    const controller = new AbortController();
    const { seen, begun, over } = follow('one', controller.signal);
    await begun;
    controller.abort();
    await expect(over).rejects.toMatchObject({ failure: { kind: 'cancelled' } });
    await end('one');
    expect(seen).toEqual(['one waiting']);
    await expect(follow('one', controller.signal).over).rejects.toMatchObject({ failure: { kind: 'cancelled' } });
  });
});
