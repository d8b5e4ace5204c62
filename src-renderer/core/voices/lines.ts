import { useShallow } from 'zustand/react/shallow';
import type { Failure } from '#shared/failure.ts';
import { stores } from '../stores.ts';
import { lineKey, type Line, type LineState } from './lines-store.ts';

const useLines = stores.lines.store;
export const { sayLine, stopLine, quoteLines } = stores.lines;
export type { LineState, LineQuote } from './lines-store.ts';

/** What is known of a line, by a component. */
export const useLine = (line: Line): LineState | undefined => useLines(({ lines }) => lines.get(lineKey(line)));

/** The failures of those of these lines that failed. */
export const useLineFailures = (wanted: readonly Line[]): readonly Failure[] =>
  useLines(
    useShallow(({ lines }) =>
      wanted.flatMap((line) => {
        const state = lines.get(lineKey(line));
        return state?.state === 'failed' ? [state.failure] : [];
      }),
    ),
  );
