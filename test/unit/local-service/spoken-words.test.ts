import fc from 'fast-check';
import { expect, test } from 'vitest';
import { spokenWords } from '#main/local-service/sound/flite/spoken-words.ts';

const said = (text: string) => spokenWords(text.split(' ')).join('|');

test.each([
  ['Dr. Smith and Mrs. Jones', 'doctor|Smith|and|missus|Jones'],
  ['St. Mary lives in Main St. now', 'saint|Mary|lives|in|Main|street|now'],
  ['No. 5 said “no.”', 'number|5|said|no.'],
  ['It cost £20, $1 and €3.50.', 'It|cost|20 pounds,|1 dollar|and|3 euros and 50 cents.'],
  ['$3.5 million or £2 billion.', '3.5|million dollars|or|2|billion pounds.'],
  ['Chapter IV of Henry VIII', 'Chapter|4|of|Henry|the 8th'],
  ['10–12 km, 5km, 30km/h', '10 to 12|km,|5 kilometres,|30 kilometres per hour'],
  ['50% & #7 @ 20°', '50 per cent|and|number 7|at|20 degrees'],
  ['café, naïve, Ærø, Łódź', 'cafe,|naive,|Aero,|Lodz'],
  ['don’t and/or “won’t”', "don't|and or|won't"],
  ['see https://example.org/a_b now', 'see|example dot org slash a underscore b|now'],
  ['one — two … three 😀 日本', 'one||two||three||'],
])('%s is said as %s', (text, expected) => {
  expect(said(text)).toBe(expected);
});

test('every piece keeps its place and is ASCII, whatever it is', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }), { maxLength: 12 }), (pieces) => {
      const words = spokenWords(pieces);
      expect(words).toHaveLength(pieces.length);
      for (const word of words) expect(word).toMatch(/^[\x20-\x7e]*$/u);
    }),
  );
});
