import { parentPort } from 'node:worker_threads';
import { serveTogether } from '../../infra/thread-call.ts';
import { guarded, openStore } from './store.ts';

/** The ledger's thread: requests in order; what waits is written together and answered when all of it is on the disk. */
if (parentPort === null) throw new Error('The ledger thread runs in a worker.');

type Store = ReturnType<typeof openStore>;
let opened: { path: string; store: Store } | undefined;

function use<T>(run: (store: Store) => T): T {
  if (opened === undefined) throw new Error('The ledger is not open.');
  const { path, store } = opened;
  return guarded(path, () => run(store));
}

const methods = {
  openLedger: (path: string): void => {
    opened = { path, store: guarded(path, () => openStore(path)) };
  },
  begin: (...args: Parameters<Store['begin']>) => use((store) => store.begin(...args)),
  resending: (...args: Parameters<Store['resending']>) => use((store) => store.resending(...args)),
  accepted: (...args: Parameters<Store['accepted']>) => use((store) => store.accepted(...args)),
  grown: (...args: Parameters<Store['grown']>) => use((store) => store.grown(...args)),
  settle: (...args: Parameters<Store['settle']>) => use((store) => store.settle(...args)),
  entry: (...args: Parameters<Store['entry']>) => use((store) => store.entry(...args)),
  entryOfKey: (...args: Parameters<Store['entryOfKey']>) => use((store) => store.entryOfKey(...args)),
  pending: () => use((store) => store.pending()),
  unsettled: () => use((store) => store.unsettled()),
  requestedAgain: (operationIds: readonly string[]) => use((store) => store.requestedAgain(operationIds)),
  open: (...args: Parameters<Store['open']>) => use((store) => store.open(...args)),
  paid: (...args: Parameters<Store['paid']>) => use((store) => store.paid(...args)),
  unknown: (...args: Parameters<Store['unknown']>) => use((store) => store.unknown(...args)),
  chargedInVain: (...args: Parameters<Store['chargedInVain']>) => use((store) => store.chargedInVain(...args)),
  price: (...args: Parameters<Store['price']>) => use((store) => store.price(...args)),
  spent: (...args: Parameters<Store['spent']>) => use((store) => store.spent(...args)),
  list: (...args: Parameters<Store['list']>) => use((store) => store.list(...args)),
  sum: (...args: Parameters<Store['sum']>) => use((store) => store.sum(...args)),
  made: (...args: Parameters<Store['made']>) => use((store) => store.made(...args)),
  projects: () => use((store) => store.projects()),
  usage: (...args: Parameters<Store['usage']>) => use((store) => store.usage(...args)),
  holdings: () => use((store) => store.holdings()),
  checkpoint: (...args: Parameters<Store['checkpoint']>) => use((store) => store.checkpoint(...args)),
  setCheckpoint: (...args: Parameters<Store['setCheckpoint']>) => use((store) => store.setCheckpoint(...args)),
  balanceFell: (...args: Parameters<Store['balanceFell']>) => use((store) => store.balanceFell(...args)),
  events: (...args: Parameters<Store['events']>) => use((store) => store.events(...args)),
  note: (...args: Parameters<Store['note']>) => use((store) => store.note(...args)),
  close: () => use((store) => store.close()),
};
export type LedgerMethods = typeof methods;

serveTogether(parentPort, methods, (run) => {
  if (opened === undefined) run();
  else guarded(opened.path, () => opened?.store.together(run));
});
