import { describe, expect, it } from 'vitest';
import { english as catalogue } from '../../../src-shared/messages/en/index.ts';
import { german as inGerman } from '../../../src-shared/messages/de/index.ts';
import { same, unneeded, untranslated } from './german-exceptions.ts';

/** What people type into the search of Help is another list in each language, and so are the forms of its words. */
const withoutSearchWords = <Texts extends { help: object }>(texts: Texts): Texts => ({
  ...texts,
  help: { ...texts.help, synonyms: [], stopWords: [], wordForms: {} },
  commandWords: {},
});
const english = withoutSearchWords(catalogue);
const german = withoutSearchWords(inGerman);

type Text = string | ((...values: unknown[]) => string);

/** Every text of both languages by its id. */
function pair(one: unknown, other: unknown, id = ''): { id: string; english: Text; german: Text }[] {
  if (typeof one === 'string' || typeof one === 'function') return [{ id, english: one as Text, german: other as Text }];
  return Object.entries(one as object).flatMap(([name, inner]) =>
    pair(inner, (other as Record<string, unknown>)[name], id === '' ? name : `${id}.${name}`),
  );
}
/** Ids and groups of the sections of Help are no texts. */
const pairs = pair(english, german).filter(({ id }) => !/^help\.sections\.\d+\.(?:id|group)$/u.test(id));
const translated = pairs.filter(({ id }) => !untranslated.some((domain) => id === domain || id.startsWith(`${domain}.`)));

const marks = ['#', '##', '###', '####', '#####', '######', '#######', '########'];
function read(text: Text, values: readonly unknown[] = marks): string {
  if (typeof text === 'string') return text;
  try {
    return text(...values);
  } catch {
    return '';
  }
}

/** The words of a text, without what it was given. */
const wordsOf = (text: string): string[] => text.replaceAll(/NaN|undefined/gu, '').match(/\p{L}+/gu) ?? [];

/** Whether a text says something else where one of its values is another; with counts and with names. */
function depends(text: Text, place: number, parameters: number): boolean {
  const kinds: readonly (readonly [unknown, unknown])[] = [
    [1, 7],
    [7, 12_000],
    ['one', 'two'],
    ['', 'two'],
    [undefined, 'two'],
    [false, true],
  ];
  return kinds.some(([before, after]) => {
    const base = Array.from({ length: parameters }, (_, index) => (typeof before === 'number' ? 3 + index : `v${index}`));
    return read(text, base.toSpliced(place, 1, before as never)) !== read(text, base.toSpliced(place, 1, after as never));
  });
}

const textsOfHelp = (texts: unknown): string[] =>
  pair(texts, texts).flatMap(({ german: text }) => (typeof text === 'string' ? [text] : []));

describe('The German texts', () => {
  it('are the same ones as the English, text for text', () => {
    const ids = (texts: unknown): string[] => pair(texts, texts).map(({ id }) => id);
    expect(ids(german)).toEqual(expect.arrayContaining(ids(english)));
    expect(ids(german)).toHaveLength(ids(english).length);
  });

  it('are all translated: none is the English one, unless it has only words that both languages write alike', () => {
    const left = translated.filter(
      ({ english: one, german: other }) => read(one) === read(other) && wordsOf(read(one)).some((word) => !same.has(word)),
    );
    expect(left.map(({ id, english: one }) => `${id}: ${read(one)}`)).toEqual([]);
  });

  it('say all that the English say: each value of a text stands in both', () => {
    const lost = translated.flatMap(({ id, english: one, german: other }) =>
      typeof one === 'string'
        ? []
        : Array.from({ length: one.length }, (_, place) => place)
            .filter((place) => depends(one, place, one.length) && !depends(other, place, one.length))
            .map((place) => `${id} ${place}`),
    );
    expect(lost.filter((text) => !unneeded.has(text))).toEqual([]);
  });

  it('have German quotes and dashes', () => {
    // The command line writes `-` for standard output, in both languages.
    const dash = /(?<!\d) - (?!\d)/u;
    const wrong = translated.filter(
      ({ english: one, german: text }) =>
        /[“][^“”„]*”|\p{L}—|—\p{L}/u.test(read(text)) ||
        (dash.test(read(text)) && !/[;,] - for standard|--out -|or - for/u.test(read(one))),
    );
    expect(wrong.map(({ id, german: text }) => `${id}: ${read(text)}`)).toEqual([]);
  });

  it('name things in Help as they are called on the screen', () => {
    const { help, ...others } = german;
    const onScreen = new Set(pair(others, others).map(({ german: text }) => text));
    const named = textsOfHelp(help).flatMap((text) => [...text.matchAll(/\*\*([^*]+)\*\*/gu)].map(([, label = '']) => label));
    expect(named.length).toBeGreaterThan(50);
    expect(named.filter((label) => !onScreen.has(label))).toEqual([]);
  });

  it('have in each topic of Help the keys that the English has', () => {
    const keysOf = (texts: unknown): string[] =>
      textsOfHelp(texts).map((text) =>
        [...text.matchAll(/\{(?:in-text:)?[\w.-]+\}/gu)]
          .map(([key]) => key)
          .sort()
          .join(' '),
      );
    expect(keysOf(german.help)).toEqual(keysOf(english.help));
  });

  it('explain words in the order of the German alphabet', () => {
    const words = german.help.terms.map(({ term }) => term);
    expect(words).toEqual([...words].sort(new Intl.Collator('de').compare));
  });
});

it('a name stands in a label without a case: “Stimme von Herr Pohl” would need another one', () => {
  const { dubbing, transcribe, voicing } = german;
  const labels = [voicing.voiceOf, voicing.settingsOf, voicing.nameOf, voicing.castVoice, dubbing.voiceOf, transcribe.voiceOf];
  expect(labels.map((label) => label('Herr Pohl'))).toEqual([
    'Stimme: Herr Pohl',
    'Einstellungen: Herr Pohl',
    'Name von „Herr Pohl“',
    'Stimme von „Herr Pohl“',
    'Stimme: Herr Pohl',
    'Stimme: Herr Pohl',
  ]);
  expect(dubbing.voiceOfCount(dubbing.everybody, '3 Segmente')).toBe('Stimme: alle (3 Segmente)');
});

/** `ANNA: …` and „sagte …“ leave words out, and so do dots before more words or a number. */
const spacedEllipsis = /(?<!:)[ \u00A0]…$/u;

it('an ellipsis follows its word without a space, in both languages', () => {
  const spaced = pairs.flatMap(({ id, english: one, german: other }) =>
    [read(one), read(other)].filter((text) => spacedEllipsis.test(text)).map((text) => `${id}: ${text}`),
  );
  expect(spaced).toEqual([]);
});

it('no text says “du” to its reader', () => {
  const imperative =
    /(?:^|[.:] )(?:Erzeuge|Wähle|Klicke|Tippe|Öffne|Gib|Füge|Ziehe|Drücke|Starte|Lege)\b|\b(?:[Dd]u|[Dd]ein(?:e[mnrs]?)?|[Dd]ir|[Dd]ich)\b/u;
  const wrong = translated.filter(({ german: text }) => imperative.test(read(text)));
  expect(wrong.map(({ id, german: text }) => `${id}: ${read(text)}`)).toEqual([]);
});
