import { useRef } from 'react';

/**
 * A selector for a store whose answers stay the same object as long as they are the `same`, so that what asks is drawn anew only when
 * something that it shows has changed.
 */
export function useKept<State, Value>(
  select: (state: State) => Value,
  same: (one: Value, other: Value) => boolean,
): (state: State) => Value {
  const kept = useRef<{ value: Value }>(undefined);
  return (state) => {
    const value = select(state);
    if (kept.current && same(kept.current.value, value)) return kept.current.value;
    kept.current = { value };
    return value;
  };
}

/** Lists of records that hold the same values under the same names. */
export function sameRecords<T extends object>(one: readonly T[], other: readonly T[]): boolean {
  return one.length === other.length && one.every((record, index) => sameRecord(record, other[index]));
}

function sameRecord<T extends object>(one: T, other: T | undefined): boolean {
  return other !== undefined && (Object.keys(one) as (keyof T)[]).every((key) => Object.is(one[key], other[key]));
}
