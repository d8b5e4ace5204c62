import { Fields, type Reading } from './fields.ts';

/** Interface, "Profile". Paid work is bound to the account by its id; the rest may be unknown. */
export interface Profile {
  userId: string;
  tier: string | undefined;
  credits: number | undefined;
  apiQuotaRemaining: number | undefined;
  /** As they came. */
  fields: Readonly<Record<string, unknown>>;
}

/** `undefined` for an answer that names no account. */
export function readProfile(body: unknown, { note }: Pick<Reading, 'note'>): Profile | undefined {
  const places = new Fields(body, 'profile', note).andWithin('data', 'profile', 'user');
  const fields = places.find((one) => one.has('user_id')) ?? places.find((one) => one.has('userId', 'id'));
  const userId = fields?.id('user_id', 'userId', 'id');
  if (fields === undefined || userId === undefined) return undefined;
  return {
    userId,
    tier: fields.text('tier'),
    credits: fields.number('credits'),
    apiQuotaRemaining: fields.number('api_quota_remaining', 'apiQuotaRemaining'),
    fields: fields.raw,
  };
}
