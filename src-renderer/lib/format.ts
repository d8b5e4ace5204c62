import { clock, decimal, fixed } from '#shared/messages/figures.ts';
import { dateLocale, locale, messages } from '#shared/messages/index.ts';

/** Durations, numbers and times in words and figures, the same everywhere. */

/** What `Intl` makes for a locale, made once for each that was in use. */
function perLocale<T>(tag: () => string, make: (tag: string) => T): () => T {
  const made = new Map<string, T>();
  return () => {
    const wanted = tag();
    const found = made.get(wanted) ?? make(wanted);
    made.set(wanted, found);
    return found;
  };
}

const figures = perLocale(locale, (tag) => new Intl.NumberFormat(tag));

export { clock, fixed };

/** A time without tenths: `0:04`. */
export const wholeClock = (seconds: number): string => clock(Math.floor(Math.max(0, seconds))).replace(/[.,]0$/u, '');

/** A length for the margin: `0:04.2`. */
export const length = clock;

/** A time for a screen reader: `1 minute 4 seconds`. */
export function spoken(seconds: number): string {
  const whole = Math.floor(seconds);
  const minutes = Math.floor(whole / 60);
  const rest = whole % 60;
  const parts = [minutes > 0 ? messages.shapes.minute(minutes) : '', rest > 0 || minutes === 0 ? messages.shapes.second(rest) : ''];
  return parts.filter((part) => part !== '').join(' ');
}

/** `about 3 min left`: whole minutes from one and a half on, whole hours and minutes from one hour on. */
export function formatTimeLeft(seconds: number): string {
  return messages.shapes.aboutLeft(formatDuration(seconds));
}

/** `40 s`, `3 min`, `6 h 12 min`. */
export function formatDuration(seconds: number): string {
  if (seconds < 90) return messages.shapes.s(String(Math.max(1, Math.round(seconds))));
  const minutes = Math.round(seconds / 60);
  return minutes < 60 ? messages.shapes.min(String(minutes)) : messages.shapes.hMin(String(Math.floor(minutes / 60)), String(minutes % 60));
}

export const number = (value: number): string => figures().format(value);

/** `A, B and C`, or with `or`. */
export function formatList(items: readonly string[], joint: 'and' | 'or' = 'and'): string {
  return new Intl.ListFormat(dateLocale(), { type: joint === 'and' ? 'conjunction' : 'disjunction' }).format(items);
}

/** How long ago, in words: `just now`, `3 min ago`. */
export function age(then: number, now: number): string {
  const seconds = Math.max(0, Math.round((now - then) / 1000));
  const [minutes, hours] = [Math.round(seconds / 60), Math.round(seconds / 3600)];
  if (seconds < 45) return messages.shapes.justNow;
  if (minutes < 60) return messages.shapes.minAgo(String(minutes));
  return hours < 24 ? messages.shapes.hAgo(String(hours)) : day(then);
}

const sizes = ['B', 'kB', 'MB', 'GB', 'TB'] as const;
/** `1.4 MB`, by thousands, as file managers write it. */
export function size(bytes: number): string {
  let [step, value] = [0, bytes];
  // Rounded, it never shows a whole unit of the next kind.
  for (; Math.round(value) >= 1000 && step < sizes.length - 1; step += 1) value /= 1000;
  return `${value.toLocaleString(locale(), { maximumFractionDigits: step === 0 || value >= 100 ? 0 : 1 })}\u00A0${step === 0 ? messages.shapes.bytes : (sizes[step] ?? '')}`;
}

/** A limit as people read it beforehand, rounded down to whole megabytes: `67 MB`. */
export const roomFor = (bytes: number): string => messages.shapes.mb(number(Math.floor(bytes / 1_000_000)));

const moments = perLocale(dateLocale, (tag) => new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeStyle: 'short' }));
const days = perLocale(dateLocale, (tag) => new Intl.DateTimeFormat(tag, { dateStyle: 'medium' }));
const times = perLocale(dateLocale, (tag) => new Intl.DateTimeFormat(tag, { timeStyle: 'short' }));
const exact = perLocale(dateLocale, (tag) => new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeStyle: 'medium' }));
/** `21 Nov 2026, 14:05`. */
export const moment = (time: number): string => moments().format(time);
/** The same to the second. */
export const exactMoment = (time: number): string => exact().format(time);
/** `14:05`. */
export const timeOfDay = (time: number): string => times().format(time);
/** `21 Nov 2026`. */
export const day = (time: number): string => days().format(time);

const shortDays = perLocale(dateLocale, (tag) => new Intl.DateTimeFormat(tag, { day: 'numeric', month: 'short', timeZone: 'UTC' }));
/** `2 Mar`, of a calendar day `2026-03-02`. */
export const shortDay = (date: string): string => shortDays().format(Date.parse(`${date}T00:00:00Z`));

/** `14 credits`, `0.4 credits`. */
export function credits(value: number): string {
  return messages.shapes.credit(value);
}

/** A sum of reported credits and of estimated ones: `14 credits`, and with an estimate in it `≈ 20 credits`. */
export const aboutCredits = (reported: number, estimate: number): string =>
  estimate > 0 ? messages.shapes.about(credits(Math.round(reported + estimate))) : credits(reported);

/** What a purchase would leave of a balance: `, leaves about 1,200`; empty where either is not known. */
export const leaves = (balance: number | null | undefined, cost: number | null | undefined): string =>
  typeof balance === 'number' && typeof cost === 'number' ? messages.shapes.leavesAbout(number(Math.max(0, balance - cost))) : '';

/** A figure that the service may not tell. */
export const numberOrUnknown = (value: number | null): string => (value === null ? messages.shapes.unknownFigure : number(value));

/** A change of a balance: `−14 credits`, `+1 credit`, `0 credits`. */
export const creditChange = (value: number): string => `${value > 0 ? '+' : value < 0 ? '−' : ''}${credits(Math.abs(value))}`;

/** Seconds with at most two places: `0.35 s`. */
export const pause = (milliseconds: number): string => messages.shapes.s(decimal(milliseconds / 1000));

/** The last part of a path of either kind. */
export const fileName = (path: string): string => path.split(/[\\/]/u).at(-1) ?? path;

const languages = perLocale(locale, (tag) =>
  typeof Intl.DisplayNames === 'function'
    ? // Countries in short outside English, which has words for them: `Englisch (GB)`, `British English`.
      new Intl.DisplayNames([tag], { type: 'language', style: tag.startsWith('en') ? 'long' : 'short' })
    : undefined,
);
const namesOfLanguages = perLocale(locale, () => new Map<string, string>());
/** A language's name, or its code where it has none. */
export function language(code: string): string {
  const names = namesOfLanguages();
  let name = names.get(code);
  if (name !== undefined) return name;
  // Browsers have no name for it, and others one that is long.
  const [base, isScottish] = [code.replace(/-scotland$/iu, ''), /-scotland$/iu.test(code)];
  try {
    name = languages()?.of(base) ?? base;
  } catch {
    name = base;
  }
  if (isScottish) name += ` (${messages.shapes.scotland})`;
  // A variant that has no name here stands in capitals: `British English (CORNU)`.
  name = name.replace(/(?<=\(\p{Lu})\p{Lu}{4,}(?=\))/u, (shouted) => shouted.toLowerCase());
  // One pair of brackets: `Englisch (GB, Schottland)`.
  name = name.replace(') (', ', ');
  // Codes come from a service: there are few, but nobody promises it.
  if (names.size < 5000) names.set(code, name);
  return name;
}
