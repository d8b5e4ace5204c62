import { fail, toFailure, type Failure } from '#shared/failure.ts';
import { serviceInUse } from '#shared/operations/connections.ts';
import { type Account } from '#shared/operations/account.ts';
import type { ConnectionKeeper } from '../service-client/connection.ts';
import type { Log } from '../infra/platform.ts';
import type { Profile } from '../service-client/reading/profile.ts';
import { message } from '#shared/messages/message.ts';

/** What the service says of the account: never reckoned here, only read, so that the screen shows the service's own numbers. */
export interface AccountKeeper {
  current(): Account | undefined;
  onChange(listener: (account: Account) => void): () => void;
  onFailure(listener: (failure: Failure) => void): () => void;
  refresh(signal?: AbortSignal): Promise<Account>;
  /** The account's id on the connected service, asked for once: paid work is bound to it. */
  userId(signal?: AbortSignal): Promise<string>;
  /** Takes over a quota that came with another answer; what is known of credits is as old as it was. */
  quota(remaining: number): void;
  /** After a paid request: takes over the quota of its answer, then reads the profile; does not wait for it. */
  paid(facts: { quotaRemaining?: number | undefined }): void;
}

/** What a profile says of the account, as of a time in Unix milliseconds. */
export function toAccount({ userId, tier = '', credits, apiQuotaRemaining }: Profile, asOf: number): Account {
  return { userId, tier, credits: credits ?? null, apiQuotaRemaining: apiQuotaRemaining ?? null, asOf };
}

export class ServiceAccount implements AccountKeeper {
  readonly #connection: ConnectionKeeper;
  readonly #log: Log;
  readonly #now: () => number;
  readonly #changed = new Set<(account: Account) => void>();
  readonly #failed = new Set<(failure: Failure) => void>();
  #account: { connectionId: string; value: Account } | undefined;
  #reading: Promise<Account> | undefined;
  #readAgain = false;
  /** How often a quota came with another answer. */
  #quotas = 0;

  constructor({ connection, log, now = Date.now }: { connection: ConnectionKeeper; log: Log; now?: () => number }) {
    this.#connection = connection;
    this.#log = log;
    this.#now = now;
  }

  current(): Account | undefined {
    return this.#account?.connectionId === serviceInUse(this.#connection.current()).id ? this.#account.value : undefined;
  }

  onChange(listener: (account: Account) => void): () => void {
    this.#changed.add(listener);
    return () => this.#changed.delete(listener);
  }

  onFailure(listener: (failure: Failure) => void): () => void {
    this.#failed.add(listener);
    return () => this.#failed.delete(listener);
  }

  async refresh(signal?: AbortSignal): Promise<Account> {
    try {
      const client = await this.#connection.ready(signal);
      const quotasBefore = this.#quotas;
      const profile = await client.profile(signal);
      if (client.connectionId !== this.#connection.current().id) throw fail('cancelled', message('paidRequests.serviceChanged'));
      const read = toAccount(profile, this.#now());
      // A quota that came while the profile was read is newer than it.
      const isNewest = this.#quotas === quotasBefore;
      return this.#set(isNewest ? read : { ...read, apiQuotaRemaining: this.current()?.apiQuotaRemaining ?? read.apiQuotaRemaining });
    } catch (thrown) {
      const failure = toFailure(thrown);
      if (failure.kind !== 'cancelled') for (const listener of this.#failed) listener(failure);
      throw thrown;
    }
  }

  async userId(signal?: AbortSignal): Promise<string> {
    return (this.current() ?? (await this.refresh(signal))).userId;
  }

  quota(remaining: number): void {
    this.#quotas++;
    const value = this.current();
    if (value !== undefined && value.apiQuotaRemaining !== remaining) this.#set({ ...value, apiQuotaRemaining: remaining });
  }

  paid({ quotaRemaining }: { quotaRemaining?: number | undefined }): void {
    if (quotaRemaining !== undefined) this.quota(quotaRemaining);
    this.#readSoon();
  }

  #set(value: Account): Account {
    this.#account = { connectionId: this.#connection.current().id, value };
    for (const listener of this.#changed) listener(value);
    return value;
  }

  /** At most one read in the background, and one after it for everything that was paid meanwhile. */
  #readSoon(): void {
    if (this.#reading !== undefined) {
      this.#readAgain = true;
      return;
    }
    this.#reading = this.refresh();
    this.#reading
      .catch((thrown: unknown) => this.#log.info('the profile could not be read after a paid request', { kind: toFailure(thrown).kind }))
      .finally(() => {
        this.#reading = undefined;
        if (!this.#readAgain) return;
        this.#readAgain = false;
        this.#readSoon();
      });
  }
}
