import { stores } from '../stores.ts';

export const useHost = stores.host.store;
/** The operations of main are `client.run` and `client.call`. */
export const { client, connectHost, whenOpenedLater } = stores.host;
