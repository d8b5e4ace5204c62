/** The stores of paid results: the sound of blocks, and everything else. */
export const paidStores = ['results', 'media'] as const;
export type PaidStore = (typeof paidStores)[number];

/** A file of a store, and the operations of the ledger that it came of. */
export interface PaidFile {
  store: PaidStore;
  name: string;
  bytes: number;
  operationIds: string[];
}

/** A removal that was decided on, as it is written down before anything goes. */
export interface Removing extends PaidFile {
  /** Unix milliseconds. */
  at: number;
}
