import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { joinParts, splitSpeech } from '#shared/narration/speech-parts.ts';

/** The parts of a paragraph, those of speech between slashes. */
const parts = (text: string): string[] => splitSpeech(text).map((part) => (part.isSpeech ? `/${part.text}/` : part.text));

describe('a paragraph of speech and narration', () => {
  it.each([
    ['speech and who says it', '“You are late,” said Thomas.', ['/“You are late,”/', 'said Thomas.']],
    [
      'speech that goes on after it',
      '“You are late,” said Thomas. “I have been here since five.”',
      ['/“You are late,”/', 'said Thomas.', '/“I have been here since five.”/'],
    ],
    [
      'a sentence of narration after speech',
      '“Come in,” said Thomas. The door stood open.',
      ['/“Come in,”/', 'said Thomas. The door stood open.'],
    ],
    // Jane Austen, Pride and Prejudice.
    [
      'a lady to her husband',
      '“My dear Mr. Bennet,” said his lady to him one day, “have you heard that Netherfield Park is let at last?”',
      ['/“My dear Mr. Bennet,”/', 'said his lady to him one day,', '/“have you heard that Netherfield Park is let at last?”/'],
    ],
    // Arthur Conan Doyle, A Scandal in Bohemia.
    [
      'a question within narration',
      'He chuckled to himself and rubbed his long, nervous hands together. “It is simplicity itself,” said he; “my eyes tell me so.”',
      [
        'He chuckled to himself and rubbed his long, nervous hands together.',
        '/“It is simplicity itself,”/',
        'said he;',
        '/“my eyes tell me so.”/',
      ],
    ],
    // Lewis Carroll, Alice's Adventures in Wonderland, with straight quotation marks.
    [
      'straight quotation marks',
      '"But I don\'t want to go among mad people," Alice remarked.',
      ['/"But I don\'t want to go among mad people,"/', 'Alice remarked.'],
    ],
    // Mark Twain, The Adventures of Tom Sawyer.
    [
      'dashes that touch',
      '“I never did see the beat of that boy—” she stopped—“never.”',
      ['/“I never did see the beat of that boy—”/', 'she stopped—', '/“never.”/'],
    ],
    [
      'a word of speech in the middle of narration',
      'Then Thomas cried, “Stop!” and the cart stood still.',
      ['Then Thomas cried,', '/“Stop!”/', 'and the cart stood still.'],
    ],
    // Franz Kafka, Die Verwandlung.
    [
      'German quotation marks, with the comma after them',
      '„Was ist mit mir geschehen?“ dachte er. „Wie wäre es“, sagte Gregor, „wenn ich noch ein wenig weiterschliefe?“',
      ['/„Was ist mit mir geschehen?“/', 'dachte er.', '/„Wie wäre es“,/', 'sagte Gregor,', '/„wenn ich noch ein wenig weiterschliefe?“/'],
    ],
    // Theodor Fontane, Effi Briest.
    ['German guillemets', '»Komm, Effi«, sagte die Mama, »es ist Zeit.«', ['/»Komm, Effi«,/', 'sagte die Mama,', '/»es ist Zeit.«/']],
    ['who speaks, before a colon', 'Agnes fragte: „Warum hier?“', ['Agnes fragte:', '/„Warum hier?“/']],
    [
      'speech in brackets',
      'He waited. (“Not long,” she said.) Then he left.',
      ['He waited.', '/(“Not long,”/', 'she said.) Then he left.'],
    ],
    ['two quotations one after the other', '“Yes.” “No,” said Ann.', ['/“Yes.” “No,”/', 'said Ann.']],
    // Lewis Carroll, Alice's Adventures in Wonderland, with the single quotation marks of its British editions.
    [
      'single quotation marks with apostrophes in speech',
      '‘Come, there’s no use in crying like that!’ said Alice to herself, rather sharply; ‘I advise you to leave off this minute!’',
      [
        '/‘Come, there’s no use in crying like that!’/',
        'said Alice to herself, rather sharply;',
        '/‘I advise you to leave off this minute!’/',
      ],
    ],
    [
      'double quotation marks within single ones',
      '‘You should say “what you mean,”’ the March Hare went on.',
      ['/‘You should say “what you mean,”’/', 'the March Hare went on.'],
    ],
    [
      'a plural with an apostrophe in single quotation marks',
      '‘The boys’ coats are wet,’ said Ann.',
      ['/‘The boys’ coats are wet,’/', 'said Ann.'],
    ],
    ['single straight quotation marks', "'You're late,' said Thomas. 'It's six.'", ["/'You're late,'/", 'said Thomas.', "/'It's six.'/"]],
    ['single quotation marks that do not end', 'Thomas said: ‘I came at five', ['Thomas said:', '/‘I came at five/']],
    ['a quotation that does not end', 'Thomas said: “I came at five', ['Thomas said:', '/“I came at five/']],
  ])('is split: %s', (_, text, expected) => {
    expect(parts(text)).toEqual(expected);
    expect(joinParts(splitSpeech(text).map((part) => part.text))).toBe(text);
  });

  it.each([
    ['narration alone', 'The lamp burned all night.', ['The lamp burned all night.']],
    ['speech alone', '“So it is, and so it was.”', ['/“So it is, and so it was.”/']],
    ['a word that is named', 'He called it “luck” and left.', ['He called it “luck” and left.']],
    ['a word that is named, in German', 'Er nannte es „Glück“ und ging.', ['Er nannte es „Glück“ und ging.']],
    [
      'a word that is named in single quotation marks',
      'He called it ‘luck’ and left, then ‘fate’.',
      ['He called it ‘luck’ and left, then ‘fate’.'],
    ],
    ['letters that are left out', "’Tis the lads' way, said 'em all, in the '90s.", ["’Tis the lads' way, said 'em all, in the '90s."]],
    ['letters that are left out at the beginning', "'Tis late, he said, and 'twas.", ["'Tis late, he said, and 'twas."]],
    ['a title', 'She read “Ivanhoe,” and slept.', ['She read “Ivanhoe,” and slept.']],
    ['nothing', '', ['']],
  ])('is one part where nothing is to be split: %s', (_, text, expected) => {
    expect(parts(text)).toEqual(expected);
  });

  const sign = fc.constantFrom(
    '‘',
    '’',
    "'",
    '“',
    '”',
    '„',
    '"',
    '»',
    '«',
    ' ',
    ' ',
    '—',
    ',',
    '.',
    '(',
    ')',
    '\u202f',
    'said',
    'I',
    'am',
    'late',
    '7',
    '𝔞',
  );
  it('is what its parts are when they are joined, whatever it says', () => {
    fc.assert(
      fc.property(fc.array(sign, { maxLength: 40 }), (signs) => {
        const text = signs.join('');
        const split = splitSpeech(text);
        expect(joinParts(split.map((part) => part.text))).toBe(text);
        if (split.length === 1) return;
        for (const part of split) expect(part.text).toMatch(/[\p{L}\p{N}]/u);
        split.slice(1).forEach((part, index) => expect(part.isSpeech).not.toBe(split[index]?.isSpeech));
      }),
      { numRuns: 2000 },
    );
  });
});
