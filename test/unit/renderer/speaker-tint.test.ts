import { afterEach, expect, it, vi } from 'vitest';
import { sampleRate } from '#shared/narration/take.ts';
import { speakerToken, voiceColour } from '../../../src-renderer/core/voices/speaker-colour.ts';
import { SpeakerTint } from '../../../src-renderer/features/narration/waveform/speaker-tint.ts';

const wishes = (matching: string): void => {
  vi.stubGlobal('window', { matchMedia: (query: string) => ({ matches: query === matching }) });
  vi.stubGlobal('document', { documentElement: {} });
  vi.stubGlobal('getComputedStyle', () => ({ getPropertyValue: (name: string) => ` ${name}` }));
};
/** Two blocks of a second each: a voice's, then a character's with the same voice. */
const tint = (): SpeakerTint =>
  new SpeakerTint({
    timeline: () => ({
      blockAt: (sample) => (sample < 2 * sampleRate ? ({ blockId: sample < sampleRate ? 'one' : 'two' } as never) : undefined),
    }),
    block: (blockId) => ({ voiceId: 'arthur', character: blockId === 'two' ? ({ colour: 3 } as never) : undefined }),
  });

afterEach(() => vi.unstubAllGlobals());

it('the waveform is played in the colour of who speaks there: the character’s, else the voice’s, and none where nobody does', () => {
  wishes('');
  const { colourAt } = tint();
  expect([0.5, 1.5, 2.5].map(colourAt)).toEqual([speakerToken(voiceColour('arthur')), speakerToken('cast-3'), undefined]);
});

it.each(['(prefers-contrast: more)', '(forced-colors: active)'])('the waveform keeps the one colour of the theme with %s', (query) => {
  wishes(query);
  expect(tint().colourAt(0.5)).toBeUndefined();
});
