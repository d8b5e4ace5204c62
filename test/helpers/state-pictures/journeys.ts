import { mediaJourneys } from './media-journeys.ts';
import { officeJourneys } from './office-journeys.ts';
import { scriptJourneys } from './script-journeys.ts';
import { voiceJourneys } from './voice-journeys.ts';
import type { Journey } from './studio.ts';

export const journeys: readonly Journey[] = [...officeJourneys, ...scriptJourneys, ...voiceJourneys, ...mediaJourneys];
