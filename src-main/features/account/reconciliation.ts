import { fail, toFailure } from '#shared/failure.ts';
import type { Account } from '#shared/operations/account.ts';
import type { Services } from '#shared/operations/index.ts';
import type { Reconciliation } from '#shared/operations/office.ts';
import type { AccountKeeper } from '../../paid-requests/account.ts';
import type { Budget, Uncharged } from '../../paid-requests/budget/budget.ts';
import type { ConnectionKeeper } from '../../service-client/connection.ts';
import type { Log } from '../../infra/platform.ts';
import { message } from '#shared/messages/message.ts';

/** Below a hundredth of a credit nothing is said: sums of fractions are never quite even. */
const grain = 0.01;
/** A charge that is only estimated may be off by what the service rounds to whole credits. */
const roundedBy = 1;

/**
 * Holds the ledger's sums against the balance that the service tells: from a balance that was read while nothing was under way, the charges
 * that were reported since then should lead to the balance of now. What is over without a word of its charge, as live speech always is, goes in as
 * an estimate by its units and the learned price. What is left is drift, which the studio cannot explain by itself.
 */
export function createReconciliation(options: { connection: ConnectionKeeper; account: AccountKeeper; budget: Budget; log: Log }): {
  services: Pick<Services, 'account.reconcile' | 'account.recount'>;
  close: () => void;
} {
  const { connection, account, budget, log } = options;
  const { ledger } = budget;

  /** A balance that the service does not report is no base for sums. */
  const take = async (connectionId: string, { userId, asOf, credits }: Account): Promise<boolean> =>
    credits !== null && ledger.setCheckpoint(connectionId, userId, { at: asOf, credits });

  /** The first balance that may be reckoned from becomes the one that is; later ones are held against it. */
  const stop = account.onChange((now) => {
    const connectionId = connection.current().id;
    const begin = async (): Promise<void> => {
      if ((await ledger.checkpoint(connectionId, now.userId)) === undefined) await take(connectionId, now);
    };
    begin().catch((thrown: unknown) => log.warn('a balance could not be noted', { kind: toFailure(thrown).kind }));
  });

  const reconcile = async (signal: AbortSignal): Promise<Reconciliation | null> => {
    const now = account.current() ?? (await account.refresh(signal));
    const connectionId = connection.current().id;
    const from = await ledger.checkpoint(connectionId, now.userId);
    const { credits } = now;
    if (from === undefined || credits === null) return null;
    const { charged, inDoubt, open, unreported } = await budget.since(connectionId, now.userId, from.at);
    return {
      since: from.at,
      creditsThen: from.credits,
      credits,
      asOf: now.asOf,
      charged,
      inDoubt,
      unreported,
      open: open.operations,
      openEstimate: open.estimate,
      openUnpriced: open.unpriced,
      drift: findDrift({ creditsThen: from.credits, credits, charged, unreported }),
    };
  };

  const services: Pick<Services, 'account.reconcile' | 'account.recount'> = {
    'account.reconcile': (_input, { signal }) => reconcile(signal),
    'account.recount': async (_input, { signal }) => {
      const now = await account.refresh(signal);
      if (now.credits === null) return null;
      if (!(await take(connection.current().id, now)))
        throw fail('conflict', message('account.countWhenSettled'), {
          next: 'wait',
        });
      return reconcile(signal);
    },
  };
  return { services, close: stop };
}

/** The balance less what it should be; 0 within what nobody can tell. An estimate is spent before anything is called drift, and only once. */
export function findDrift({
  creditsThen,
  credits,
  charged,
  unreported,
}: {
  creditsThen: number;
  credits: number;
  charged: number;
  unreported: Omit<Uncharged, 'byFamily'>;
}): number {
  const drift = credits - (creditsThen - charged - unreported.estimate);
  const estimated = unreported.operations - unreported.unpriced;
  return Math.abs(drift) < Math.max(grain, estimated * roundedBy) ? 0 : drift;
}
