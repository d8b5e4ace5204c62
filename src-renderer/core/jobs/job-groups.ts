import type { PaidOperation } from '#shared/operations/paid.ts';
import { kindChoices, type JobRow } from './jobs-filter.ts';

/** Requests of one book or dub that went well or go on, as one row; the newest of them gives it its place. */
export interface GroupRow {
  id: string;
  /** Newest first. */
  group: readonly PaidOperation[];
  isOpen: boolean;
}
export type ListRow = (JobRow & { isInGroup?: true }) | GroupRow;

/** So many of a book make a group: fewer are read one by one. A dub's lines are known by their dub alone. */
export const leastOfGroup = { book: 4, dub: 2 } as const;
/** A pause that is longer than this between two requests begins another group, in milliseconds. */
export const groupPauseMs = 15 * 60_000;

const speech: readonly string[] = kindChoices.speech.families;
/** What went wrong, or may have, stays a row of its own: it asks for a person. */
const canJoin = ({ family, state, projectId }: PaidOperation): boolean =>
  projectId !== null && speech.includes(family) && state !== 'failed' && state !== 'unknown';

/**
 * The list with the requests of one go of a book or a dub as one row each. `open`: ids of operations; a group that holds one of them shows its rows below itself.
 * Loses no row, and leaves all others in their order.
 */
export function groupRows(rows: readonly JobRow[], open: ReadonlySet<string>): ListRow[] {
  const groups = findGroups(rows);
  return rows.flatMap((row): ListRow[] => {
    const group = 'operation' in row ? groups.get(row.operation) : undefined;
    if (!group || !('operation' in row) || group.length < leastOfGroup[row.operation.projectName === undefined ? 'book' : 'dub'])
      return [row];
    if (group[0] !== row.operation) return [];
    const isOpen = group.some(({ operationId }) => open.has(operationId));
    const members = isOpen ? group.map((operation) => ({ id: operation.operationId, operation, isInGroup: true as const })) : [];
    return [{ id: `group:${row.operation.operationId}`, group, isOpen }, ...members];
  });
}

function findGroups(rows: readonly JobRow[]): Map<PaidOperation, PaidOperation[]> {
  const groups = new Map<PaidOperation, PaidOperation[]>();
  const newest = new Map<string, PaidOperation[]>();
  for (const row of rows) {
    if (!('operation' in row) || !canJoin(row.operation)) continue;
    const { operation } = row;
    const key = `${operation.connectionId}\n${operation.projectId ?? ''}`;
    const known = newest.get(key);
    const last = known?.at(-1);
    const group = known && last && last.createdAt - operation.createdAt <= groupPauseMs ? known : [];
    group.push(operation);
    groups.set(operation, group);
    newest.set(key, group);
  }
  return groups;
}
