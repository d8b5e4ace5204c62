import type { Services } from '#shared/operations/index.ts';
import { maximumUsage, type UsageEntry } from '#shared/operations/account.ts';
import type { Budget } from '../../paid-requests/budget/budget.ts';
import type { Ledger } from '../../paid-requests/ledger/types.ts';
import type { ConnectionKeeper } from '../../service-client/connection.ts';

/** What the work of the connected service cost, by day, kind and project, as the ledger has it. */
export function createUsage(options: {
  connection: Pick<ConnectionKeeper, 'current'>;
  ledger: Pick<Ledger, 'usage'>;
  budget: Pick<Budget, 'estimateUnreported'>;
  now?: () => Date;
}): Pick<Services, 'usage.read'> {
  const { connection, ledger, budget, now = () => new Date() } = options;
  return {
    'usage.read': async ({ days }) => {
      const first = now();
      first.setHours(0, 0, 0, 0);
      first.setDate(first.getDate() - (days - 1));
      const entries: UsageEntry[] = [];
      for (const { unreported, inDoubt, ...entry } of await ledger.usage(connection.current().id, first.getTime(), maximumUsage)) {
        const { estimate, possible, unpriced } = await budget.estimateUnreported(unreported);
        entries.push({ ...entry, estimate, possible: inDoubt + possible, unreported: unpriced });
      }
      return { entries };
    },
  };
}
