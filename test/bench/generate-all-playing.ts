import { againstTheEngine } from './generate-all.ts';
import type { Bench } from './run.ts';

export default {
  name: 'generate-all of 120 paragraphs while the first of them play, against the engine alone; seconds of audio a second',
  atLeast: 0.35,
  run: () => againstTheEngine(true),
} satisfies Bench;
