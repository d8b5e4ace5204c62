import type { Dub } from './timeline.ts';

/** What undo brings back of a dub: everything a person changed, and nothing that was paid for. */
export type DubEdit = Pick<Dub, 'title' | 'segments' | 'ducking'>;

export interface DubHistory {
  past: readonly { label: string; edit: DubEdit }[];
  future: readonly { label: string; edit: DubEdit }[];
}

/** Steps back, at most. Segments that did not change are shared between them. */
const maximumSteps = 200;
export const noHistory: DubHistory = { past: [], future: [] };

const editOf = ({ title, segments, ducking }: DubEdit): DubEdit => ({ title, segments, ducking });

/** `merge`: the step before, of the same label, is gone on with: a text that is typed is one step. */
export function recorded(history: DubHistory, before: DubEdit, label: string, merge = false): DubHistory {
  const last = history.past.at(-1);
  if (merge && last?.label === label && history.future.length === 0) return history;
  return { past: [...history.past, { label, edit: editOf(before) }].slice(-maximumSteps), future: [] };
}

/** `undefined` where there is nothing to take back. */
export function undone(history: DubHistory, now: DubEdit): { history: DubHistory; edit: DubEdit; label: string } | undefined {
  const last = history.past.at(-1);
  if (!last) return undefined;
  return {
    history: { past: history.past.slice(0, -1), future: [...history.future, { label: last.label, edit: editOf(now) }] },
    ...last,
  };
}

export function redone(history: DubHistory, now: DubEdit): { history: DubHistory; edit: DubEdit; label: string } | undefined {
  const next = history.future.at(-1);
  if (!next) return undefined;
  return {
    history: { past: [...history.past, { label: next.label, edit: editOf(now) }], future: history.future.slice(0, -1) },
    ...next,
  };
}
