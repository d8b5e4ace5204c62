import { createHash, randomUUID } from 'node:crypto';
import { type DatabaseSync } from 'node:sqlite';
import { codes } from '#shared/wire/common.ts';
import { type Profile } from '#shared/wire/responses/profile.ts';
import { ServiceError } from '../http/service-error.ts';
import { transaction } from '../storage/database.ts';

export interface Account {
  id: string;
  /** May not create or delete voices. */
  readOnly: boolean;
  /** False: may not list or read voices either, but speaks with those whose id it has. */
  seesVoices: boolean;
  /** Of the key that the service was started with: its owner may use the files of this machine. */
  isOwn: boolean;
}

/** What a new account is granted: API quota in characters, and credits. */
export interface Grant {
  quota: number;
  credits: number;
}

/** Every `local-NAME` is an account of its own; `local-NAME-readonly` may not write voices, `local-NAME-novoices` not even list them; `local-disabled` is disabled. */
const localKey = /^local-[A-Za-z0-9._-]{1,100}$/u;

const unauthorized = (message: string) => new ServiceError(401, codes.unauthorized, message, { headers: { 'WWW-Authenticate': 'Bearer' } });

/** Accounts by key. Keys are not stored, only a digest as the account's id. */
export class Accounts {
  readonly #database: DatabaseSync;
  readonly #ownKey: string;
  readonly #grant: Grant;
  readonly #known = new Map<string, Account>();

  constructor(database: DatabaseSync, ownKey: string, grant: Grant) {
    this.#database = database;
    this.#ownKey = ownKey;
    this.#grant = grant;
  }

  /** The account that an `Authorization` header names, made at its first use; throws 401. */
  authenticate(header: string | undefined): Account {
    if (header === undefined) throw unauthorized('The Authorization header is missing; send "Bearer <API_KEY>"');
    const key = /^Bearer +([\x21-\x7e]+) *$/iu.exec(header)?.[1];
    if (key === undefined) throw unauthorized('The Authorization header is malformed; send "Bearer <API_KEY>"');
    if (key === 'local-disabled') throw unauthorized('This account is disabled');
    if (key !== this.#ownKey && !localKey.test(key)) throw unauthorized('This API key is not known');
    const id = `acct_${createHash('sha256').update(key).digest('hex').slice(0, 24)}`;
    const known = this.#known.get(id);
    if (known !== undefined) return known;
    const account: Account = {
      id,
      readOnly: key.endsWith('-readonly'),
      seesVoices: !key.endsWith('-novoices'),
      isOwn: key === this.#ownKey,
    };
    this.#open(id, localKey.test(key) ? 'local' : 'own');
    // Bounded, as anybody may invent names; what is forgotten is found again in the file.
    if (this.#known.size > 10_000) this.#known.clear();
    this.#known.set(id, account);
    return account;
  }

  #open(id: string, name: string): void {
    const now = new Date().toISOString();
    transaction(this.#database, () => {
      const { changes } = this.#database
        .prepare('INSERT INTO accounts (id, name, quota, credits, created_at) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING')
        .run(id, name, this.#grant.quota, this.#grant.credits, now);
      if (changes === 0) return;
      this.#database
        .prepare(`INSERT INTO charges VALUES (?, ?, 'grant', '', ?, ?, 'granted', ?, ?)`)
        .run(`chg_${randomUUID()}`, id, this.#grant.quota, this.#grant.credits, now, now);
    });
  }

  profile(account: Account): Profile {
    const row = this.#database.prepare('SELECT quota, credits, webhook_url FROM accounts WHERE id = ?').get(account.id);
    return {
      user_id: account.id,
      api_quota_remaining: Number(row?.['quota'] ?? 0),
      tier: 'local',
      credits: Number(row?.['credits'] ?? 0),
      webhookUrl: typeof row?.['webhook_url'] === 'string' ? row['webhook_url'] : '',
    };
  }

  setWebhook(account: Account, url: string): void {
    this.#database.prepare('UPDATE accounts SET webhook_url = ? WHERE id = ?').run(url === '' ? null : url, account.id);
  }
}
