import { locale } from './index.ts';

/** A figure with at most so many places after the decimal separator, in the language in use: `1.25`, `1`; in German `1,25`. */
export const decimal = (value: number, places = 2): string => value.toLocaleString(locale(), { maximumFractionDigits: places });

/** A figure with so many places after the decimal separator, all of them written: `1.50`. */
export const fixed = (value: number, places: number): string =>
  value.toLocaleString(locale(), { minimumFractionDigits: places, maximumFractionDigits: places, useGrouping: false });
