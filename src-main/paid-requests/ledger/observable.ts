import type { Ledger } from './types.ts';

export interface ObservableLedger extends Ledger {
  /** Calls the listener with each operation that began, went on or ended, once that is in the file. Returns what ends it. */
  onChange(listener: (operationId: string) => void): () => void;
}

export function observable(ledger: Ledger): ObservableLedger {
  const listeners = new Set<(operationId: string) => void>();
  const announce = (operationId: string): void => {
    for (const listener of listeners) listener(operationId);
  };
  return {
    ...ledger,
    begin: async (operation) => {
      await ledger.begin(operation);
      announce(operation.operationId);
    },
    resending: async (operationId) => {
      await ledger.resending(operationId);
      announce(operationId);
    },
    accepted: async (operationId, ...rest) => {
      await ledger.accepted(operationId, ...rest);
      announce(operationId);
    },
    settle: async (operationId, ...rest) => {
      await ledger.settle(operationId, ...rest);
      announce(operationId);
    },
    onChange: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
