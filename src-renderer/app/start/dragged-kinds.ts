import { useEffect, useState } from 'react';
import { kindsOfTypes, type FileKind } from './kinds.ts';

/** The kinds of the files that are dragged over the window; empty where the browser does not say, `undefined` where none are. */
export function useDraggedKinds(): ReadonlySet<FileKind> | undefined {
  const [kinds, setKinds] = useState<ReadonlySet<FileKind>>();
  useEffect(() => {
    let depth = 0;
    const enter = (event: DragEvent): void => {
      if (event.dataTransfer?.types.includes('Files') !== true) return;
      depth += 1;
      if (depth > 1) return;
      setKinds(kindsOfTypes([...event.dataTransfer.items].map(({ type }) => type)));
    };
    const leave = (event: DragEvent): void => {
      if (event.dataTransfer?.types.includes('Files') !== true) return;
      depth = Math.max(0, depth - 1);
      if (depth === 0) setKinds(undefined);
    };
    const end = (): void => {
      depth = 0;
      setKinds(undefined);
    };
    window.addEventListener('dragenter', enter);
    window.addEventListener('dragleave', leave);
    window.addEventListener('drop', end, true);
    return () => {
      window.removeEventListener('dragenter', enter);
      window.removeEventListener('dragleave', leave);
      window.removeEventListener('drop', end, true);
    };
  }, []);
  return kinds;
}
