import { serviceInUse, type Connection } from '#shared/operations/connections.ts';
import { type StudioEvent } from '#shared/operations/studio.ts';

/**
 * What every window gets. The last value of each type is kept, so that a window which opens later hears the state of
 * things first; moments are not states, and are not kept.
 */
export interface Announcements {
  say(event: StudioEvent): void;
  /** Tells what is known, then what comes, until the signal aborts. */
  listen(listener: (event: StudioEvent) => void, signal: AbortSignal): Promise<void>;
}

/** A balance is of one service: a window that opens later is not shown that of another. */
function forgetAccountOfAnother(last: Map<StudioEvent['type'], StudioEvent>, connection: Connection): void {
  const before = last.get('connection');
  if (before?.type !== 'connection' || serviceInUse(before.connection).id === serviceInUse(connection).id) return;
  last.delete('account');
  last.delete('account-failed');
}

const moments: readonly StudioEvent['type'][] = [
  'focus',
  'take',
  'project-changed',
  'pickups',
  'operation',
  'voices',
  'voice-mark',
  'voice-sample',
];

export function createAnnouncements(): Announcements {
  const last = new Map<StudioEvent['type'], StudioEvent>();
  const listeners = new Set<(event: StudioEvent) => void>();
  return {
    say: (event) => {
      if (event.type === 'account') last.delete('account-failed');
      if (event.type === 'connection') forgetAccountOfAnother(last, event.connection);
      if (!moments.includes(event.type)) last.set(event.type, event);
      for (const listener of listeners) listener(event);
    },
    listen: (listener, signal) =>
      new Promise((resolve) => {
        for (const event of last.values()) listener(event);
        listeners.add(listener);
        signal.addEventListener(
          'abort',
          () => {
            listeners.delete(listener);
            resolve();
          },
          { once: true },
        );
        if (signal.aborted) {
          listeners.delete(listener);
          resolve();
        }
      }),
  };
}
