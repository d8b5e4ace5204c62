/**
 * How what is written in figures and abbreviations may be said: £4.50 is “four pounds fifty”, “four pounds and fifty pence”, “four fifty”, and every
 * voice has its own way. Pure. English and German; other languages have only the way of the reference voice.
 */

/** Another way to say some tokens of a text. */
export interface SpokenForm {
  /** How many tokens it stands for, from the one that was asked for on. */
  length: number;
  /** Words and figures that the reference voice says as they are wanted. */
  words: string[];
}

type Finder = (token: string, next: string, before: string) => (string | [text: string, length: number])[];

/** Other ways to say the tokens that begin at this one; none for words. `language`: the first part of a BCP 47 tag. */
export function findSpokenForms(tokens: readonly string[], index: number, language: string): SpokenForm[] {
  const find = finders[language];
  const [token, next, before] = [tokens[index], tokens[index + 1], tokens[index - 1]].map((one) => bare(one ?? ''));
  if (find === undefined || token === undefined || token === '') return [];
  const forms = find(token, next ?? '', before ?? '').map((form) => (typeof form === 'string' ? ([form, 1] as const) : form));
  return [...new Map(forms).entries()].map(([text, length]) => ({ length, words: text.split(/\s+/u).filter((word) => word !== '') }));
}

/** Without quotation marks, brackets and the signs of a sentence; an abbreviation keeps its full stop. */
const bare = (token: string): string =>
  token
    .replace(/^[^\p{L}\p{N}£$€¥₹&°½¼¾-]+/u, '')
    .replace(/[^\p{L}\p{N}.%€£$°]+$/u, '')
    .replace(/(?<=\d)\.$|\.(?=\.)/gu, '');

interface Currency {
  one: string;
  many: string;
  hundredth: string;
}

const english: Readonly<Record<string, Currency>> = {
  '£': { one: 'pound', many: 'pounds', hundredth: 'pence' },
  $: { one: 'dollar', many: 'dollars', hundredth: 'cents' },
  '€': { one: 'euro', many: 'euros', hundredth: 'cents' },
};
const englishWords: Readonly<Record<string, readonly string[]>> = {
  'no.': ['number'], 'st.': ['saint', 'street'], 'dr.': ['doctor', 'drive'], 'mr.': ['mister'], 'mrs.': ['missus'], 'p.': ['page'], 'pp.': ['pages'],
  'vol.': ['volume'], 'ch.': ['chapter'], 'fig.': ['figure'], 'mt.': ['mount'], 'e.g.': ['for example'], 'i.e.': ['that is'], 'vs.': ['versus'],
  'etc.': ['et cetera'], 'prof.': ['professor'], 'capt.': ['captain'], 'col.': ['colonel'], 'sgt.': ['sergeant'], 'jr.': ['junior'], 'sr.': ['senior'],
  '&': ['and'], g: ['grams'], kg: ['kilograms'], km: ['kilometres'], cm: ['centimetres'], mm: ['millimetres'], m: ['metres'], ml: ['millilitres'],
  lb: ['pounds'], lbs: ['pounds'], oz: ['ounces'], ft: ['feet'], mph: ['miles per hour'], '°c': ['degrees celsius', 'degrees c', 'celsius'],
  '°f': ['degrees fahrenheit', 'degrees f', 'fahrenheit'], 'a.m.': ['a m'], 'p.m.': ['p m'],
  mr: ['mister'], mrs: ['missus'], dr: ['doctor', 'drive'], st: ['saint', 'street'], vs: ['versus'], '½': ['a half', 'half', 'one half'],
  '¼': ['a quarter', 'one quarter'], '¾': ['three quarters'],
}; // prettier-ignore
/** Behind a figure without a space between. */
const englishUnits: Readonly<Record<string, readonly [one: string, many: string]>> = {
  '%': ['percent', 'percent'], g: ['gram', 'grams'], kg: ['kilogram', 'kilograms'], km: ['kilometre', 'kilometres'], m: ['metre', 'metres'],
  cm: ['centimetre', 'centimetres'], mm: ['millimetre', 'millimetres'], ml: ['millilitre', 'millilitres'], l: ['litre', 'litres'],
  lb: ['pound', 'pounds'], lbs: ['pounds', 'pounds'], oz: ['ounce', 'ounces'], ft: ['foot', 'feet'], mph: ['mile per hour', 'miles per hour'],
  '°': ['degree', 'degrees'], '°c': ['degree celsius', 'degrees celsius'], '°f': ['degree fahrenheit', 'degrees fahrenheit'], p: ['penny', 'pence'],
  am: ['a m', 'a m'], pm: ['p m', 'p m'],
}; // prettier-ignore
const englishScales: Readonly<Record<string, string>> = { k: 'thousand', m: 'million', bn: 'billion' };
const months = 'January|February|March|April|May|June|July|August|September|October|November|December';
const englishMonth = new RegExp(`^(?:${months})$`, 'u');
const decades: Readonly<Record<string, string>> = {
  20: 'twenties',
  30: 'thirties',
  40: 'forties',
  50: 'fifties',
  60: 'sixties',
  70: 'seventies',
  80: 'eighties',
  90: 'nineties',
};
const englishScale = /^(?:hundred|thousand|million|billion|trillion)$/iu;
const numbered = /^(?:chapter|part|book|act|scene|volume|section|war|appendix|phase|class|level|stage)$/iu;
const fractions: Readonly<Record<string, readonly [one: string, many: string]>> = {
  2: ['half', 'halves'],
  3: ['third', 'thirds'],
  4: ['quarter', 'quarters'],
  5: ['fifth', 'fifths'],
  8: ['eighth', 'eighths'],
};

const sayEnglish: Finder = (token, following, before) => {
  // The full stop of a sentence is none of a figure's.
  const [figure, next] = [withoutStop(token), withoutStop(following)];
  const known = englishWords[token.toLowerCase()] ?? [];
  const money = /^([£$€])(\d[\d,]*)(?:\.(\d\d))?$/u.exec(token);
  if (money) return sayMoney(english[money[1] ?? ''], figures(money[2]), money[3], next);
  const scaled = /^([£$€])(\d+(?:\.\d+)?)(k|m|bn)?$/iu.exec(figure);
  if (scaled) return sayScaledMoney(english[scaled[1] ?? '']?.many ?? '', scaled[2] ?? '', scaled[3]?.toLowerCase(), next);
  if (isDay(token) && englishMonth.test(next)) return [`the ${ordinal(token)} of ${next}`, `${ordinal(token)} ${next}`, `${token} ${next}`].map((form) => [form, 2]); // prettier-ignore
  if (englishMonth.test(token) && isDay(next)) return [`${token} ${ordinal(next)}`, `${token} the ${ordinal(next)}`, `the ${ordinal(next)} of ${token}`, `${token} ${next}`].map((form) => [form, 2]); // prettier-ignore
  const decade = /^(\d\d)?(\d0)['’]?s$/u.exec(figure);
  if (decade) return sayDecade(decade[1] ?? '', decade[2] ?? '');
  const measure = /^(\d[\d,]*(?:[.:]\d+)?)(°?[a-z]{1,3}|[%°])$/iu.exec(figure);
  const unit = measure ? englishUnits[measure[2]?.toLowerCase() ?? ''] : undefined;
  if (unit) return sayMeasure(measure?.[1] ?? '', unit);
  const half = /^(\d+)([½¼¾])$/u.exec(figure);
  if (half) return (englishWords[half[2] ?? ''] ?? []).map((part) => `${half[1] ?? ''} and ${part}`);
  const fraction = /^(\d{1,2})\/(\d{1,2})$/u.exec(token);
  if (fraction) return sayFraction(Number(fraction[1]), fraction[2] ?? '');
  const clock = /^(\d{1,2}):(\d\d)$/u.exec(token);
  if (clock) return sayTime(clock[1] ?? '', clock[2] ?? '');
  const numeral = /^([IVX]{2,})\.?$/u.exec(token)?.[1];
  if (numeral !== undefined) return numbered.test(before) ? [arabic(numeral)] : [`the ${ordinal(arabic(numeral))}`, arabic(numeral)];
  return [...known, ...sayFigures(token, { and: 'and', to: 'to', year: sayYear })];
};

const withoutStop = (token: string): string => token.replace(/\.$/u, '');
const isDay = (text: string): boolean => /^(?:[1-9]|[12]\d|3[01])$/u.test(text);

/** £4.5 million, £3m: the currency is said behind the scale. */
function sayScaledMoney(many: string, amount: string, short: string | undefined, next: string): ReturnType<Finder> {
  const [whole = '', part] = amount.split('.');
  const said = part === undefined ? whole : `${whole} point ${spaced(part)}`;
  if (short !== undefined) return [`${said} ${englishScales[short] ?? ''} ${many}`, `${said} ${englishScales[short] ?? ''}`];
  return englishScale.test(next) ? [[`${said} ${next} ${many}`, 2]] : [`${said} ${many}`];
}

/** The 1960s and the 60s. */
function sayDecade(century: string, tens: string): string[] {
  const name = decades[tens];
  if (name !== undefined) return [`${century} ${name}`.trim()];
  return tens === '00' && century !== '' ? [`${century} hundreds`, `${century}00s`] : [];
}

/** 5kg, 20°C, 2.5%, 10:30am. */
function sayMeasure(amount: string, [one, many]: readonly [one: string, many: string]): string[] {
  const clock = /^(\d{1,2}):(\d\d)$/u.exec(amount);
  if (clock) return sayTime(clock[1] ?? '', clock[2] ?? '').map((time) => `${time} ${many}`);
  const [whole = '', part] = amount.split('.');
  const said = part === undefined ? [figures(whole)] : [`${figures(whole)} point ${spaced(part)}`];
  return said.map((words) => `${words} ${words === '1' ? one : many}`);
}

/** £4.50: `whole` is 4 and `part` 50. With a scale after it the currency is said behind that. */
function sayMoney(currency: Currency | undefined, whole: string, part: string | undefined, next: string): ReturnType<Finder> {
  if (!currency) return [];
  const { one, many, hundredth } = currency;
  const name = whole === '1' ? one : many;
  if (part === undefined && englishScale.test(next))
    return [
      [`${whole} ${next} ${many}`, 2],
      [`${whole} ${next} ${one}`, 2],
    ];
  if (part === undefined || part === '00') return [`${whole} ${name}`, `${whole} ${one}`];
  const small = part.startsWith('0') ? `oh ${Number(part)}` : part;
  const hundredths = String(Number(part));
  return [
    `${whole} ${name} ${hundredths}`,
    `${whole} ${name} and ${hundredths} ${hundredth}`,
    `${whole} ${name} ${hundredths} ${hundredth}`,
    `${whole} ${small}`,
    `${whole} point ${spaced(part)} ${many}`,
    `${whole} point ${spaced(part)}`,
  ];
}

function sayFraction(above: number, below: string): string[] {
  const [one, many] = fractions[below] ?? [ordinal(below), `${ordinal(below)}s`];
  const fourth = below === '4' ? [`${above} ${above === 1 ? 'fourth' : 'fourths'}`] : [];
  return [...(above === 1 ? [`a ${one}`, `one ${one}`] : [`${above} ${many}`]), ...fourth, `${above} over ${below}`, `${above} ${below}`];
}

function sayTime(hour: string, minutes: string): string[] {
  if (minutes === '00') return [`${hour} o'clock`, hour, `${hour} hundred`];
  return [`${hour} ${minutes.startsWith('0') ? `oh ${Number(minutes)}` : minutes}`, `${Number(minutes)} past ${hour}`];
}

/** How a language says what stands between figures, and its years. */
interface FigureWords {
  and: string;
  to: string;
  year: (year: string) => string[];
}

/** Years, numbers with and without `and`, and figures one by one. */
function sayFigures(token: string, words: FigureWords): string[] {
  const { and, to } = words;
  if (/^\d{1,3}(?:,\d{3})+$/u.test(token)) return sayNumber(figures(token), and).filter((form) => !form.includes(' hundred'));
  if (/^\d+\.\d+$/u.test(token)) {
    const [whole = '', part = ''] = token.split('.');
    return [`${whole} point ${spaced(part)}`, `${whole} point ${part}`, `${whole} ${part}`];
  }
  const range = /^(\d{1,4})[-–](\d{1,4})$/u.exec(token);
  const between = range ? sayRange(range[1] ?? '', range[2] ?? '', words) : [];
  if (between.length > 0 && token.includes('–')) return between;
  if (/^\d[\d-]*\d$/u.test(token) && token.includes('-')) {
    const parts = token.split('-');
    return [
      parts.map(spaced).join(' '),
      parts.map(spaced).join(' ').replaceAll('0', 'oh'),
      parts.join(' '),
      parts.join(` ${to} `),
      ...between,
    ];
  }
  if (!/^\d{3,}$/u.test(token)) return [];
  return [...(isYear(token) ? sayYear(token) : []), ...sayNumber(token, and), spaced(token), spaced(token).replaceAll('0', 'oh')];
}

const isYear = (text: string): boolean => /^(?:1[1-9]|20)\d\d$/u.test(text);

/** 10–12, 1914–1918 and 1914–18. */
function sayRange(from: string, end: string, { to, year }: FigureWords): string[] {
  if (!isYear(from)) return [`${from} ${to} ${end}`];
  const last = isYear(end) ? [...year(end), end] : [end];
  const whole = end.length === 2 ? year(`${from.slice(0, 2)}${end}`) : [];
  return [...year(from), from].flatMap((first) => [...last, ...whole].map((other) => `${first} ${to} ${other}`));
}

function sayYear(year: string): string[] {
  const [century, rest] = [year.slice(0, 2), year.slice(2)];
  if (rest === '00') return [`${century} hundred`];
  return rest.startsWith('0') ? [`${century} oh ${rest.slice(1)}`, `${century} hundred and ${rest.slice(1)}`] : [`${century} ${rest}`];
}

/** 1,234: the hundreds and what is left, with and without the word between, and so many hundreds. */
function sayNumber(digits: string, and: string): string[] {
  const [value, rest] = [Number(digits), Number(digits) % 100];
  if (!Number.isSafeInteger(value) || value < 101) return [];
  const hundreds = value - rest;
  const long = rest === 0 ? [String(value)] : [`${hundreds} ${rest}`, `${hundreds} ${and} ${rest}`];
  return value < 10_000 && value % 1000 !== 0 && value > 1000
    ? [...long, `${Math.floor(value / 100)} hundred ${rest === 0 ? '' : rest}`]
    : long;
}

const german: Readonly<Record<string, string>> = { '€': 'Euro', $: 'Dollar', '£': 'Pfund' };
const germanWords: Readonly<Record<string, readonly string[]>> = {
  'nr.': ['Nummer'], 'dr.': ['Doktor'], 'z.b.': ['zum Beispiel'], 'd.h.': ['das heißt'], 'ca.': ['zirka'], 'usw.': ['und so weiter'],
  'bzw.': ['beziehungsweise'], 'u.a.': ['unter anderem'], 'st.': ['Sankt'], 'str.': ['Straße'], 'hr.': ['Herr'], 'fr.': ['Frau'], 's.': ['Seite'],
  'kap.': ['Kapitel'], 'bd.': ['Band'], 'prof.': ['Professor'], '&': ['und'], g: ['Gramm'], kg: ['Kilogramm'], km: ['Kilometer'], cm: ['Zentimeter'],
  m: ['Meter'], ml: ['Milliliter'], '°c': ['Grad Celsius', 'Grad'], '%': ['Prozent'], 'mio.': ['Millionen'], 'mrd.': ['Milliarden'], 'evtl.': ['eventuell'],
  'inkl.': ['inklusive'], 'vgl.': ['vergleiche'], 'geb.': ['geboren'],
}; // prettier-ignore
/** Written with a space between. */
const germanPairs: Readonly<Record<string, string>> = {
  'z. b.': 'zum Beispiel',
  'd. h.': 'das heißt',
  'u. a.': 'unter anderem',
  'v. chr.': 'vor Christus',
  'n. chr.': 'nach Christus',
};
const germanUnits: Readonly<Record<string, string>> = {
  '%': 'Prozent', g: 'Gramm', kg: 'Kilogramm', km: 'Kilometer', m: 'Meter', cm: 'Zentimeter', mm: 'Millimeter', ml: 'Milliliter', l: 'Liter',
  '°': 'Grad', '°c': 'Grad Celsius',
}; // prettier-ignore
const germanMonth = /^(?:Januar|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember)$/u;
/** The days of a month without their endings. */
const germanDays = [
  ...['erst', 'zweit', 'dritt', 'viert', 'fünft', 'sechst', 'siebt', 'acht', 'neunt', 'zehnt', 'elft', 'zwölft', 'dreizehnt', 'vierzehnt'],
  ...['fünfzehnt', 'sechzehnt', 'siebzehnt', 'achtzehnt', 'neunzehnt', 'zwanzigst'],
  ...['ein', 'zwei', 'drei', 'vier', 'fünf', 'sechs', 'sieben', 'acht', 'neun'].map((one) => `${one}undzwanzigst`),
  ...['dreißigst', 'einunddreißigst'],
];

const sayGerman: Finder = (token, next) => {
  const known = germanWords[token.toLowerCase()] ?? [];
  const pair = germanPairs[`${token} ${next}`.toLowerCase()];
  if (pair !== undefined) return [[pair, 2]];
  if (isDay(token) && germanMonth.test(withoutStop(next))) return ['er', 'en', 'e'].map((ending) => [`${germanDays[Number(token) - 1] ?? ''}${ending} ${withoutStop(next)}`, 2]); // prettier-ignore
  const measure = /^(\d[\d.]*(?:,\d+)?)(°?[a-z]{1,2}|[%°])$/iu.exec(withoutStop(token));
  const unit = measure ? germanUnits[measure[2]?.toLowerCase() ?? ''] : undefined;
  if (unit !== undefined) return [`${sayGermanDecimal(measure?.[1] ?? '')} ${unit}`];
  const amount = /^([£$€])?(\d[\d.]*)(?:,(\d\d|-))?([£$€])?$/u.exec(token);
  const behind = /^(?:[£$€]|Euro|Dollar|Pfund)$/u.test(next) ? next : undefined;
  const sign = amount?.[1] ?? amount?.[4] ?? behind;
  if (amount && sign !== undefined) {
    const [name, whole, part] = [german[sign] ?? sign, figures(amount[2]), amount[3] ?? '-'];
    const length = (amount[1] ?? amount[4]) ? 1 : 2;
    const forms = part === '-' || part === '00' ? [`${whole} ${name}`] : [`${whole} ${name} ${Number(part)}`, `${whole} ${name} und ${Number(part)} Cent`, `${whole} ${name} ${Number(part)} Cent`, `${whole} Komma ${spaced(part)} ${name}`]; // prettier-ignore
    return forms.map((form) => [form, length]);
  }
  const clock = /^(\d{1,2})[:.](\d\d)$/u.exec(token);
  if (clock && next === 'Uhr') return [[`${clock[1] ?? ''} Uhr ${clock[2] === '00' ? '' : Number(clock[2])}`, 2]];
  if (clock && token.includes(':')) return [`${clock[1] ?? ''} Uhr ${clock[2] === '00' ? '' : Number(clock[2])}`];
  if (isGermanYear(token)) return sayGermanYear(token);
  if (/^\d+,\d+$/u.test(token)) {
    const [whole = '', part = ''] = token.split(',');
    return [`${whole} Komma ${spaced(part)}`, `${whole} Komma ${part}`];
  }
  return [...known, ...sayFigures(token, { and: 'und', to: 'bis', year: sayGermanYear }).filter((form) => !form.includes('oh'))];
};

const sayGermanDecimal = (amount: string): string => {
  const [whole = '', part] = amount.replaceAll('.', '').split(',');
  return part === undefined ? whole : `${whole} Komma ${spaced(part)}`;
};

const isGermanYear = (text: string): boolean => /^1[1-9]\d\d$/u.test(text);
const sayGermanYear = (year: string): string[] =>
  isGermanYear(year) ? [`${year.slice(0, 2)} hundert ${year.endsWith('00') ? '' : Number(year.slice(2))}`.trim()] : [];

const finders: Readonly<Record<string, Finder>> = { en: sayEnglish, de: sayGerman };

const figures = (text = ''): string => text.replaceAll(/\D/gu, '');
const spaced = (digits: string): string => Array.from(digits).join(' ');

const romans: Readonly<Record<string, number>> = { I: 1, V: 5, X: 10 };
function arabic(text: string): string {
  const values = Array.from(text, (letter) => romans[letter] ?? 0);
  return String(values.reduce((sum, value, index) => sum + (value < (values[index + 1] ?? 0) ? -value : value), 0));
}

function ordinal(digits: string): string {
  const isTeen = /1\d$/u.test(digits);
  const ending = isTeen ? 'th' : (['th', 'st', 'nd', 'rd'][Number(digits.slice(-1))] ?? 'th');
  return `${digits}${ending}`;
}
