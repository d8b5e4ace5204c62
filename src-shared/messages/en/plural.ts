import { createPlural } from '../plural.ts';

const english = createPlural('en');

/** `1 block`, `1,200 blocks`. */
export const plural = (count: number, one: string, other = `${one}s`): string => english(count, one, other);
