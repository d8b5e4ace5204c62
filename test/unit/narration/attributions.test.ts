import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { castManuscript } from '#shared/manuscript/cast.ts';
import {
  countSpeech,
  findAttributions,
  proposeAttributions,
  readAttribution,
  readSpeakerOf,
  type AttributedSpeaker,
} from '#shared/narration/attributions.ts';

const alone = (name: string, blocks: number): AttributedSpeaker => ({ name, blocks, shorter: [] });

describe('who speaks in prose', () => {
  it.each([
    ['“Come in,” said Thomas. The door stood open.', 'Thomas'],
    ['“Come in,” Agnes said, and laughed.', 'Agnes'],
    ['Agnes asked quietly: “Why?”', 'Agnes'],
    ['He rose. Captain Voss said, “Cast off.”', 'Captain Voss'],
    ['“Cast off!” shouted Captain Voss.', 'Captain Voss'],
    ['“I know,” replied Mr. O’Neill, “but not now.”', 'Mr. O’Neill'],
    ['"Why?" asked Mary-Jane.', 'Mary-Jane'],
    ['He rose. Then Thomas said, “Cast off.”', 'Thomas'],
    ['“Why?” Presently Mary-Jane asked.', 'Mary-Jane'],
    ['„Komm herein“, sagte Anna.', 'Anna'],
    ['Anna sagte leise: „Komm herein.“', 'Anna'],
    ['»Warum?«, fragte Herr Müller.', 'Herr Müller'],
    ['“Come,” said Thomas. “Now,” said Thomas.', 'Thomas'],
    ['‘There’s no use in crying!’ said Alice to herself.', 'Alice'],
    ["'It's late,' said Thomas.", 'Thomas'],
    ['“Very,” said the Cat to Thomas.', 'Cat'],
    ['“Very,” the March Hare said.', 'March Hare'],
    ['“Off with his head!” screamed the Queen of Hearts.', 'Queen of Hearts'],
    ['The Hatter asked: “Why?”', 'Hatter'],
    ['He rose. Then the Cat said, “Cast off.”', 'Cat'],
    ['“So,” said the Russian.', 'Russian'],
    ['“Well,” went on Thomas.', 'Thomas'],
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
    '“Come in,” said the old captain.',
    '“Come in,” said the French captain.',
    '“Come in,” said Thomas’s brother.',
    '“Come,” said the Cat. “No,” said the Hatter.',
    '„Komm“, sagte die Katze zu Anna.',
    'Der Hase sagte: „Komm.“',
  ])('is nobody where the words name nobody, or more than one: %s', (text) => {
    expect(readAttribution(text)).toBeUndefined();
  });

  const words = (first: string, rest: string) =>
    fc
      .tuple(fc.constantFrom(...first.split('')), fc.string({ unit: fc.constantFrom(...rest.split('')), minLength: 2, maxLength: 8 }))
      .map((both) => both.join(''));
  const capital = words('BCDFGHKLMNPRSZÄÖ', 'abcdelmorstuö');
  const plain = words('bcdfghklmnprszäö', 'abcdelmorstuö');

  it('a word after “the” is a name where it has a capital, and no noun is one after a German article', () => {
    fc.assert(
      fc.property(capital, plain, fc.constantFrom('der', 'die', 'das', 'ein', 'eine'), (name, noun, article) => {
        expect(readAttribution(`“Come,” said the ${name}, and left.`)).toBe(name);
        expect(readAttribution(`“Come,” the ${name} said.`)).toBe(name);
        expect(readAttribution(`“Come,” said the ${noun}, and left.`)).toBeUndefined();
        expect(readAttribution(`„Komm“, sagte ${article} ${name} und ging.`)).toBeUndefined();
        expect(readAttribution(`„Komm“, ${article} ${name} rief.`)).toBeUndefined();
      }),
    );
  });

  it('is found in the tea party of “Alice’s Adventures in Wonderland” and in “The Invisible Man”, and nobody else is', () => {
    const passages: readonly (readonly [text: string, who: string | undefined])[] = [
      ['"There\'s _plenty_ of room!" said Alice indignantly, and she sat down in a large arm-chair at one end of the table.', 'Alice'],
      ['The Hatter opened his eyes very wide on hearing this, but all he said was "Why is a raven like a writing-desk?"', undefined],
      ['"Do you mean that you think you can find out the answer to it?" said the March Hare.', 'March Hare'],
      ['"Then you should say what you mean," the March Hare went on.', undefined],
      [
        '"Not the same thing a bit!" said the Hatter. "Why, you might just as well say that \'I see what I eat\' is the same thing!"',
        'Hatter',
      ],
      ['"You might just as well say," added the Dormouse, which seemed to be talking in its sleep, "that it is!"', 'Dormouse'],
      ['"It _is_ the same thing with you," said the Hatter; and here the conversation dropped.', 'Hatter'],
      ['"Two days wrong!" sighed the Hatter. "I told you!" he added looking angrily at the March Hare.', undefined],
      ['"It was the _best_ butter," the March Hare meekly replied.', 'March Hare'],
      ['"I haven\'t the slightest idea," said the Hatter.', 'Hatter'],
      ['"Nor I," said the March Hare.', 'March Hare'],
      ['"Serpent!" screamed the Pigeon.', 'Pigeon'],
      ['"Lie still, you fool!" bawled the Invisible Man in Kemp’s ear.', undefined],
      ['"I’m sorry," said the Invisible Man, "if I cannot tell you all that I have done to-night."', 'Invisible Man'],
      ['"Don’t drop those books, stupid," said the Voice, sharply overtaking him.', 'Voice'],
      ['"What’s up?" asked the stranger.', undefined],
    ];
    for (const [text, who] of passages) expect([text, readAttribution(text)]).toEqual([text, who]);
  });

  it('counts the blocks that the speech of a name becomes, and the paragraphs that sound now, whatever its case', () => {
    const paragraphs = [
      { text: '“Come,” said Thomas. “Now.”', sounds: true },
      { text: '“Why?” asked THOMAS.', sounds: false },
      { text: '“Why?” asked Agnes.', sounds: true },
      { text: 'Nobody came.', sounds: true },
    ];
    expect(countSpeech(paragraphs, true)('Thomas')).toEqual({ blocks: 3, sounding: 1 });
    expect(countSpeech(paragraphs, false)('Thomas')).toEqual({ blocks: 2, sounding: 1 });
    expect(countSpeech(paragraphs, true)('Ida')).toEqual({ blocks: 0, sounding: 0 });
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
    expect(findAttributions(texts)).toEqual([alone('Agnes', 3), alone('Thomas', 2)]);
    expect(findAttributions(texts, { done: ['AGNES'] })).toEqual([alone('Thomas', 2)]);
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
        const cast = castManuscript(chapters, [], { attributed: chosen.map((name) => alone(name, 1)) }).chapters[0]?.blocks ?? [];
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

describe('a name and its short form', () => {
  const said = (...names: string[]): string[] => names.map((name) => `“So,” said ${name}.`);
  const rows = (texts: readonly string[], apart: readonly string[] = []) =>
    findAttributions(texts, { apart }).map(({ name, blocks, shorter }) => [name, blocks, ...shorter.map((other) => other.name)]);

  it.each([
    ['Captain Thomas', 'Thomas'],
    ['Mr Darcy', 'Darcy'],
    ['Mr. Darcy', 'Darcy'],
    ['Frau Müller', 'Müller'],
    ['Thomas Gray', 'Thomas'],
    ['Thomas Gray', 'Gray'],
    ['Sir Henry Baskerville', 'Baskerville'],
    ['Thomas of Kent', 'Thomas'],
    ['Dr. O’Neill', "O'Neill"],
  ])('are one speaker where nobody else has it: %s, %s', (long, short) => {
    expect(rows(said(short, long, short))).toEqual([[long, 3, short]]);
  });

  it.each([
    ['two who have it', said('Mr Bennet', 'Mrs Bennet', 'Bennet', 'Mr Bennet', 'Mrs Bennet', 'Bennet')],
    ['two who have it, in German', said('Herr Müller', 'Frau Müller', 'Müller', 'Herr Müller', 'Frau Müller', 'Müller')],
    [
      'another who is mentioned',
      [...said('Captain Thomas', 'Captain Thomas', 'Thomas', 'Thomas', 'Gray', 'Gray'), 'There was Thomas Gray.'],
    ],
    ['a middle name', said('Ann Lee Gray', 'Ann Lee Gray', 'Lee', 'Lee')],
    ['a title', said('Captain', 'Captain', 'Captain Voss', 'Captain Voss')],
    ['a part of a word', said('Tom', 'Tom', 'Tommy Gray', 'Tommy Gray')],
    ['a title before the last name of a full name', said('Mrs Gray', 'Mrs Gray', 'Ann Gray', 'Ann Gray')],
  ])('are not one speaker for %s', (_, texts) => {
    expect(rows(texts).every(([, , ...shorter]) => shorter.length === 0)).toBe(true);
    expect(rows(texts).length).toBeGreaterThan(1);
  });

  it('are two where the short form is a character of the cast, or a character has it too', () => {
    const texts = said('Captain Thomas', 'Captain Thomas', 'Thomas', 'Thomas');
    expect(findAttributions(texts, { cast: ['thomas'] })).toEqual([alone('Captain Thomas', 2), alone('Thomas', 2)]);
    expect(findAttributions(texts, { cast: ['Thomas Gray'] })).toEqual([alone('Captain Thomas', 2), alone('Thomas', 2)]);
  });

  it('count once however the title is written', () => {
    expect(rows(said('Dr. Harris', 'Doctor Harris', 'Harris', 'Dr Harris'))).toEqual([['Dr. Harris', 4, 'Harris']]);
  });

  it('are kept apart where a person says so, each with what is its own, even one block', () => {
    const texts = said('Captain Thomas', 'Thomas', 'Ida', 'Ida');
    expect(rows(texts)).toEqual([
      ['Captain Thomas', 2, 'Thomas'],
      ['Ida', 2],
    ]);
    expect(rows(texts, ['Thomas'])).toEqual([
      ['Ida', 2],
      ['Captain Thomas', 1, 'Thomas'],
      ['Thomas', 1],
    ]);
  });

  const title = fc.constantFrom('', 'Mr. ', 'Mr ', 'Captain ', 'Frau ');
  const family = fc.constantFrom('Gray', 'Müller', 'Bell');
  const first = fc.constantFrom('Ida', 'Thomas', 'Bell');
  const name = fc.oneof(
    first,
    family,
    fc.tuple(title, family).map(([before, last]) => before + last),
    fc.tuple(title, first, family).map(([before, given, last]) => `${before}${given} ${last}`),
  );
  const texts = fc.array(name, { maxLength: 30 }).map((names) => said(...names));
  const parts = (of: string): string[] => of.toLowerCase().replaceAll('.', '').split(' ');

  it('share only what one name alone has as its first or last word', () => {
    fc.assert(
      fc.property(texts, (given) => {
        const all = [...new Set(given.map((text) => (readAttribution(text) ?? '').replaceAll('.', '')))];
        for (const { name: long, shorter } of findAttributions(given))
          for (const { name: short } of shorter) {
            const word = short.toLowerCase();
            const whoHas = all.filter((each) => each.includes(' ') && parts(each).includes(word));
            expect(whoHas).toEqual([long.replaceAll('.', '')]);
            expect(short).not.toContain(' ');
          }
      }),
    );
  });

  it('lose no block and count none twice, however they are joined, kept apart and ordered', () => {
    fc.assert(
      fc.property(texts, fc.func(fc.boolean()), fc.infiniteStream(fc.nat()), (given, isApart, order) => {
        const found = findAttributions(given);
        const apart = found.flatMap(({ shorter }) => shorter.flatMap((other) => (isApart(other.name) ? [other.name] : [])));
        const kept = findAttributions(given, { apart });
        const sum = (speakers: readonly AttributedSpeaker[]): number => speakers.reduce((all, { blocks }) => all + blocks, 0);
        expect(sum(kept)).toBe(sum(found));
        expect(kept.map((speaker) => speaker.name).sort()).toEqual([...found.map((speaker) => speaker.name), ...apart].sort());
        const speakerOf = readSpeakerOf(kept);
        for (const { name: each, blocks } of kept) expect(given.filter((text) => speakerOf(text) === each)).toHaveLength(blocks);
        const shuffled = given.map((text) => ({ text, at: order.next().value as number })).sort((one, other) => one.at - other.at);
        const groups = (speakers: readonly AttributedSpeaker[]) =>
          speakers
            .map(({ name: each, blocks, shorter }) =>
              [each, ...shorter.map((other) => other.name).sort(), blocks].join().replaceAll('.', ''),
            )
            .sort();
        expect(groups(findAttributions(shuffled.map(({ text }) => text)))).toEqual(groups(found));
      }),
    );
  });
});

it('of few speakers everybody is proposed, who speaks most first; of many, those who speak in one paragraph alone are left out', () => {
  const scene = ['“Come in,” said Mara.', 'The old man asked: “Why?”', '“It is late,” said Agnes.'];
  expect(findAttributions(scene)).toEqual([]);
  expect(proposeAttributions(scene, {}).map(({ name }) => name)).toEqual(['Mara', 'Agnes', 'Old man']);
  expect(proposeAttributions([...scene, '“Sit,” said Agnes.'], {}).map(({ name }) => name)).toEqual(['Agnes', 'Mara', 'Old man']);
  const many = ['Ada', 'Ben', 'Cora', 'Dan', 'Eva', 'Finn', 'Gus', 'Hal'].flatMap((name) => [
    `“Yes,” said ${name}.`,
    `“No,” said ${name}.`,
  ]);
  expect(proposeAttributions([...many, '“Sit,” said Mara.'], {}).map(({ name }) => name)).not.toContain('Mara');
});

describe('somebody whom the text calls by a noun', () => {
  const nouns = (...texts: string[]) => proposeAttributions(texts, {}).map(({ name, noun, blocks }) => [name, noun, blocks]);

  it.each([
    ['„Komm“, rief die Wirtin aus der Küche.', 'Wirtin', 'die Wirtin'],
    ['„Komm“, sagte der Kommissar.', 'Kommissar', 'der Kommissar'],
    ['Das Mädchen fragte: „Warum?“', 'Mädchen', 'das Mädchen'],
    ['„Komm“, der Mann rief.', 'Mann', 'der Mann'],
    ['“Come in,” said the boy.', 'Boy', 'the boy'],
    ['“Come in,” said the boy to his sister.', 'Boy', 'the boy'],
    ['“Come in,” said the boy softly.', 'Boy', 'the boy'],
    ['“Come in,” said the boy standing by the door.', 'Boy', 'the boy'],
    ['“Come in,” the old man replied.', 'Old man', 'the old man'],
    ['“Come in,” said the old captain, and left.', 'Old captain', 'the old captain'],
    ['The boy asked: “Why?”', 'Boy', 'the boy'],
  ])('is offered as a character, as the text calls them: %s', (text, name, noun) => {
    expect(nouns(text)).toEqual([[name, noun, 1]]);
  });

  it.each([
    'The boy said nothing.',
    '“Come in,” said the captain of the guard.',
    '“Come in,” said the other.',
    '“Come in,” said a boy.',
    '„Komm“, sagte die Erste.',
    '„Komm“, sagte die Frau des Wirts.',
    '„Komm“, sagte die alte Frau.',
    '“Come,” said the boy. “No,” said the girl.',
    '“Come,” said the boy. “No,” said Agnes.',
  ])('is not offered where the words name nobody by a noun alone, or more than one: %s', (text) => {
    expect(nouns(text)).toEqual([]);
  });

  it('comes below all names, who speaks most first, at most ten of them', () => {
    const texts = ['Agnes', 'the boy', 'the girl', 'the girl', 'the girl'].map((who) => `“So,” said ${who}.`);
    expect(nouns(...texts)).toEqual([
      ['Agnes', undefined, 1],
      ['Girl', 'the girl', 3],
      ['Boy', 'the boy', 1],
    ]);
    const many = 'abcdefghijklm'.split('').map((letter) => `“So,” said the ${letter.repeat(3)}.`);
    expect(nouns(...many)).toHaveLength(10);
  });

  it('is who has that noun for a name in the cast, with or without its article, among the names', () => {
    const texts = [
      '„Komm“, rief die Wirtin.',
      '„Nein“, sagte der Kommissar.',
      '“Yes,” said the boy.',
      '“Sit,” said Boy.',
      '„Ja“, sagte Anna.',
    ];
    const found = proposeAttributions(texts, { cast: ['Wirtin', 'Der Kommissar', 'boy'] });
    expect(found.map(({ name, blocks }) => [name, blocks])).toEqual([
      ['boy', 2],
      ['Wirtin', 1],
      ['Der Kommissar', 1],
      ['Anna', 1],
    ]);
    const speakerOf = readSpeakerOf(found);
    expect(texts.map(speakerOf)).toEqual(['Wirtin', 'Der Kommissar', 'boy', 'boy', 'Anna']);
    // A noun that nobody is called by stays with the narrator, as before.
    expect(findAttributions(texts, { least: 1 }).map(({ name }) => name)).toEqual(['Boy', 'Anna']);
  });

  it('has the paragraphs that were counted, and the blocks that they become, and no others', () => {
    const texts = ['“Yes,” said the boy. “No.”', '“So,” said the man.', '“Sit,” said Agnes.', 'The boy asked: “Why?”'];
    const proposed = proposeAttributions(texts, {});
    const speakerOf = readSpeakerOf(proposed.filter(({ name }) => name === 'Boy'));
    expect(texts.map(speakerOf)).toEqual(['Boy', undefined, undefined, 'Boy']);
    const paragraphs = texts.map((text) => ({ text, sounds: false }));
    expect(countSpeech(paragraphs, false, proposed)('Boy').blocks).toBe(2);
    expect(countSpeech(paragraphs, false)('Boy').blocks).toBe(0);
  });
});
