import { createPlural } from '../plural.ts';

/** `1 Block`, `1.200 Blöcke`. */
export const plural = createPlural('de-DE');
