import { join } from 'node:path';
import { threadUrl } from '#main/infra/threads.ts';
import { ThreadClient } from '../../infra/thread-call.ts';
import type { Log } from '../../infra/platform.ts';
import type { LedgerMethods } from './ledger-thread.ts';
import type { Ledger } from './types.ts';

/** The ledger's file in a profile folder. */
export const ledgerFile = 'ledger.sqlite';

/**
 * Opens the journal of paid operations. It is one file, written by a thread of its own with `synchronous=FULL`: an answer
 * means that the disk has it. When the thread is lost every later call fails, and so nothing paid is sent any more.
 */
export async function openLedger(options: { profileDirectory: string; log: Log }): Promise<Ledger> {
  const thread = new ThreadClient<LedgerMethods>(threadUrl('ledger-thread'), {
    name: 'ledger',
    onUnexpected: (message, facts) => options.log.error(message, facts),
  });
  try {
    await thread.call('openLedger', join(options.profileDirectory, ledgerFile));
  } catch (thrown) {
    await thread.close();
    throw thrown;
  }
  return {
    begin: (operation) => thread.call('begin', operation),
    resending: (operationId) => thread.call('resending', operationId),
    accepted: (operationId, taskId, outcome) => thread.call('accepted', operationId, taskId, outcome),
    grown: (operationId, amount) => thread.call('grown', operationId, amount),
    settle: (operationId, state, outcome) => thread.call('settle', operationId, state, outcome),
    entry: (operationId) => thread.call('entry', operationId),
    entryOfKey: (idempotencyKey) => thread.call('entryOfKey', idempotencyKey),
    pending: () => thread.call('pending'),
    unsettled: () => thread.call('unsettled'),
    requestedAgain: (operationIds) => thread.call('requestedAgain', operationIds),
    open: (fingerprint, connectionId, accountId) => thread.call('open', fingerprint, connectionId, accountId),
    paid: (fingerprint, connectionId) => thread.call('paid', fingerprint, connectionId),
    unknown: (fingerprints, connectionId, accountId) => thread.call('unknown', fingerprints, connectionId, accountId),
    chargedInVain: (fingerprints, connectionId) => thread.call('chargedInVain', fingerprints, connectionId),
    price: (connectionId, of) => thread.call('price', connectionId, of),
    spent: (connectionId, accountId, since) => thread.call('spent', connectionId, accountId, since),
    list: (query) => thread.call('list', query),
    sum: (query) => thread.call('sum', query),
    made: (ids) => thread.call('made', ids),
    projects: () => thread.call('projects'),
    usage: (connectionId, since, limit) => thread.call('usage', connectionId, since, limit),
    holdings: () => thread.call('holdings'),
    checkpoint: (connectionId, accountId) => thread.call('checkpoint', connectionId, accountId),
    setCheckpoint: (connectionId, accountId, checkpoint) => thread.call('setCheckpoint', connectionId, accountId, checkpoint),
    balanceFell: (operationId, fall) => thread.call('balanceFell', operationId, fall),
    events: (operationId) => thread.call('events', operationId),
    note: (operationId, event, facts) => thread.call('note', operationId, event, facts),
    close: async () => {
      if (thread.alive) await thread.call('close');
      await thread.close();
    },
  };
}
