import type { HostClient } from './wire.ts';

/** The operations of main, as stores see them: whichever wire is open now. Fails with `disconnected` while there is none. */
export type StudioClient = Pick<HostClient, 'run' | 'call'>;
