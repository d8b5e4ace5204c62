import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  castColour,
  distinctColours,
  nearCastColours,
  speakerColour,
  speakerColours,
  speakerToken,
  voiceColour,
  voiceColours,
  type SpeakerColour,
} from '../../../src-renderer/core/voices/speaker-colour.ts';
import { withCharacters } from '#shared/narration/cast.ts';
import { contrast, parseColour, tokensOf, valueOf, type Colour } from '../../helpers/theme-colours.ts';

const ui = join(import.meta.dirname, '../../../src-renderer/ui');
const rules = readFileSync(join(ui, 'speakers.css'), 'utf8');
/** Where names and shapes of voices stand. */
const surfaces = ['--ground', '--surface', '--paper', '--raised'];

it('a voice has the same colour each time, of those that the theme has', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, maxLength: 200 }), (voiceId) => {
      const colour = voiceColour(voiceId);
      expect(voiceColour(voiceId)).toBe(colour);
      expect(speakerColours).toContain(colour);
    }),
  );
});

it('the name of any voice has a contrast of 4.5 to every surface, in both themes', () => {
  fc.assert(
    fc.property(fc.uuid(), fc.constantFrom('light', 'dark'), fc.constantFrom(...surfaces), (voiceId, theme, surface) => {
      const tokens = tokensOf(theme);
      const [ink, ground] = [valueOf(tokens, speakerToken(voiceColour(voiceId))), valueOf(tokens, surface)];
      expect(contrast(parseColour(ink), parseColour(ground))).toBeGreaterThanOrEqual(4.5);
    }),
    { numRuns: 400 },
  );
});

it('voices share the hues evenly: of 24,000 ids, none has half or twice of its share', () => {
  const counts = new Map<string, number>();
  const share = 1000;
  for (let index = 0; index < share * voiceColours; index += 1) {
    const colour = voiceColour(`voice-${index}`);
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  expect(counts.size).toBe(voiceColours);
  for (const count of counts.values()) {
    expect(count).toBeGreaterThan(share / 2);
    expect(count).toBeLessThan(share * 2);
  }
});

it('a line has its character’s colour, else its voice’s, else none', () => {
  const character = { colour: 3 };
  expect(speakerColour({ character, voiceId: 'ada' })).toBe(castColour(3));
  expect(speakerColour({ character, voiceId: null })).toBe(castColour(3));
  expect(speakerColour({ voiceId: 'ada' })).toBe(voiceColour('ada'));
  expect(speakerColour({ voiceId: null })).toBeUndefined();
  expect(speakerColour({ voiceId: '' })).toBeUndefined();
});

it('the style sheet has a rule for each colour', () => {
  for (const colour of speakerColours) expect(rules).toContain(`[data-speaker='${colour}'] {\n  --speaker: var(${speakerToken(colour)});`);
});

/** Degrees around the circle of hues, from red. */
function hueOf([red, green, blue]: Colour): number {
  const [most, least] = [Math.max(red, green, blue), Math.min(red, green, blue)];
  const sixth =
    most === red
      ? (green - blue) / (most - least)
      : most === green
        ? 2 + (blue - red) / (most - least)
        : 4 + (red - green) / (most - least);
  return (sixth * 60 + 360) % 360;
}

it('the first five characters of a cast have hues of their own, apart from that of the narrator’s voice', () => {
  const tokens = tokensOf('light');
  const hue = (token: string): number => hueOf(parseColour(valueOf(tokens, token)));
  fc.assert(
    fc.property(fc.uuid(), (voiceId) => {
      const cast = withCharacters([], ['A', 'B', 'C', 'D', 'E'], nearCastColours(voiceId));
      expect(new Set(cast.map(({ colour }) => colour)).size).toBe(5);
      for (const { colour } of cast) {
        const apart = Math.abs(hue(speakerToken(castColour(colour))) - hue(speakerToken(voiceColour(voiceId))));
        expect(Math.min(apart, 360 - apart)).toBeGreaterThanOrEqual(15);
      }
    }),
  );
  expect(nearCastColours(null)).toEqual([]);
});

it('no voice has the red of what failed: its hue is 10 degrees away at least, in both themes', () => {
  for (const theme of ['light', 'dark'] as const) {
    const tokens = tokensOf(theme);
    const hue = (token: string): number => hueOf(parseColour(valueOf(tokens, token)));
    for (const colour of speakerColours.filter((one) => one.startsWith('voice-'))) {
      const apart = Math.abs(hue(speakerToken(colour)) - hue('--bad'));
      expect(Math.min(apart, 360 - apart), `${colour}, ${theme}`).toBeGreaterThanOrEqual(10);
    }
  }
});

it('those who are seen together have different colours, and the first with a voice has the colour of its voice', () => {
  fc.assert(
    fc.property(fc.array(fc.option(fc.string({ minLength: 1 })), { minLength: 1, maxLength: 12 }), (voiceIds) => {
      const colours = distinctColours(voiceIds);
      expect(colours).toHaveLength(voiceIds.length);
      expect(new Set(colours).size).toBe(voiceIds.length);
      const first = voiceIds.findIndex((voiceId) => voiceId !== null);
      if (first >= 0) expect(colours[first]).toBe(voiceColour(voiceIds[first] ?? ''));
    }),
  );
  expect(distinctColours([null, null])).toEqual([castColour(1), castColour(2)]);
});

it('two voices of the same colour, or of colours beside each other, are 15 degrees of hue apart where they are seen together', () => {
  const tokens = tokensOf('light');
  const hue = (colour: SpeakerColour): number => hueOf(parseColour(valueOf(tokens, speakerToken(colour))));
  fc.assert(
    fc.property(fc.uuid(), fc.uuid(), (one, other) => {
      const [first = castColour(1), second = castColour(1)] = distinctColours([one, other]);
      const apart = Math.abs(hue(first) - hue(second));
      expect(Math.min(apart, 360 - apart)).toBeGreaterThanOrEqual(15);
    }),
    { numRuns: 400 },
  );
});
