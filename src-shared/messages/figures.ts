import { locale } from './index.ts';

/** A figure with at most so many places after the decimal separator, in the language in use: `1.25`, `1`; in German `1,25`. */
export const decimal = (value: number, places = 2): string => value.toLocaleString(locale(), { maximumFractionDigits: places });

/** A figure with so many places after the decimal separator, all of them written: `1.50`. */
export const fixed = (value: number, places: number): string =>
  value.toLocaleString(locale(), { minimumFractionDigits: places, maximumFractionDigits: places, useGrouping: false });

/** `m:ss.d` (or `h:mm:ss.d`) of a time in seconds. */
export function clock(seconds: number): string {
  const tenths = Math.max(0, Math.floor(seconds * 10 + 1e-6));
  const hours = Math.floor(tenths / 36_000);
  const minutes = Math.floor(tenths / 600) % 60;
  const rest = (tenths % 600) / 10;
  const tail = fixed(rest, 1).padStart(4, '0');
  return hours > 0 ? `${String(hours)}:${String(minutes).padStart(2, '0')}:${tail}` : `${String(minutes)}:${tail}`;
}
