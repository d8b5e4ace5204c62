import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changeBetween, TypingSteps, typingPauseMs, wordPauseMs } from '#shared/typing.ts';

/** Types letters behind one another from a text, each after its pause; answers with the texts that Undo leads to, the newest first. */
class Field {
  text: string;
  at = 0;
  readonly stops: string[] = [];
  readonly #steps = new TypingSteps();

  constructor(text: string) {
    this.text = text;
  }
  put(text: string, caret: number, { after = 1, isTyping = true } = {}): void {
    this.at += after;
    if (!this.#steps.goesOn('field', this.text, text, { caret, isTyping, at: this.at })) this.stops.unshift(this.text);
    this.text = text;
  }
  type(letters: string, after = 1): void {
    for (const letter of letters) this.put(this.text + letter, this.text.length + 1, { after });
  }
  erase(count: number, after = 1): void {
    for (let index = 0; index < count; index += 1) this.put(this.text.slice(0, -1), this.text.length - 1, { after });
  }
}

const inWord = /[\p{L}\p{N}]/u;

describe('the steps of typing', () => {
  it('hold what is typed in one go, and begin again after a pause at the end of a word', () => {
    const field = new Field('The boats.');
    field.type(' Away since');
    field.type(' Monday', typingPauseMs);
    field.type(' ', typingPauseMs + 1);
    field.type('then');
    expect(field.stops).toEqual(['The boats. Away since Monday', 'The boats.']);
  });

  it('hold a word whose letters come late, and the letters of it that are taken away and typed again', () => {
    const field = new Field('And');
    field.type(' othres', 2_000);
    field.erase(3, 2_000);
    field.type('ers', 2_000);
    expect(field.text).toBe('And others');
    expect(field.stops).toEqual(['And ', 'And']);
  });

  it('begin again where a person comes back to a word', () => {
    const field = new Field('');
    field.type('light');
    field.type('house', wordPauseMs + 1);
    expect(field.stops).toContain('light');
  });

  it('never end within a word, however the letters of a text come', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom('a', 'b', 'ä', '1', ' ', '.', ','), fc.nat({ max: wordPauseMs })), { maxLength: 40 }),
        (letters) => {
          const field = new Field('');
          for (const [letter, after] of letters) field.type(letter, after);
          for (const stop of field.stops)
            expect(inWord.test(stop.at(-1) ?? '') && inWord.test(field.text[stop.length] ?? ''), JSON.stringify([stop, field.text])).toBe(
              false,
            );
        },
      ),
    );
  });

  it('begin again at another place, in another field, at a paste and behind it', () => {
    const field = new Field('one two');
    field.type('!');
    field.put('only one two!', 5);
    field.put('only one then two!', 14);
    field.put('only one then two! And three.', 29, { isTyping: false });
    field.type('..');
    expect(field.stops).toEqual(['only one then two! And three.', 'only one then two!', 'only one two!', 'one two!', 'one two']);
    const steps = new TypingSteps();
    const typed = (name: string, before: string, after: string) => steps.goesOn(name, before, after, { isTyping: true, at: 0 });
    expect([typed('one', '', 'a'), typed('one', 'a', 'ab'), typed('two', 'ab', 'abc')]).toEqual([false, true, false]);
  });

  it('begin again where something else changed the text, and after an end', () => {
    const steps = new TypingSteps();
    const typed = (before: string, after: string) => steps.goesOn('field', before, after, { isTyping: true, at: 0 });
    typed('', 'a');
    expect(typed('b', 'bc')).toBe(false);
    steps.end();
    expect(typed('bc', 'bcd')).toBe(false);
  });

  it('follow the caret where the same letters stand side by side', () => {
    const field = new Field('hlo');
    field.put('helo', 2);
    field.put('hello', 3, { after: 2_000 });
    expect(field.stops).toEqual(['hlo']);
  });
});

it('a change between two texts makes one of the other, wherever the caret is', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', ' '), maxLength: 12 });
  fc.assert(
    fc.property(text, text, fc.nat({ max: 12 }), (before, after, caret) => {
      const { span, behind, removed, typed } = changeBetween(before, after, Math.min(caret, after.length));
      expect(behind + typed + before.slice(span.to)).toBe(after);
      expect(before.slice(span.from, span.to)).toBe(removed);
      expect(removed === '' || typed === '' || (removed[0] !== typed[0] && removed.at(-1) !== typed.at(-1))).toBe(true);
    }),
  );
});
