/**
 * Abbreviations of English and German, some of Spanish and French: their full stop ends no sentence, and some words beside them belong to them. Pure. Words
 * are whitespace tokens with their marks.
 */

const anyOf = (...words: string[]): string =>
  words
    .join(' ')
    .replaceAll('.', String.raw`\.`)
    .replaceAll(' ', '|');
/** Quotation marks and brackets may stand before it; what stands behind its full stop ends more than the abbreviation. */
const asWord = (pattern: string, flags = 'u'): RegExp => new RegExp(String.raw`^[^\p{L}\p{N}]*(?:${pattern})\.$`, flags);

/** “Mr. Okafor”, “J. Doe”, “Nr. 5”: names and numbers follow. */
const beforeName = asWord(
  [
    anyOf(
      'Mr Mrs Ms Mx Messrs Dr Dres Prof St Ste Capt Cmdr Col Lt Sgt Maj Gen Adm Rev Hon Gov Supt Mt Ft',
      'Hr Hrn Fr Frl Dipl Ing Nr Nrn Sr Sra Srta Jr Mme Mlle',
    ),
    String.raw`(?:\p{Lu}\.)*\p{L}`,
  ].join('|'),
);
/** “bzw. rot”, “e.g. this” */
const beforeWord = asWord(
  anyOf(
    'vs cf viz approx e.g i.e p.ex p.ej',
    'bzw ca vgl resp inkl exkl zzgl abzgl geb gest gegr sog evtl ggf insb einschl z.b d.h u.a v.a i.d.r m.e',
  ),
  'iu',
);
/** “No. 14”, “Vol. IV”, “Hauptstr. 5” */
const beforeNumber = asWord(
  `${anyOf('[Nn]o [Nn]os Vol Ch Chap Fig Art Sec Pt Bk Op Bd Kap Abb Tab Anm Abs Ziff Tel S Z p pp')}|\\p{L}*[Ss]tr`,
);
/** “Feb. 1893” */
const monthOrDay = asWord(anyOf('Jan Febr? Mar Mrz Apr Jun Jul Aug Sept? Oct Okt Nov De[cz] Sun Mon Tues? Wed Thu Thurs Fri Sat'));
/** “5 Mio. Euro” */
const ofNumbers = asWord(anyOf('Mio Mrd Tsd'));
/** “apples etc.”: what precedes belongs to them. They may end a sentence. */
const afterWord = asWord(anyOf('etc usw usf Jr jun Ltd Inc Co Corp Chr Jh a.m p.m'));
/** “3. März”, “im 19. Jahrhundert” */
const ordinal = /^\P{L}*(?<!\d)\d{1,2}\.$/u;
const afterOrdinal =
  /^(?:\p{Ll}|(?:Januar|Jänner|Feber|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember|Jahrhunderts?)(?!\p{L}))/u;

const number = /^[^\p{L}\p{N}]*(?:\p{N}|[IVXLC]+(?!\p{L}))/u;
const endsInNumber = /\p{N}\.?$/u;
const startsSmall = /^[^\p{L}\p{N}]*\p{Ll}/u;

/** Whether the full stop of a word is that of an abbreviation or an ordinal, and ends no sentence before what follows. */
export const isAbbreviated = (word: string, next: string): boolean =>
  beforeName.test(word) ||
  beforeWord.test(word) ||
  ((beforeNumber.test(word) || monthOrDay.test(word)) && (number.test(next) || monthOrDay.test(firstOf(next)))) ||
  (ofNumbers.test(word) && next !== '') ||
  (ordinal.test(word) && (afterOrdinal.test(next) || monthOrDay.test(firstOf(next)))) ||
  (afterWord.test(word) && startsSmall.test(next));

/** Whether one of two words in a row is an abbreviation that the other belongs to: no line is broken between them. */
export const belongTogether = (word: string, next: string): boolean =>
  (isAbbreviated(word, next) && !afterWord.test(word)) ||
  afterWord.test(next) ||
  (endsInNumber.test(word) && (monthOrDay.test(next) || ofNumbers.test(next)));

/** Whether what follows a full stop goes on in small letters, as no sentence begins (UAX #29, SB8). */
export const goesOnSmall = (next: string): boolean => startsSmall.test(next);

const firstOf = (text: string): string => /^\S*/u.exec(text)?.[0] ?? '';
