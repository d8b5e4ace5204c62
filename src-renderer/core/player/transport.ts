import { stores } from '../stores.ts';

export const { takeTransport, transport } = stores.transports;

export type { Transport } from './transport-store.ts';
