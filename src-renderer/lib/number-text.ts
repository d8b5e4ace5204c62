import { locale } from '#shared/messages/index.ts';

/** What a number field accepts and how it writes a value. */
export interface NumberRules {
  min: number;
  max: number;
  /** Digits after the decimal separator; 0 for whole numbers. */
  decimals: number;
  /** Written behind the value and accepted in what is pasted: `s`, `dB`, `×`. */
  unit?: string;
  /** Of seconds: written as `m:ss`, and read as that or as seconds. */
  isTime?: boolean;
  /** How values are written instead; what it cannot read is read as usual. */
  notation?: { write: (value: number) => string; read: (text: string) => number | undefined };
}

/**
 * Reads a number as people write it: with a point or a comma, with a minus sign of either kind, with the unit or without, with digits
 * grouped by spaces, apostrophes, points or commas. A lone separator before exactly three digits groups them only in a field whose range reaches
 * 1,000 and that takes fewer than three decimals; everywhere else it is the decimal separator.
 *
 * @returns the value rounded to `decimals`, not yet limited to the range; `undefined` for a text that is no number
 */
export function parseNumber(text: string, rules: NumberRules): number | undefined {
  const noted = rules.notation?.read(text.normalize('NFKC'));
  if (noted !== undefined) return roundTo(noted, rules.decimals);
  const time = rules.isTime === true ? parseTime(text.normalize('NFKC').trim(), rules) : undefined;
  if (time !== undefined) return time;
  const compact = withoutUnit(text.normalize('NFKC').trim(), rules.unit)
    .replaceAll('\u2212', '-')
    .replaceAll(/(?<=\d)[\s'\u2019](?=\d{3}(?!\d))/gu, '');
  const parts = /^([+-]?)([\d.,]+)$/u.exec(compact);
  if (!parts) return undefined;
  const [, sign = '', digits = ''] = parts;
  const plain = withDecimalPoint(digits, rules);
  if (plain === undefined || !/\d/u.test(plain)) return undefined;
  return roundTo(Number(`${sign}${plain}`), rules.decimals);
}

/** Limits a value to the range, rounded to the field's decimals where the range allows. */
export function limitNumber(value: number, { min, max, decimals }: NumberRules): number {
  return Math.min(max, Math.max(min, roundTo(value, decimals)));
}

/** Writes a value without its unit, as {@link parseNumber} reads it: no trailing zeros; thousands are grouped from 10,000 on, unless three decimals would read the same. */
export function formatNumber(value: number, { decimals, isTime = false, notation }: NumberRules): string {
  if (notation) return notation.write(value);
  if (isTime) return formatTime(value, decimals);
  return value.toLocaleString(locale(), { maximumFractionDigits: decimals, useGrouping: decimals < 3 && Math.abs(value) >= 10_000 });
}

/** `h:mm:ss` or `m:ss`, of both with decimals or without; minutes and seconds reach 59. */
function parseTime(text: string, { decimals }: NumberRules): number | undefined {
  const parts = /^(?:(\d+):(?=\d\d:))?(\d{1,2}):(\d{1,2}(?:[.,]\d+)?)$/u.exec(text);
  if (!parts) return undefined;
  const [hours, minutes, seconds] = [parts[1] ?? '0', parts[2] ?? '', parts[3] ?? ''].map((part) => Number(part.replace(',', '.')));
  if (hours === undefined || minutes === undefined || seconds === undefined || minutes >= 60 || seconds >= 60) return undefined;
  return roundTo(hours * 3_600 + minutes * 60 + seconds, decimals);
}

/** Of at least 0 seconds. */
function formatTime(value: number, decimals: number): string {
  const rounded = roundTo(value, decimals);
  const whole = Math.floor(rounded);
  const padded = (part: number): string => String(part).padStart(2, '0');
  const [hours, minutes] = [Math.floor(whole / 3_600), Math.floor(whole / 60) % 60];
  const rest = roundTo(rounded - Math.floor(whole / 60) * 60, decimals);
  const seconds = `${rest < 10 ? '0' : ''}${rest.toLocaleString(locale(), { maximumFractionDigits: decimals })}`;
  return hours > 0 ? `${String(hours)}:${padded(minutes)}:${seconds}` : `${String(minutes)}:${seconds}`;
}

function withoutUnit(text: string, unit: string | undefined): string {
  const plain = unit?.normalize('NFKC').trim();
  if (plain === undefined || plain === '') return text;
  const suffix = [plain, ...(plain === '×' ? ['x', 'X'] : [])].find((one) => text.toLowerCase().endsWith(one.toLowerCase()));
  return suffix === undefined ? text : text.slice(0, -suffix.length).trimEnd();
}

function withDecimalPoint(digits: string, { max, min, decimals }: NumberRules): string | undefined {
  const separators = digits.match(/[.,]/gu) ?? [];
  const last = separators.at(-1);
  if (last === undefined) return digits;
  const [whole, fraction] = splitAtLast(digits, last);
  const others = new Set(separators.slice(0, -1));
  const groups = /^\d{1,3}([.,]\d{3})+$/u;
  if (others.size === 0) {
    const canGroup = decimals < 3 && Math.max(Math.abs(min), Math.abs(max)) >= 1_000;
    return canGroup && groups.test(digits) ? digits.replace(last, '') : `${whole}.${fraction}`;
  }
  if (others.size > 1) return undefined;
  if (others.has(last)) return groups.test(digits) ? digits.replaceAll(last, '') : undefined;
  return groups.test(whole) ? `${whole.replaceAll(/[.,]/gu, '')}.${fraction}` : undefined;
}

function splitAtLast(text: string, separator: string): [string, string] {
  const at = text.lastIndexOf(separator);
  return [text.slice(0, at), text.slice(at + 1)];
}

function roundTo(value: number, decimals: number): number {
  // Never minus zero.
  return Number(value.toFixed(decimals)) + 0;
}
