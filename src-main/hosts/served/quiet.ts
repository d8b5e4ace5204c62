import type { EventEmitter } from 'node:events';

/** A window that has asked for nothing for this long, in milliseconds, has drawn what it shows. */
export const quietMs = 300;

/** Calls `then` each time that a window which has asked for something asks for nothing more. */
export function whenQuiet(window: Pick<EventEmitter, 'on'>, then: () => void): void {
  let timer: NodeJS.Timeout | undefined;
  window.on('message', () => {
    clearTimeout(timer);
    timer = setTimeout(then, quietMs).unref();
  });
}
