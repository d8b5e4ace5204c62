import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { messages } from '#shared/messages/index.ts';
import { levelsOf } from '../../../src-renderer/audio/comparison-player.ts';
import { nameOf, textProblem } from '../../../src-renderer/lib/plain-text.ts';
import { shuffled } from '../../../src-renderer/features/design/shuffled.ts';

describe('sounds that are compared', () => {
  it('are all as loud as the softest, and none is turned up', () => {
    const loudness = fc.uniqueArray(fc.tuple(fc.string(), fc.option(fc.double({ min: -70, max: 0, noNaN: true }), { nil: undefined })), {
      selector: ([id]) => id,
      maxLength: 9,
    });
    fc.assert(
      fc.property(loudness, (sounds) => {
        const levels = levelsOf(new Map(sounds));
        const heard = sounds.flatMap(([id, value]) => (value === undefined ? [] : [value + (levels.get(id) ?? NaN)]));
        for (const change of levels.values()) expect(change).toBeLessThanOrEqual(0);
        for (const value of heard) expect(value).toBeCloseTo(heard[0]!, 9);
        for (const [id, value] of sounds) if (value === undefined) expect(levels.get(id)).toBe(0);
      }),
    );
  });

  it('are dealt again without one being lost, and each place is as likely for each', () => {
    fc.assert(
      fc.property(fc.array(fc.integer()), (items) => {
        expect(shuffled(items).sort()).toEqual([...items].sort());
      }),
    );
    // All choices that four things can be dealt by give all 24 orders, each once.
    const orders = new Set<string>();
    for (let choice = 0; choice < 24; choice += 1) {
      const rolls = [(choice % 4) / 4, (Math.floor(choice / 4) % 3) / 3, (Math.floor(choice / 12) % 2) / 2];
      orders.add(shuffled(['a', 'b', 'c', 'd'], () => (rolls.shift() ?? 0) + 1e-9).join(''));
    }
    expect(orders.size).toBe(24);
  });
});

describe('a text that is to be sent', () => {
  const rule = { subject: messages.design.nameSubject, most: 5, required: true, oneLine: true };
  it.each([
    ['', messages.shapes.isEmpty('The name')],
    ['  \n', messages.shapes.isEmpty('The name')],
    ['123456', messages.shapes.tooManyCharacters('The name', '6', '5')],
    ['a\nb', messages.shapes.severalLines('The name')],
    ['a\u0007', messages.shapes.controlCharacter('The name', '0007')],
    [' 12345 ', undefined],
  ])('%j', (text, words) => {
    expect(textProblem(text, rule)).toBe(words);
  });
  it('may have lines where lines are taken', () => {
    expect(textProblem('a\n\tb', { subject: messages.design.promptSubject, most: 5 })).toBeUndefined();
    expect(textProblem('a\u0000', { subject: messages.design.promptSubject, most: 5 })).toMatch(/U\+0000/u);
  });
  it('may be empty where it is not required, and names a control character by its code', () => {
    const { subject, most } = rule;
    expect(textProblem(' ', { subject, most })).toBeUndefined();
    expect(textProblem('12345', { subject, most })).toBeUndefined();
    expect(textProblem('a\rb', rule)).toBe(messages.shapes.severalLines(subject));
    expect(textProblem('a\u001fb', { subject, most })).toBe(messages.shapes.controlCharacter(subject, '001F'));
  });
});

it('a name is suggested from the first words of the prompt', () => {
  expect(nameOf('A calm old man, deep.')).toBe('Calm old man');
  expect(nameOf('the lively girl next door who sings')).toBe('Lively girl next door');
  expect(nameOf('…')).toBe('…');
  expect(nameOf('The ')).toBe('');
  expect([nameOf(''), nameOf('  calm\tvoice: old'), nameOf(' a calm voice'), nameOf('theatre voice')]).toEqual([
    '',
    'Calm voice',
    'Calm voice',
    'Theatre voice',
  ]);
  const long = nameOf(`A ${Array.from({ length: 9 }, () => 'wonderfully').join(' ')}`);
  expect(long).toBe('Wonderfully wonderfully wonderfully');
  expect(nameOf('a'.repeat(99))).toBe(`A${'a'.repeat(39)}`);
});

it.each([
  ['Eine alte Wirtin mit rauer Stimme, die gern lacht.', 'Alte Wirtin'],
  ['Ein Mann mit tiefer Stimme', 'Mann mit tiefer Stimme'],
  ['Ein alter Mann mit einer tiefen, warmen Stimme, der sich Zeit lässt.', 'Alter Mann'],
  ['Eine Frau um die vierzig mit klarer, ruhiger Stimme', 'Frau um die vierzig'],
  ['Ein alter Seemann aus Hamburg', 'Alter Seemann aus Hamburg'],
  ['Eine ruhige und warme Stimme', 'Ruhige und warme Stimme'],
  ['Tiefe, warme Stimme eines alten Mannes.', 'Tiefe, warme Stimme'],
  ['Ein Junge, der ins Mikrofon flüstert', 'Junge, der ins Mikrofon flüstert'],
  ['Frau, um die vierzig, müde', 'Frau'],
  ['A woman in her forties with a clear, steady voice, who reads the news.', 'Woman in her forties'],
  ['A man in his fifties with a rough, dry voice.', 'Man in his fifties'],
  ['A man with a deep, warm voice', 'Man'],
  ['A girl who sings', 'Girl who sings'],
  ['An old sailor with', 'Old sailor'],
  ['A calm and very gentle old man', 'Calm and very gentle old man'],
  ['A warm gravelly slow old sailor on the pier', 'Warm gravelly slow old sailor'],
  ['A deep, warm voice of an old sailor', 'Deep, warm voice'],
  ['Grandmother, kind, slow', 'Grandmother, kind, slow'],
])('the name for “%s” is whole: %s', (prompt, name) => {
  expect(nameOf(prompt)).toBe(name);
});
