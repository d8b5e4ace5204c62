import { create } from 'zustand';
import { fail, FailureError, toFailure, type Failure } from '#shared/failure.ts';
import type { Host } from '#shared/operations/studio.ts';
import { openHost, type HostClient } from './wire.ts';
import { messages } from '#shared/messages/index.ts';
import { message } from '#shared/messages/message.ts';

interface HostState {
  status: 'connecting' | 'open' | 'lost';
  /** Why the wire is gone, in words. */
  reason: string;
  version: string;
  host: Host | undefined;
}

export const useHost = create<HostState>(() => ({ status: 'connecting', reason: '', version: '', host: undefined }));

let client: HostClient | undefined;
type Opened = (client: HostClient) => void;
const openedListeners: Opened[] = [];

/** Called with the client each time that a wire is there: the first time, and after each reconnect. */
export function whenOpened(listener: Opened): void {
  openedListeners.push(listener);
  if (client && useHost.getState().status === 'open') listener(client);
}

/** The operations of main. Fails with `disconnected` while there is no wire. */
export function studio(): HostClient {
  if (!client) throw fail('disconnected', message('host.theStudioIsNotConnectedYet'));
  return client;
}

/** Opens the wire, or opens it again. State is read again from main by everybody who asked `whenOpened`. */
export async function connectHost(): Promise<void> {
  useHost.setState({ status: 'connecting' });
  try {
    const opened = await openHost();
    opened.onClose((reason) => {
      if (client === opened) useHost.setState({ status: 'lost', reason });
    });
    client = opened;
    // Asked together, not one after the other: the window is there sooner.
    const starting = opened.run('studio.start', null);
    for (const listener of openedListeners) listener(opened);
    const started = await starting;
    useHost.setState({ status: 'open', reason: '', version: started.version, host: started.host });
  } catch (thrown) {
    const reason = thrown instanceof FailureError || thrown instanceof Error ? thrown.message : messages.host.theStudioDidNotAnswer;
    useHost.setState({ status: 'lost', reason });
  }
}

/** Runs something that may fail, and hands the failure over as data. */
export async function attempt<T>(work: () => Promise<T>): Promise<{ ok: true; value: T } | { ok: false; failure: Failure }> {
  try {
    return { ok: true, value: await work() };
  } catch (thrown) {
    return { ok: false, failure: toFailure(thrown) };
  }
}
