import { tenHoursAgainstTenMinutes } from '../helpers/long-chapter.ts';
import type { Bench } from './run.ts';

export default {
  name: 'time to open a chapter of 10 h and 100,000 words, script and waveform, against one of 10 min; milliseconds',
  atMost: 2,
  run: () => tenHoursAgainstTenMinutes('milliseconds'),
} satisfies Bench;
