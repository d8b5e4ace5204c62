import { type DatabaseSync } from 'node:sqlite';
import { type Charges } from '../accounts/charges.ts';
import { RealtimeRequests } from './requests.ts';
import { type RealtimeSettings } from './settings.ts';
import { Tickets } from './tickets.ts';

/** What the realtime routes and sessions share. */
export interface RealtimeState {
  settings: RealtimeSettings;
  requests: RealtimeRequests;
  tickets: Tickets;
}

export function openRealtime(database: DatabaseSync, charges: Charges, settings: RealtimeSettings): RealtimeState {
  return {
    settings,
    requests: new RealtimeRequests({ database, charges, storedMs: settings.storedMs }),
    tickets: new Tickets(settings.ticketMs),
  };
}
