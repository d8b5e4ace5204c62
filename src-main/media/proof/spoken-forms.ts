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
    .replace(/^[^\p{L}\p{N}£$€¥₹&°-]+/u, '')
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
}; // prettier-ignore
const englishScale = /^(?:hundred|thousand|million|billion|trillion)$/iu;
const numbered = /^(?:chapter|part|book|act|scene|volume|section|war|appendix|phase|class|level|stage)$/iu;
const fractions: Readonly<Record<string, readonly [one: string, many: string]>> = {
  2: ['half', 'halves'],
  3: ['third', 'thirds'],
  4: ['quarter', 'quarters'],
  5: ['fifth', 'fifths'],
  8: ['eighth', 'eighths'],
};

const sayEnglish: Finder = (token, next, before) => {
  const known = englishWords[token.toLowerCase()] ?? [];
  const money = /^([£$€])(\d[\d,]*)(?:\.(\d\d))?$/u.exec(token);
  if (money) return sayMoney(english[money[1] ?? ''], figures(money[2]), money[3], next);
  const fraction = /^(\d{1,2})\/(\d{1,2})$/u.exec(token);
  if (fraction) return sayFraction(Number(fraction[1]), fraction[2] ?? '');
  const clock = /^(\d{1,2}):(\d\d)$/u.exec(token);
  if (clock) return sayTime(clock[1] ?? '', clock[2] ?? '');
  const numeral = /^([IVX]{2,})\.?$/u.exec(token)?.[1];
  if (numeral !== undefined) return numbered.test(before) ? [arabic(numeral)] : [`the ${ordinal(arabic(numeral))}`, arabic(numeral)];
  return [...known, ...sayFigures(token, 'and')];
};

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

/** Years, numbers with and without `and`, and figures one by one. */
function sayFigures(token: string, and: string): string[] {
  if (/^\d{1,3}(?:,\d{3})+$/u.test(token)) return sayNumber(figures(token), and).filter((form) => !form.includes(' hundred'));
  if (/^\d+\.\d+$/u.test(token)) {
    const [whole = '', part = ''] = token.split('.');
    return [`${whole} point ${spaced(part)}`, `${whole} point ${part}`, `${whole} ${part}`];
  }
  if (/^\d[\d-]*\d$/u.test(token) && token.includes('-')) {
    const parts = token.split('-');
    return [parts.map(spaced).join(' '), parts.map(spaced).join(' ').replaceAll('0', 'oh'), parts.join(' '), parts.join(' to ')];
  }
  if (!/^\d{3,}$/u.test(token)) return [];
  return [
    ...(/^(?:1[1-9]|20)\d\d$/u.test(token) ? sayYear(token) : []),
    ...sayNumber(token, and),
    spaced(token),
    spaced(token).replaceAll('0', 'oh'),
  ];
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
  m: ['Meter'], ml: ['Milliliter'], '°c': ['Grad Celsius', 'Grad'],
}; // prettier-ignore

const sayGerman: Finder = (token, next) => {
  const known = germanWords[token.toLowerCase()] ?? [];
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
  if (/^1[1-9]\d\d$/u.test(token)) return [`${token.slice(0, 2)} hundert ${token.endsWith('00') ? '' : Number(token.slice(2))}`];
  if (/^\d+,\d+$/u.test(token)) {
    const [whole = '', part = ''] = token.split(',');
    return [`${whole} Komma ${spaced(part)}`, `${whole} Komma ${part}`];
  }
  return [...known, ...sayFigures(token, 'und').filter((form) => !form.includes('oh'))];
};

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
