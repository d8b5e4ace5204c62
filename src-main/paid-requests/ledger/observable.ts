import type { Ledger } from './types.ts';

/** The same ledger, which tells of each operation that began, went on or ended, once that is in the file. */
export function observable(ledger: Ledger, onChange: (operationId: string) => void): Ledger {
  return {
    ...ledger,
    begin: async (operation) => {
      await ledger.begin(operation);
      onChange(operation.operationId);
    },
    resending: async (operationId) => {
      await ledger.resending(operationId);
      onChange(operationId);
    },
    accepted: async (operationId, ...rest) => {
      await ledger.accepted(operationId, ...rest);
      onChange(operationId);
    },
    settle: async (operationId, ...rest) => {
      await ledger.settle(operationId, ...rest);
      onChange(operationId);
    },
  };
}
