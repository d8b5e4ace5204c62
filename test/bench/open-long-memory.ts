import { tenHoursAgainstTenMinutes } from '../helpers/long-chapter.ts';
import type { Bench } from './run.ts';

export default {
  name: 'memory of the window with a chapter of 10 h and 100,000 words open, against one of 10 min; megabytes',
  atMost: 1.3,
  run: () => tenHoursAgainstTenMinutes('megabytes'),
} satisfies Bench;
