import { asId, asRecord, asText, Fields, findFirst, type Reading } from './fields.ts';

/**
 * Interface, "Voice design": the create response. It names `designId` and the `candidateId` values; where the candidates stand, and what else is said
 * of a design, is not shown.
 */
export interface Design {
  designId: string;
  /** Empty where none can be recognized. */
  candidates: { candidateId: string; provider: string | undefined }[];
  charactersUsed: number | undefined;
  creditsUsed: number | undefined;
  quotaRemaining: number | undefined;
  /** When the previews go, where that is said. */
  expiresAt: string | undefined;
}

const candidateIds = ['candidateId', 'candidate_id'];
/** Objects and lists within each other that are looked through for candidates. */
const deepest = 5;

/** `undefined` for an answer that names no design. */
export function readDesign(body: unknown, { note }: Pick<Reading, 'note'>): Design | undefined {
  const places = new Fields(body, 'design', note).andWithin('data', 'design', 'result');
  const designId =
    findFirst(places, (one) => asId(one.raw['designId']) ?? asId(one.raw['design_id'])) ??
    findFirst(places, (one) => one.id('designId', 'id'));
  if (designId === undefined) return undefined;
  const candidates = candidatesIn(body);
  if (candidates.length === 0) note('design.candidates', 'missing');
  const billing = places.flatMap((one) => one.andWithin('billing', 'usage', 'billingDetails', 'cost'));
  const number = (...names: string[]): number | undefined => findFirst(billing, (one) => one.number(...names));
  return {
    designId,
    candidates,
    charactersUsed: number('characters_used', 'charactersUsed'),
    creditsUsed: number('credits_used', 'creditsUsed', 'credits'),
    quotaRemaining: number('quota_remaining', 'quotaRemaining'),
    expiresAt: findFirst(places, (one) => one.time('expiresAt', 'expires_at')),
  };
}

/** Every object that names a candidate, and every list of such names, in the order in which they came. */
function candidatesIn(body: unknown): Design['candidates'] {
  const found = new Map<string, Design['candidates'][number]>();
  const take = (candidateId: string, record: Readonly<Record<string, unknown>>): void => {
    if (!found.has(candidateId)) found.set(candidateId, { candidateId, provider: asText(record['provider']) });
  };
  const look = (value: unknown, name: string, depth: number): void => {
    if (depth > deepest) return;
    if (Array.isArray(value)) {
      for (const item of value as unknown[]) {
        const record = asRecord(item);
        const listed = /candidate/iu.test(name) ? asId(record === undefined ? item : idOf(record, ...candidateIds, 'id')) : undefined;
        if (listed === undefined) look(item, name, depth + 1);
        else take(listed, record ?? {});
      }
      return;
    }
    const record = asRecord(value);
    if (record === undefined) return;
    const id = idOf(record, ...candidateIds);
    if (id !== undefined) take(id, record);
    for (const [inner, one] of Object.entries(record)) look(one, inner, depth + 1);
  };
  look(body, '', 0);
  return [...found.values()];
}

const idOf = (record: Readonly<Record<string, unknown>>, ...names: string[]): string | undefined =>
  names.map((name) => asId(record[name])).find((id) => id !== undefined);
