/**
 * English text to words that Flite says right. It knows numbers, ordinals, years, dollars and times; it takes ASCII alone, skips signs and
 * currencies, and says "drive" for "Dr.". Each piece stays one piece, so that its time is that of what is said for it.
 */

const abbreviations: Readonly<Record<string, string>> = {
  'dr.': 'doctor', 'mr.': 'mister', 'mrs.': 'missus', 'ms.': 'miz', 'prof.': 'professor', 'mt.': 'mount', 'capt.': 'captain',
  'lt.': 'lieutenant', 'col.': 'colonel', 'gen.': 'general', 'sgt.': 'sergeant', 'rev.': 'reverend', 'hon.': 'honourable', 'gov.': 'governor',
  'vol.': 'volume', 'fig.': 'figure', 'vs.': 'versus', 'approx.': 'approximately', 'jr.': 'junior', 'sr.': 'senior',
  'inc.': 'incorporated', 'ltd.': 'limited', 'dept.': 'department', 'e.g.': 'for example', 'i.e.': 'that is', 'cf.': 'compare', 'ph.d.': 'P H D',
  'jan.': 'january', 'feb.': 'february', 'aug.': 'august', 'sept.': 'september', 'oct.': 'october', 'nov.': 'november', 'dec.': 'december',
}; // prettier-ignore

const currencies: Readonly<Record<string, readonly [one: string, many: string, hundredths: string]>> = {
  '$': ['dollar', 'dollars', 'cents'], '£': ['pound', 'pounds', 'pence'], '€': ['euro', 'euros', 'cents'], '¥': ['yen', 'yen', 'sen'], '₹': ['rupee', 'rupees', 'paise'],
}; // prettier-ignore

const signs: Readonly<Record<string, string>> = {
  '&': 'and', '@': 'at', '#': 'number', '+': 'plus', '=': 'equals', '×': 'times', '÷': 'divided by', '±': 'plus or minus', '°': 'degrees',
  '½': 'a half', '¼': 'a quarter', '¾': 'three quarters', '≈': 'about', '§': 'section', '©': 'copyright', '™': 'trademark', '√': 'root of', '~': 'about',
  '<': 'less than', '>': 'greater than', '%': 'per cent', '^': 'to the power of', '_': 'underscore', '|': 'bar', '*': ' ', '\\': 'backslash',
}; // prettier-ignore

const units: Readonly<Record<string, string>> = {
  km: 'kilometres', m: 'metres', cm: 'centimetres', mm: 'millimetres', kg: 'kilograms', g: 'grams', mg: 'milligrams', l: 'litres', ml: 'millilitres',
  'km/h': 'kilometres per hour', mph: 'miles per hour', 'm/s': 'metres per second', ft: 'feet', lb: 'pounds', lbs: 'pounds', oz: 'ounces', min: 'minutes', h: 'hours',
  hz: 'hertz', khz: 'kilohertz', mhz: 'megahertz', ghz: 'gigahertz', kb: 'kilobytes', mb: 'megabytes', gb: 'gigabytes', tb: 'terabytes', kw: 'kilowatts',
}; // prettier-ignore

/** Letters that have no accent to be taken off. */
const letters: Readonly<Record<string, string>> = {
  æ: 'ae', Æ: 'Ae', œ: 'oe', Œ: 'Oe', ø: 'o', Ø: 'O', ß: 'ss', ł: 'l', Ł: 'L', đ: 'd', Đ: 'D', ð: 'th', þ: 'th', ı: 'i',
}; // prettier-ignore

const scales = /^(hundred|thousand|million|billion|trillion)\b/iu;
/** Words behind which a Roman number is read as "four", and not as "the fourth". */
const numbered = /^(chapter|part|book|act|scene|volume|section|war|appendix|phase|type|class|level|stage|mark)$/iu;
const roman = /^(?=[IVX]{2,}$)X{0,3}(?:IX|IV|V?I{0,3})$/u;

/** What is said for each piece of a breath, in ASCII; '' for one that has no sound of its own. */
export function spokenWords(pieces: readonly string[]): string[] {
  return pieces.map((piece, index) => {
    const before = pieces[index - 1] ?? '';
    const after = pieces[index + 1] ?? '';
    const said = ascii(spell(withMoney(piece, before, after), before, after));
    return /[a-z\d]/iu.test(said) ? said : '';
  });
}

/** "£3 million" is "3" and "million pounds": the currency is said behind the scale. */
function withMoney(piece: string, before: string, after: string): string {
  const money = /^([([]*)([$£€¥₹])([\d,]*\d)(?:\.(\d{2}))?(?!\.?\d)(.*)$/u.exec(piece);
  const [, open = '', sign = '', amount = '', hundredths, rest = ''] = money ?? [];
  const names = currencies[sign];
  if (names !== undefined) {
    const whole = `${open}${amount}`;
    if (hundredths === undefined && rest === '' && scales.test(after)) return whole;
    const name = amount === '1' ? names[0] : names[1];
    const part = hundredths === undefined || hundredths === '00' ? '' : ` and ${Number(hundredths)} ${names[2]}`;
    return `${whole} ${name}${part}${rest}`;
  }
  const decimal = /^[([]*([$£€¥₹])[\d,]*\.\d+$/u.exec(piece)?.[1];
  if (decimal !== undefined) return piece.replace(decimal, '') + (scales.test(after) ? '' : ` ${currencies[decimal]?.[1] ?? ''}`);
  const earlier = /^[([]*([$£€¥₹])[\d,.]*\d$/u.exec(before)?.[1];
  const scale = scales.exec(piece)?.[0];
  if (earlier !== undefined && scale !== undefined) return `${scale} ${currencies[earlier]?.[1] ?? ''}${piece.slice(scale.length)}`;
  return piece;
}

function spell(piece: string, before: string, after: string): string {
  const bare = piece.replace(/^[([{]+|[)\]},;:!?]+$/gu, '');
  const known = abbreviations[bare.toLowerCase()];
  if (known !== undefined) return piece.replace(bare, known);
  // "St. Mary" is a saint, "Main St." a street.
  if (/^St\.$/u.test(bare)) return piece.replace(bare, /^[A-Z]/u.test(after) && !/^[A-Z]/u.test(before) ? 'saint' : 'street');
  if (/^No\.$/u.test(bare) && /^\d/u.test(after)) return piece.replace(bare, 'number');
  const word = bare.replace(/[.]+$/u, '');
  if (roman.test(word)) {
    const ordinal = /^[A-Z]\p{Ll}+$/u.test(before) && !numbered.test(before);
    return piece.replace(word, ordinal ? `the ${ordinalOf(arabic(word))}` : String(arabic(word)));
  }
  if (/^(?:https?:\/\/|www\.)|^[^\s@]+@[^\s@]+\.[a-z]+$/iu.test(bare)) return address(bare);
  const measured = /^([\d.,]*\d)([a-z]+(?:\/[a-z]+)?)([.,;:!?)]*)$/iu.exec(piece);
  const unit = units[measured?.[2]?.toLowerCase() ?? ''];
  if (measured && unit !== undefined) return `${measured[1] ?? ''} ${unit}${measured[3] ?? ''}`;
  return piece;
}

const address = (text: string): string =>
  text
    .replace(/^https?:\/\//iu, '')
    .replace(/\/$/u, '')
    .replace(/\./gu, ' dot ')
    .replace(/\//gu, ' slash ')
    .replace(/-/gu, ' dash ');

const romanValues: Readonly<Record<string, number>> = { I: 1, V: 5, X: 10 };

function arabic(text: string): number {
  const values = Array.from(text, (letter) => romanValues[letter] ?? 0);
  return values.reduce((sum, value, index) => sum + (value < (values[index + 1] ?? 0) ? -value : value), 0);
}

/** "3rd": Flite reads it as "third". */
function ordinalOf(value: number): string {
  const teen = value % 100 > 10 && value % 100 < 14;
  const ending = teen ? 'th' : (['th', 'st', 'nd', 'rd'][value % 10] ?? 'th');
  return `${value}${ending}`;
}

/** Signs become words, dashes pauses, accents go; what is left and no ASCII is not said. */
function ascii(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[‘’ʼ′]/gu, "'")
    .replace(/(\d)[–−-](?=\d)/gu, '$1 to ')
    .replace(/[–—―]/gu, ', ')
    .replace(/…/gu, '.')
    .replace(/([^\d\s])\/(?=\D)/gu, '$1 ')
    .replace(/(\d)%/gu, '$1 per cent')
    .replace(/[&@#+=×÷±°½¼¾≈§©™√~<>%^_|*\\]/gu, (sign) => ` ${signs[sign] ?? ''} `)
    .replace(/[æÆœŒøØßłŁđĐðþı]/gu, (letter) => letters[letter] ?? '')
    .normalize('NFKD')
    .replace(/[^\x20-\x7e]/gu, '')
    .replace(/["`{}[\]]/gu, '')
    .replace(/\s+/gu, ' ')
    .trim();
}
