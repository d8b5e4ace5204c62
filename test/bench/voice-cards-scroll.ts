import type { Bench } from './run.ts';
import { compare } from '../helpers/voices-fixture.ts';
import { perFrame } from './voice-scroll.ts';

export default {
  name: 'main-thread time of a scrolled frame of cards with 10,000 voices, against 100; ms',
  atMost: 2,
  run: () => compare(perFrame, { view: 'cards' }),
} satisfies Bench;
