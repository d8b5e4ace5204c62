import { asRecord, Fields, type Reading } from './fields.ts';

/** Interface, "Profile". Paid work is bound to the account by its id; the rest may be unknown. */
export interface Profile {
  userId: string;
  tier: string | undefined;
  credits: number | undefined;
  apiQuotaRemaining: number | undefined;
  /** What the local service says that it transcribes besides its own speech; `undefined` for a service that does not say. */
  recogniser: RecogniserAbility | undefined;
  /** As they came. */
  fields: Readonly<Record<string, unknown>>;
}

interface RecogniserAbility {
  kind: 'none' | 'draft' | 'model' | 'program';
  /** What a model is called; `null` for others. */
  name: string | null;
  /** First parts of BCP 47 tags; `null` for any. */
  languages: string[] | null;
}

const places = (body: unknown, note: Reading['note']): Fields[] => new Fields(body, 'profile', note).andWithin('data', 'profile', 'user');

/** Whether an answer is a profile at all, though it may name no account. */
export const isProfile = (body: unknown, { note }: Pick<Reading, 'note'>): boolean =>
  places(body, note).some((one) => one.has('user_id', 'credits', 'api_quota_remaining', 'apiQuotaRemaining'));

/** `undefined` for an answer that names no account. */
export function readProfile(body: unknown, { note }: Pick<Reading, 'note'>): Profile | undefined {
  const found = places(body, note);
  const fields = found.find((one) => one.has('user_id')) ?? found.find((one) => one.has('userId', 'id'));
  const userId = fields?.id('user_id', 'userId', 'id');
  if (fields === undefined || userId === undefined) return undefined;
  return {
    userId,
    tier: fields.text('tier'),
    credits: fields.number('credits'),
    apiQuotaRemaining: fields.number('api_quota_remaining', 'apiQuotaRemaining'),
    recogniser: readRecogniser(fields.raw['transcription']),
    fields: fields.raw,
  };
}

function readRecogniser(sent: unknown): RecogniserAbility | undefined {
  const { recogniser: kind, name, languages } = asRecord(sent) ?? {};
  if (kind !== 'none' && kind !== 'draft' && kind !== 'model' && kind !== 'program') return undefined;
  const named = Array.isArray(languages) ? languages.filter((one) => typeof one === 'string') : null;
  return { kind, name: typeof name === 'string' && name !== '' ? name.slice(0, 255) : null, languages: named };
}
