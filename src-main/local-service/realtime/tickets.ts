import { randomBytes } from 'node:crypto';
import { type Account } from '../accounts/accounts.ts';
import { Refusal } from './refusal.ts';

const ticketsMaximum = 10_000;

interface Ticket {
  account: Account;
  origin: string;
  host: string;
  expires: number;
}

/** One-time tickets of browsers, bound to origin and host. Kept in memory: a client whose ticket a restart took asks for another. */
export class Tickets {
  readonly #lifetimeMs: number;
  readonly #tickets = new Map<string, Ticket>();

  constructor(lifetimeMs: number) {
    this.#lifetimeMs = lifetimeMs;
  }

  issue(account: Account, origin: string, host: string): { ticket: string; expiresAt: string } {
    const expires = Date.now() + this.#lifetimeMs;
    const ticket = `tkt_${randomBytes(24).toString('base64url')}`;
    // The oldest go first when there are too many: a map keeps the order of issue.
    for (const [other, { expires: end }] of this.#tickets) {
      if (end > Date.now() && this.#tickets.size < ticketsMaximum) break;
      this.#tickets.delete(other);
    }
    this.#tickets.set(ticket, { account, origin, host, expires });
    return { ticket, expiresAt: new Date(expires).toISOString() };
  }

  /** The account that a ticket stands for. It is used up by the first try, whatever comes of it. */
  redeem(ticket: string, origin: string | undefined, host: string | undefined): Account {
    const found = this.#tickets.get(ticket);
    this.#tickets.delete(ticket);
    const terms = { terminal: true, stage: 'authentication', path: 'token' };
    if (found === undefined || found.expires <= Date.now()) {
      throw new Refusal('authentication_failed', 'token: the ticket is unknown, used or expired; ask for a new one', terms);
    }
    if (found.origin !== origin || found.host !== host) {
      throw new Refusal('permission_denied', 'token: the ticket was issued for another origin or host', terms);
    }
    return found.account;
  }
}
