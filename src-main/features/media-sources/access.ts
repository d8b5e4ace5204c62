import { isOnThisMachine } from '../../infra/network-place.ts';
import type { ConnectionKeeper } from '../../service-client/connection.ts';
import { judgeRedirect, SourceError, type RemoteAccess } from './remote.ts';
import { message } from '#shared/messages/message.ts';

/** The origin of the service that is connected; `undefined` where there is none. */
export const findServiceOrigin = (connection: ConnectionKeeper, signal: AbortSignal): Promise<string | undefined> =>
  connection.ready(signal).then(
    (client) => client.origin,
    () => undefined,
  );

/** Where an address may lead: to this machine only where the service is on it, too. */
export const accessFor = (origin: string | undefined, signal: AbortSignal): RemoteAccess => ({
  signal,
  judge: (place, host, first) => {
    if (first === undefined && place === 'here' && origin !== undefined && !isOnThisMachine(origin))
      throw new SourceError('address', message('sources.leadsToThisMachine', new URL(origin).host), true);
    judgeRedirect(place, host, first);
  },
});
