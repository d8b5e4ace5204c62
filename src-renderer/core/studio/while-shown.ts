import { useEffect, useRef, useState } from 'react';
import { useStudio } from './studio.ts';

/** Starts what goes on while the component is shown, and stops it with it. What is given first counts. */
export function useWhileShown(...starts: readonly (() => () => void)[]): void {
  const [all] = useState(starts);
  useEffect(() => {
    const stops = all.map((start) => start());
    return () => {
      for (const stop of stops) stop();
    };
  }, [all]);
}

/** Asks as soon as the service is there, and once more of another connection. */
export function useOnceConnected(ask: () => void): void {
  const connectionId = useStudio((state) => (state.connection?.state === 'ready' ? state.connection.id : undefined));
  const latest = useRef(ask);
  useEffect(() => {
    latest.current = ask;
  });
  useEffect(() => {
    if (connectionId !== undefined) latest.current();
  }, [connectionId]);
}

/** What was asked for has come: it takes the focus, unless somebody is at work elsewhere than at what asked for it. */
export function takeFocus(element: HTMLElement | null): void {
  const held = document.activeElement;
  if (held === null || held === document.body || held.closest('[data-request-form], [data-request]') !== null) element?.focus();
}
