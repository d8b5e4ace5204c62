import { expect, it } from 'vitest';
import { wordsInTake } from '#shared/narration/alignment.ts';
import { wordsOf } from '#shared/narration/document.ts';
import type { Take } from '#shared/narration/take.ts';

const tokensIn = (text: string): string[] => wordsOf(text).map((word) => word.text);

function find(now: string, spoken: string, alignment: Take['alignment'], estimated: readonly number[] = []) {
  const words = tokensIn(spoken).map((text, index) => ({
    text,
    startMs: index * 100,
    endMs: index * 100 + 90,
    ...(estimated.includes(index) && { estimated: true }),
  }));
  const found = wordsInTake(tokensIn(now), now, { text: spoken, words, alignment });
  return found.map((word) => word && [word.startMs, word.estimated ?? false]);
}

it('each token of the very text has its word, estimated where the take says so', () => {
  expect(find('One two three.', 'One two three.', 'complete')).toEqual([
    [0, false],
    [100, false],
    [200, false],
  ]);
  expect(find('One two three.', 'One two three.', 'partial', [1])).toEqual([
    [0, false],
    [100, true],
    [200, false],
  ]);
  expect(find('One two three.', 'One two three.', 'estimated')).toEqual([
    [0, true],
    [100, true],
    [200, true],
  ]);
});

it('a token that the take does not say has no word, and the others keep theirs', () => {
  expect(find('One brand new three.', 'One two three.', 'complete')).toEqual([[0, false], undefined, undefined, [200, false]]);
  expect(find('One brand new three.', 'One two three.', 'estimated')).toEqual([[0, true], undefined, undefined, [200, true]]);
});

it('a take without words gives none', () => {
  expect(wordsInTake(['One'], 'One', { text: 'One', words: [], alignment: 'none' })).toEqual([]);
});
