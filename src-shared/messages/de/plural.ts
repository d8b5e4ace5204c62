import { createPlural } from '../plural.ts';

/** `1 Block`, `1.200 Blöcke`. */
export const plural = createPlural('de-DE');

const figures = new Intl.NumberFormat('de-DE', { maximumFractionDigits: 3 });
/** `0,5`. */
export const figure = (value: number): string => figures.format(value);
