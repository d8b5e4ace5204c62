import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { castManuscript } from '#shared/manuscript/cast.ts';
import { findAttributions, readAttribution } from '#shared/narration/attributions.ts';

describe('who speaks in prose', () => {
  it.each([
    ['“Come in,” said Thomas. The door stood open.', 'Thomas'],
    ['“Come in,” Agnes said, and laughed.', 'Agnes'],
    ['Agnes asked quietly: “Why?”', 'Agnes'],
    ['He rose. Captain Voss said, “Cast off.”', 'Captain Voss'],
    ['“Cast off!” shouted Captain Voss.', 'Captain Voss'],
    ['“I know,” replied Mr. O’Neill, “but not now.”', 'Mr. O’Neill'],
    ['"Why?" asked Mary-Jane.', 'Mary-Jane'],
    ['„Komm herein“, sagte Anna.', 'Anna'],
    ['Anna sagte leise: „Komm herein.“', 'Anna'],
    ['»Warum?«, fragte Herr Müller.', 'Herr Müller'],
    ['“Come,” said Thomas. “Now,” said Thomas.', 'Thomas'],
  ])('is read from the words beside the speech: %s', (text, who) => {
    expect(readAttribution(text)).toBe(who);
  });

  it.each([
    'Thomas said nothing.',
    '“Come in,” he said.',
    '“Come in,” said the captain.',
    '„Komm“, sagte der Mann.',
    '„Komm“, sagte sie.',
    '“Come,” said Thomas. “No,” said Agnes.',
    '“Come,” said Thomas. “Then go,” she said.',
    '“Come in.” Thomas looked up. Agnes said nothing.',
    '“Then,” said I, “go.”',
    '“Somebody said Thomas was here.”',
    '“Stop!” And said so.',
  ])('is nobody where the words name nobody, or more than one: %s', (text) => {
    expect(readAttribution(text)).toBeUndefined();
  });

  it('is proposed from the second paragraph on, who speaks most first, and not where they are of the cast', () => {
    const texts = [
      '“A,” said Agnes.',
      '“B,” said Thomas.',
      '“C,” said agnes.',
      '“D,” said Agnes.',
      '“E,” Thomas asked.',
      '“F,” said Ida.',
      '“G,” said Agnes.',
    ];
    expect(findAttributions(texts)).toEqual([
      { name: 'Agnes', blocks: 3 },
      { name: 'Thomas', blocks: 2 },
    ]);
    expect(findAttributions(texts, ['AGNES'])).toEqual([{ name: 'Thomas', blocks: 2 }]);
  });

  const word = fc.constantFrom(
    '“',
    '”',
    '„',
    '"',
    '»',
    '«',
    ' said ',
    ' sagte ',
    'Thomas',
    'Agnes',
    ', ',
    '. ',
    ': ',
    'he',
    'the door',
    'É',
    '🚪',
  );
  const paragraph = fc.array(word, { maxLength: 20 }).map((words) => words.join(''));

  it('changes no text, adds no block, and gives a block only to who was chosen and is named in it', () => {
    fc.assert(
      fc.property(fc.array(paragraph, { maxLength: 8 }), fc.subarray(['Thomas', 'Agnes']), (texts, chosen) => {
        const chapters = [{ title: '', blocks: texts.map((text) => ({ text, pauseMs: null })) }];
        const cast = castManuscript(chapters, [], chosen).chapters[0]?.blocks ?? [];
        // Names before a colon give their blocks without a choice.
        const plain = castManuscript(chapters, []).chapters[0]?.blocks ?? [];
        expect(cast.map(({ text }) => text)).toEqual(plain.map(({ text }) => text));
        for (const [index, { speaker, text }] of cast.entries())
          if (speaker !== plain[index]?.speaker) {
            expect(chosen).toContain(speaker);
            expect(text).toContain(speaker);
          }
      }),
    );
  });

  it('is read from a paragraph of any length', () => {
    for (const piece of ['“A,” ', 'A', 'Aa ', ' said ', '"', 'said Thomas-', 'he said, '])
      expect(() => readAttribution(piece.repeat(20_000))).not.toThrow();
  });
});
