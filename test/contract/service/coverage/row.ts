/** One line of the client's coverage table: which operation has what of the interface, and which test proves it. */
export interface ClientCoverageRow {
  section: string;
  row: string;
  /** Of `src-shared/operations/index.ts`, or `client.` and the client's own, as `client.speechV1.speak`; of realtime, its resource and method. */
  operation: string;
  /** File below test/contract. */
  test: string;
  /** The title of a test of that file, or a part of it, as it stands in the source. */
  name: string;
}

/** Rows of one section: what of the interface, by which operation, and the test that proves it (its file without the ending, and its title). */
export const rowsOf = (
  section: string,
  rows: readonly (readonly [row: string, operation: string, test: string, name: string])[],
): ClientCoverageRow[] =>
  rows.map(([row, operation, test, name]) => ({
    section,
    row,
    operation,
    test: test.endsWith('.beside') ? `${test}.ts` : `${test}.test.ts`,
    name,
  }));
