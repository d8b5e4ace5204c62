import type { Sleep } from '../service-client/exchange.ts';

/** What time is to the rules; tests give one that does not pass by itself. */
export interface Clock {
  /** Unix milliseconds. */
  now(): number;
  sleep: Sleep;
}
