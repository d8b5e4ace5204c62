import { useEffect, useState } from 'react';
import { watchDraggedFiles } from '../../ui/dragged-files.ts';
import { kindsOfTypes, type FileKind } from './kinds.ts';

/** The kinds of the files that are dragged over the window; empty where the browser does not say, `undefined` where none are. */
export function useDraggedKinds(): ReadonlySet<FileKind> | undefined {
  const [kinds, setKinds] = useState<ReadonlySet<FileKind>>();
  useEffect(() => watchDraggedFiles((dragged) => setKinds(dragged && kindsOfTypes([...dragged.items].map(({ type }) => type)))), []);
  return kinds;
}
