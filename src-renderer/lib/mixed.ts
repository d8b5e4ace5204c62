/** What several things have in common: a value, or that they differ. */
export const mixed = Symbol('mixed');
export type Shared<T> = T | typeof mixed;

export function shared<T>(values: readonly T[]): Shared<T> | undefined {
  const [first] = values;
  return values.every((value) => JSON.stringify(value) === JSON.stringify(first)) ? first : mixed;
}
