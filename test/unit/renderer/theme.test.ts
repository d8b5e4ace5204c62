import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { speakerColours, speakerToken } from '../../../src-renderer/core/voices/speaker-colour.ts';
import { motionMs } from '../../../src-renderer/ui/motion.ts';
import {
  contrast,
  lightness,
  over,
  parseColour,
  tokensOf,
  valueOf,
  type Colour,
  type Scheme,
  type Tokens,
} from '../../helpers/theme-colours.ts';

const renderer = join(import.meta.dirname, '../../../src-renderer');
const more = '(prefers-contrast: more)';
const forced = '(forced-colors: active)';

/** What every colour of the theme is for. A new token belongs in one of these lists, and is measured from then on. */
const roles = {
  ladder: ['--well', '--ground', '--surface', '--paper', '--raised', '--float'],
  filled: ['--field', '--control', '--control-hover'],
  tint: ['--hover', '--pressed', '--accent-tint', '--bad-tint', '--warn-tint'],
  text: ['--text', '--text-quiet', '--text-faint', '--accent', '--good', '--warn', '--bad'],
  cast: ['--cast-1', '--cast-2', '--cast-3', '--cast-4', '--cast-5', '--cast-6', '--cast-7', '--cast-8'],
  voice: speakerColours.filter((colour) => colour.startsWith('voice-')).map(speakerToken),
  control: ['--border-control', '--focus', '--wave', '--wave-played', '--playhead'],
  onPicture: ['--caption', '--on-caption'],
  onItsOwn: ['--on-accent', '--accent-hover', '--word-lit', '--word-lit-text', '--found', '--lane-word', '--lane-text', '--track'],
  decoration: ['--border', '--border-strong', '--overlay', '--shadow', '--shadow-low'],
} as const;
const known: readonly string[] = Object.values(roles).flat();

const isColour = (value: string): boolean => /^(?:#|oklch\()/u.test(value);
const colourNames = (tokens: Tokens): string[] => [...tokens].filter(([, value]) => isColour(value)).map(([name]) => name);

/** Every pair that is on the screen, as `what on what`, with its contrast. */
interface Pair {
  readonly what: string;
  readonly value: number;
}

class Theme {
  readonly #tokens: Tokens;

  constructor(tokens: Tokens) {
    this.#tokens = tokens;
  }

  colour(name: string): Colour {
    return parseColour(valueOf(this.#tokens, name));
  }

  /** Each surface alone and under each tint. */
  surfaces(names: readonly string[], tints: readonly string[] = []): { name: string; colour: Colour }[] {
    return names.flatMap((name) => {
      const colour = this.colour(name);
      return [{ name, colour }, ...tints.map((tint) => ({ name: `${name} under ${tint}`, colour: over(this.colour(tint), colour) }))];
    });
  }

  pairs(fronts: readonly string[], surfaces: readonly { name: string; colour: Colour }[]): Pair[] {
    return fronts.flatMap((front) =>
      surfaces.map(({ name, colour }) => ({ what: `${front} on ${name}`, value: contrast(over(this.colour(front), colour), colour) })),
    );
  }
}

const below = (pairs: readonly Pair[], least: number): string[] =>
  pairs.filter(({ value }) => value < least).map(({ what, value }) => `${what}: ${value.toFixed(2)}`);

const themes: readonly [name: string, scheme: Scheme, tokens: Tokens, text: number, control: number][] = [
  ['light', 'light', tokensOf('light'), 4.5, 3],
  ['dark', 'dark', tokensOf('dark'), 4.5, 3],
  ['light with more contrast', 'light', tokensOf('light', more), 7, 4.5],
  ['dark with more contrast', 'dark', tokensOf('dark', more), 7, 4.5],
];

describe.each(themes)('the %s theme', (_name, _scheme, tokens, leastText, leastControl) => {
  const theme = new Theme(tokens);
  const { ladder, text, control } = roles;
  const cast = [...roles.cast, ...roles.voice];
  const stages = ladder.filter((name) => name !== '--well');

  it('has text that can be read on every surface, chosen, hovered, pressed or at fault', () => {
    const pairs = [
      ...theme.pairs(text, theme.surfaces([...stages, '--field'], ['--hover', '--accent-tint'])),
      ...theme.pairs(text, theme.surfaces(['--well', '--control'])),
      ...theme.pairs(text, theme.surfaces(['--surface', '--paper', '--raised'], ['--bad-tint', '--warn-tint'])),
      ...theme.pairs(['--text', '--text-quiet'], theme.surfaces(['--control-hover'])),
      ...theme.pairs(['--text', '--text-quiet'], theme.surfaces(stages, ['--pressed'])),
      ...theme.pairs(['--on-accent'], theme.surfaces(['--accent', '--accent-hover', '--bad'])),
      ...theme.pairs(['--word-lit-text'], theme.surfaces(['--word-lit'])),
      ...theme.pairs(['--text'], theme.surfaces(['--paper', '--surface'], ['--found'])),
      ...theme.pairs(['--lane-text'], theme.surfaces(['--surface'], ['--lane-word'])),
      ...theme.pairs(cast, theme.surfaces(stages, ['--accent-tint'])),
    ];
    expect(pairs.length).toBeGreaterThan(200);
    expect(below(pairs, leastText)).toEqual([]);
  });

  it('has captions that can be read on any picture', () => {
    const pictures = ['#000000', '#808080', '#ffffff'].map((name) => ({
      name,
      colour: over(theme.colour('--caption'), parseColour(name)),
    }));
    expect(below(theme.pairs(['--on-caption'], pictures), 7)).toEqual([]);
  });

  it('has borders of fields, icons, focus rings, waveforms and meters that can be seen on every surface', () => {
    const pairs = [
      ...theme.pairs([...control, ...text, ...cast], theme.surfaces([...ladder, '--field'])),
      ...theme.pairs(['--wave', '--wave-played', ...cast], theme.surfaces(['--surface', '--paper'], ['--accent-tint'])),
      ...theme.pairs(['--accent', '--good', '--warn', '--bad'], theme.surfaces(['--track'])),
    ];
    expect(below(pairs, leastControl)).toEqual([]);
  });

  it('has a role for each of its colours', () => {
    expect(colourNames(tokens).filter((name) => !known.includes(name))).toEqual([]);
  });
});

describe('depth', () => {
  const step = (tokens: Tokens, deeper: string, higher: string): number => {
    const theme = new Theme(tokens);
    return lightness(theme.colour(higher)) - lightness(theme.colour(deeper));
  };

  it('is a ladder in the dark: each surface is visibly lighter than the one below it', () => {
    const tokens = tokensOf('dark');
    const rungs = roles.ladder.slice(1).map((higher, at) => ({ higher, step: step(tokens, roles.ladder[at] ?? '', higher) }));
    expect(rungs.filter((rung) => rung.step < 0.035)).toEqual([]);
    for (const around of ['--surface', '--paper', '--raised', '--float']) {
      expect(step(tokens, '--field', around), `fields on ${around}`).toBeGreaterThanOrEqual(0.035);
      expect(step(tokens, around, '--border-control'), `borders on ${around}`).toBeGreaterThan(0.2);
    }
    for (const around of ['--surface', '--paper', '--raised']) expect(step(tokens, around, '--control')).toBeGreaterThanOrEqual(0.035);
  });

  it('goes the other way in the light: the stage is white, and what is around it is darker', () => {
    const tokens = tokensOf('light');
    const rungs = (['--ground', '--surface', '--paper'] as const).map((higher, at) => ({
      higher,
      step: step(tokens, roles.ladder[at] ?? '', higher),
    }));
    expect(rungs.filter((rung) => rung.step < 0.025)).toEqual([]);
  });

  it.each(['light', 'dark'] as const)('tells chosen, hovered and pressed rows from those around them in the %s theme', (scheme) => {
    const theme = new Theme(tokensOf(scheme));
    for (const surface of ['--ground', '--surface', '--paper', '--raised', '--float']) {
      const plain = theme.colour(surface);
      const apart = (tint: string): number => Math.abs(lightness(over(theme.colour(tint), plain)) - lightness(plain));
      expect(apart('--accent-tint'), `chosen on ${surface}`).toBeGreaterThanOrEqual(0.04);
      expect(apart('--pressed'), `pressed on ${surface}`).toBeGreaterThan(apart('--hover') + 0.02);
      expect(apart('--hover'), `hovered on ${surface}`).toBeGreaterThanOrEqual(0.025);
    }
  });
});

describe('forced colours', () => {
  const tokens = tokensOf('dark', forced);
  const surfaces = ['Canvas', 'Field', 'ButtonFace', 'transparent'];
  const legible = ['CanvasText', 'FieldText', 'ButtonText', 'ButtonBorder', 'Highlight'];
  /** Where a token may not be what its role allows: it lies in pairs on its own. */
  const own = new Map([
    ['--on-accent', 'HighlightText'],
    ['--word-lit', 'Highlight'],
    ['--word-lit-text', 'HighlightText'],
    ['--found', 'Mark'],
    ['--lane-word', 'Canvas'],
    ['--track', 'Canvas'],
    ['--caption', 'Canvas'],
    ['--shadow', 'none'],
    ['--shadow-low', 'none'],
    ['--overlay', 'Canvas'],
  ]);

  it('leave no colour of ours: every token is one of the system’s, and text is never what its surface is', () => {
    expect(colourNames(tokens)).toEqual([]);
    const allowed = (name: string): readonly string[] => {
      const exact = own.get(name);
      if (exact !== undefined) return [exact];
      return [...roles.ladder, ...roles.filled, ...roles.tint].some((surface) => surface === name) ? surfaces : legible;
    };
    expect(known.filter((name) => !allowed(name).includes(valueOf(tokens, name)))).toEqual([]);
  });
});

it('what moves by script takes as long as what moves by style sheet', () => {
  expect(valueOf(tokensOf('light'), '--motion')).toBe(`${String(motionMs)}ms`);
});

/**
 * What takes its time by a number of its own: an animation that repeats shows that something goes on, and is no transition. The component library's
 * own times are in its sheets, and ui/theme.module.css replaces them.
 */
it('every transition takes as long as every other', () => {
  const own = globSync('**/*.css', { cwd: renderer }).flatMap((name) =>
    [...readFileSync(join(renderer, name), 'utf8').matchAll(/(?:transition|animation)(?:-duration)?:([^;]+);/gu)]
      .map((match) => (match[1] ?? '').trim())
      .filter((value) => /\d(?:ms|s)\b/u.test(value) && !value.includes('infinite') && !value.includes('0.01ms'))
      .map((value) => `${name}: ${value}`),
  );
  expect(own).toEqual([]);
});

it('no token has a name that the component library gives to its own variables', () => {
  const library = readFileSync(join(import.meta.dirname, '../../../node_modules/@mantine/core/styles.css'), 'utf8');
  const theirs = new Set([...library.matchAll(/var\((--[a-z0-9-]+)/gu)].map(([, name]) => name));
  const ours = [...readFileSync(join(renderer, 'ui/theme.css'), 'utf8').matchAll(/^\s+(--[a-z0-9-]+):/gmu)].map(([, name]) => name);
  expect(theirs.has('--button-hover')).toBe(true);
  expect([...new Set(ours.filter((name) => theirs.has(name)))]).toEqual([]);
});
