import { stores } from '../stores.ts';

export const useHost = stores.host.store;
/** The operations of main. */
export const { client, whenOpened, connectHost } = stores.host;
export const studio = () => client;
