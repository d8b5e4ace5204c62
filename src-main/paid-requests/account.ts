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
  /** Takes over a quota that the service told in passing; what it says of credits is as old as it was. */
  quota(remaining: number): void;
  /** After a paid request: takes over the quota that its answer told, then reads the profile; does not wait for it. */
  paid(facts: { quotaRemaining?: number | undefined }): void;
}

/** What a profile says of the account, as of a time in Unix milliseconds. */
export function accountOf({ userId, tier = '', credits, apiQuotaRemaining }: Profile, asOf: number): Account {
  return { userId, tier, credits: credits ?? null, apiQuotaRemaining: apiQuotaRemaining ?? null, asOf };
}

export function createAccount(options: { connection: ConnectionKeeper; log: Log; now?: () => number }): AccountKeeper {
  const { connection, log } = options;
  const now = options.now ?? Date.now;
  const changed = new Set<(account: Account) => void>();
  const failed = new Set<(failure: Failure) => void>();
  let account: { connectionId: string; value: Account } | undefined;
  let reading: Promise<Account> | undefined;
  let readAgain = false;
  /** How often a quota was told in passing. */
  let toldQuota = 0;

  const known = (): Account | undefined => (account?.connectionId === serviceInUse(connection.current()).id ? account.value : undefined);
  const set = (value: Account): Account => {
    account = { connectionId: connection.current().id, value };
    for (const listener of changed) listener(value);
    return value;
  };

  const read = async (signal?: AbortSignal): Promise<Account> => {
    try {
      const client = await connection.ready(signal);
      const toldBefore = toldQuota;
      const profile = await client.profile(signal);
      if (client.connectionId !== connection.current().id) throw fail('cancelled', message('paidRequests.serviceChanged'));
      const read = accountOf(profile, now());
      // What was told while the profile was read is newer than it.
      return set(toldQuota === toldBefore ? read : { ...read, apiQuotaRemaining: known()?.apiQuotaRemaining ?? read.apiQuotaRemaining });
    } catch (thrown) {
      const failure = toFailure(thrown);
      if (failure.kind !== 'cancelled') for (const listener of failed) listener(failure);
      throw thrown;
    }
  };

  const quota = (remaining: number): void => {
    toldQuota++;
    const value = known();
    if (value !== undefined && value.apiQuotaRemaining !== remaining) set({ ...value, apiQuotaRemaining: remaining });
  };

  /** At most one read in the background, and one after it for everything that was paid meanwhile. */
  const readSoon = (): void => {
    if (reading !== undefined) {
      readAgain = true;
      return;
    }
    reading = read();
    reading
      .catch((thrown: unknown) => log.info('the profile could not be read after a paid request', { kind: toFailure(thrown).kind }))
      .finally(() => {
        reading = undefined;
        if (!readAgain) return;
        readAgain = false;
        readSoon();
      });
  };

  return {
    current: known,
    onChange: (listener) => {
      changed.add(listener);
      return () => changed.delete(listener);
    },
    onFailure: (listener) => {
      failed.add(listener);
      return () => failed.delete(listener);
    },
    refresh: (signal) => read(signal),
    userId: async (signal) => (known() ?? (await read(signal))).userId,
    quota,
    paid: ({ quotaRemaining }) => {
      if (quotaRemaining !== undefined) quota(quotaRemaining);
      readSoon();
    },
  };
}
