import { stores } from '../stores.ts';

export const useConnections = stores.connections.store;
export const {
  loadConnections,
  addConnection,
  updateConnection,
  removeConnection,
  connectTo,
  trustOrigin,
  distrustOrigin,
  testConnection,
  connectionName,
  watchConnections,
} = stores.connections;
export { canBeUsedAnyway } from './connections-store.ts';
export type { ConnectionTest } from './connections-store.ts';
