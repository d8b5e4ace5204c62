/** One line of the coverage table: what of the interface is proven by which test. */
export interface CoverageRow {
  /** A heading of the interface. */
  section: string;
  /** The endpoint, field, event, state, limit or code, in words. An item of `inventory.ts` is covered when a row holds it literally. */
  row: string;
  /** File below test/contract/local-service. */
  test: string;
  /** The title of a test of that file, or a part of it, as it stands in the source. */
  name: string;
}
