import { describe, expect, it } from 'vitest';
import { findSpokenForms } from '#main/media/proof/spoken-forms.ts';

/** Every way to say the token of a text that has one, and how many tokens it stands for. */
const forms = (text: string, at: number, language = 'en'): string[] =>
  findSpokenForms(text.split(' '), at, language).map(({ length, words }) => `${length}: ${words.join(' ')}`);

describe('what is written in figures may be said', () => {
  it.each([
    ['charged me “£4.50” for', 2, ['1: 4 pounds 50', '1: 4 pounds and 50 pence', '1: 4 50']],
    ['costs $12.09, or', 1, ['1: 12 dollars 9', '1: 12 oh 9', '1: 12 dollars and 9 cents']],
    ['paid £1 a', 1, ['1: 1 pound']],
    ['paid €3 million for', 1, ['2: 3 million euros']],
    ['in 1847 the', 1, ['1: 18 47', '1: 1800 and 47', '1: 1800 47']],
    ['in 1905.', 1, ['1: 19 oh 5', '1: 19 hundred and 5']],
    ['had 3,512 people', 1, ['1: 3500 12', '1: 3500 and 12']],
    ['at 6:05 on', 1, ['1: 6 oh 5', '1: 5 past 6']],
    ['Chapter IV begins', 1, ['1: 4']],
    ['Henry VIII.', 1, ['1: the 8th']],
    ['of 3/4 cup', 1, ['1: 3 quarters', '1: 3 fourths', '1: 3 over 4']],
    ['Call 555-0199 now', 1, ['1: 5 5 5 0 1 9 9', '1: 5 5 5 oh 1 9 9']],
    ['Call No. 10', 1, ['1: number']],
    ['met Mr Pike', 1, ['1: mister']],
    ['paid £4.5 million for', 1, ['2: 4 point 5 million pounds']],
    ['paid £3m.', 1, ['1: 3 million pounds']],
    ['weighs 2.5kg or', 1, ['1: 2 point 5 kilograms']],
    ['was 1km away', 1, ['1: 1 kilometre']],
    ['at 20°C.', 1, ['1: 20 degrees celsius']],
    ['was 12% of', 1, ['1: 12 percent']],
    ['at 10:30am,', 1, ['1: 10 30 a m']],
    ['at 7pm.', 1, ['1: 7 p m']],
    ['the 1960s,', 1, ['1: 19 sixties']],
    ['from 1914–18.', 1, ['1: 19 14 to 18', '1: 19 14 to 19 18']],
    ['pages 10–12 of', 1, ['1: 10 to 12']],
    ['on 3 May.', 1, ['2: the 3rd of May', '2: 3rd May']],
    ['on May 3, he', 1, ['2: May 3rd', '2: the 3rd of May']],
    ['took 2½ hours', 1, ['1: 2 and a half']],
  ])('in English: %s', (text, at, expected) => {
    expect(forms(text, at)).toEqual(expect.arrayContaining(expected));
  });

  it.each([
    ['kostet 4,50 € heute', 1, ['2: 4 Euro 50', '2: 4 Euro und 50 Cent']],
    ['kostet 4,50€ heute', 1, ['1: 4 Euro 50']],
    ['im Jahr 1847 war', 2, ['1: 18 hundert 47']],
    ['um 18.30 Uhr kam', 1, ['2: 18 Uhr 30']],
    ['z.B. hier', 0, ['1: zum Beispiel']],
    ['waren 2,5 Liter', 1, ['1: 2 Komma 5']],
    ['wiegt 2,5kg oder', 1, ['1: 2 Komma 5 Kilogramm']],
    ['waren 12% davon', 1, ['1: 12 Prozent']],
    ['von 1914–1918.', 1, ['1: 19 hundert 14 bis 19 hundert 18']],
    ['am 3. Mai', 1, ['2: dritten Mai', '2: dritter Mai']],
    ['am 21. Juni', 1, ['2: einundzwanzigsten Juni']],
    ['um 18:30', 1, ['1: 18 Uhr 30']],
    ['also z. B. hier', 1, ['2: zum Beispiel']],
  ])('in German: %s', (text, at, expected) => {
    expect(forms(text, at, 'de')).toEqual(expect.arrayContaining(expected));
  });

  it('in one way where it is words, or the language is another one', () => {
    expect(forms('The tide was out, and nobody came.', 3)).toEqual([]);
    expect(forms('coûte 4,50 € ici', 1, 'fr')).toEqual([]);
    expect(forms('“—” said', 0)).toEqual([]);
    expect(forms('one', 4)).toEqual([]);
    // Words that look like units, months without a day, and figures of a sentence that ends.
    for (const text of ['I am here', 'May I come', 'in March they', 'He was 7.', 'no sixties'])
      expect(text.split(' ').flatMap((_, at) => forms(text, at))).toEqual([]);
  });
});
