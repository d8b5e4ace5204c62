import fc from 'fast-check';
import { noNote, type Reading } from '#main/service-client/reading/fields.ts';

/** An answer without headers, whose oddities nobody writes down. */
export const reading: Reading = { note: noNote, header: () => undefined };

/** Any JSON value where the interface shows another, or none. */
export const oddValue: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(null, true, false, 0, -1, 1.5, 1e21, '', ' ', '7', 'x', '2026-01-31T12:00:00Z', 1_769_860_800, 1_769_860_800_000),
  fc.array(fc.constantFrom(null, 1, 'x', {}), { maxLength: 3 }),
  fc.dictionary(fc.constantFrom('id', 'value', 'items', 'message'), fc.constantFrom(null, 1, 'x'), { maxKeys: 2 }),
);

/** Names of fields that the client does not know. */
const strange = fc.string({ minLength: 1, maxLength: 8 }).map((name) => `x-${name}`);

/**
 * An object that keeps the fields of `named`, has each of `others` as it is, missing, or under another type, and further fields that nobody knows.
 */
export function oddObject(named: Record<string, unknown>, others: Record<string, unknown>): fc.Arbitrary<Record<string, unknown>> {
  const fields = Object.entries(others).map(([name, value]) =>
    fc.oneof(
      fc.constant([name, value] as const),
      fc.constant(undefined),
      oddValue.map((odd) => [name, odd] as const),
    ),
  );
  return fc
    .tuple(fc.tuple(...fields), fc.dictionary(strange, oddValue, { maxKeys: 4 }))
    .map(([known, further]) => ({ ...further, ...Object.fromEntries(known.filter((one) => one !== undefined)), ...named }));
}

/** A list in an envelope: itself, under a usual name, or one object deeper, with or without what says how long it is. */
export function oddEnvelope(items: readonly unknown[], ...names: string[]): fc.Arbitrary<unknown> {
  const about = fc.constantFrom({}, { total: items.length }, { page: null, total: null }, { pagination: { total: items.length } });
  const name = fc.constantFrom('items', 'data', 'results', 'list', ...names);
  return fc.tuple(name, about, fc.constantFrom('bare', 'flat', 'deep', 'deeper')).map(([inner, facts, shape]): unknown => {
    if (shape === 'bare') return items;
    if (shape === 'flat') return { requestId: null, ...facts, [inner]: items };
    if (shape === 'deep') return { success: true, data: { ...facts, [inner]: items } };
    return { response: { data: { [inner]: items }, ...facts } };
  });
}

/** Ids as services make them: texts of any kind, and numbers. */
export const anyId: fc.Arbitrary<string> = fc.oneof(
  fc.uuid(),
  fc.string({ minLength: 1, maxLength: 20 }).filter((id) => id.trim() === id && id !== ''),
);
