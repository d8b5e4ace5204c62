import { type HttpBindings } from '@hono/node-server';
import { type OpenAPIHono } from '@hono/zod-openapi';
import { type Account } from '../accounts/accounts.ts';
import { type Struck } from '../faults/faults.ts';

/** What each request carries to its route. */
export interface Env {
  Bindings: HttpBindings;
  Variables: {
    /** Echoed on every answer. */
    requestId: string;
    /** The `X-Request-Id` that the client sent itself: its compatibility idempotency key. */
    sentRequestId: string | undefined;
    account: Account;
    struck: Struck;
  };
}
export type App = OpenAPIHono<Env>;

/** Ends the connection instead of answering. */
export class Dropped extends Error {}
