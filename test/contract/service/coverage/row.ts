/** One line of the client's coverage table: which operation has what of the interface, and which test proves it. */
export interface ClientCoverageRow {
  section: string;
  row: string;
  /** Of `src-shared/operations.ts`, or a resource of the client and its method. */
  operation: string;
  /** File below test/contract. */
  test: string;
  /** The title of a test of that file, or a part of it, as it stands in the source. */
  name: string;
}
