import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ServiceAccount } from '#main/paid-requests/account.ts';
import { createConnection } from '#main/service-client/connection.ts';
import { openLedger } from '#main/paid-requests/ledger/ledger.ts';
import type { IntegrationTools } from '#main/hosts/cli/integrations.ts';
import type { LedgerEntry } from '#main/paid-requests/ledger/types.ts';
import { secret } from '#main/infra/secrets/secret.ts';
import type { LocalService } from '../../helpers/local-service.ts';
import { quietLog } from '../../helpers/quiet-log.ts';

/** What paid work is sent with, on an account of its own, and in a time that only passes by its own waits. */
export interface PayingFixture {
  tools: IntegrationTools;
  account: string;
  /** Newest first, since `forget`. */
  entries(): Promise<LedgerEntry[]>;
  /** What the service's own book says of this account since `forget`: the state of each charge, oldest first. */
  charges(): Promise<string[]>;
  /** What was done so far is no more told. */
  forget(): Promise<void>;
  close(): Promise<void>;
}

let accounts = 0;

export async function payingFixture(service: LocalService): Promise<PayingFixture> {
  const key = `local-paying${process.pid}x${++accounts}`;
  const directory = mkdtempSync(join(tmpdir(), 'voicewright-paying-'));
  const log = quietLog();
  const ledger = await openLedger({ profileDirectory: directory, log });
  const connection = createConnection({
    platform: {
      environment: {},
      profileDirectory: directory,
      startLocalService: () =>
        Promise.resolve({
          baseUrl: service.baseUrl,
          realtimeUrl: service.realtimeUrl,
          apiKey: secret(key),
          exited: new Promise<string>(() => undefined),
          stop: () => Promise.resolve(),
        }),
    },
    log,
  });
  const account = new ServiceAccount({ connection, log });
  let now = Date.now();
  const clock = {
    now: () => now,
    sleep: (milliseconds: number, signal?: AbortSignal) => {
      signal?.throwIfAborted();
      now += milliseconds;
      return Promise.resolve();
    },
  };
  const seen = { entries: 0, charges: 0 };
  const entries = () => ledger.list({ limit: 200 });
  const charges = async () => (await service.charges(key)).entries.filter((entry) => entry.state !== 'granted').map((entry) => entry.state);
  return {
    tools: { client: await connection.ready(), ledger, account, log, clock },
    account: key,
    entries: async () => (await entries()).slice(0, -seen.entries || undefined),
    charges: async () => (await charges()).slice(seen.charges),
    forget: async () => {
      seen.entries = (await entries()).length;
      seen.charges = (await charges()).length;
    },
    close: async () => {
      await connection.close();
      await ledger.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
