import { expect, it } from 'vitest';
import { liveLimits } from '#shared/live.ts';
import { mayGo, type LivePhrase } from '../../../src-renderer/features/live/queue-store.ts';

const phrase = (characters: number, facts: Partial<LivePhrase> = {}): LivePhrase => ({
  id: 'p',
  text: 'a'.repeat(characters),
  state: 'speaking',
  enteredAt: undefined,
  ...facts,
});
const most = liveLimits.phraseCharacters;

it('one phrase is ready behind the one that is spoken, and no third', () => {
  expect(mayGo([], phrase(most), 0)).toBe(true);
  expect(mayGo([phrase(100)], phrase(100), 0)).toBe(true);
  expect(mayGo([phrase(100), phrase(100, { state: 'sent' })], phrase(1), 0)).toBe(false);
  // What was silenced is not heard, and keeps nothing waiting.
  expect(mayGo([phrase(100), phrase(100, { silenced: true })], phrase(1), 0)).toBe(true);
});

it('a long phrase behind a long one goes when that has come whole and little of it is left to be heard', () => {
  const long = phrase(most);
  expect(mayGo([long], long, 0)).toBe(false);
  const arrived = phrase(most, { arrived: true });
  expect(mayGo([arrived], long, liveLimits.unheardBytes)).toBe(false);
  expect(mayGo([arrived], long, liveLimits.unheardBytes / 8)).toBe(true);
});
