import { messages } from '#shared/messages/index.ts';
import type { TourStep } from './tour-store.ts';

const texts: Readonly<Record<TourStep, { title: string; note: string }>> = {
  script: { title: messages.tour.script, note: messages.tour.scriptNote },
  generate: { title: messages.tour.generate, note: messages.tour.generateNote },
  waveform: { title: messages.tour.waveform, note: messages.tour.waveformNote },
  voices: { title: messages.tour.voices, note: messages.tour.voicesNote },
  export: { title: messages.tour.export, note: messages.tour.exportNote },
};

/** What the tour finds in the chapter that it is shown at. */
interface Found {
  hasText: boolean;
  hasAudio: boolean;
}

/** What a step says. Of text and audio that are not there yet it says where they will be. */
export function describeStep(step: TourStep, { hasText, hasAudio }: Found): { title: string; note: string } {
  if (step === 'generate' && !hasText) return { ...texts.generate, note: messages.tour.generateEmptyNote };
  if (step === 'waveform' && !hasAudio) return { ...texts.waveform, note: messages.tour.waveformEmptyNote };
  return texts[step];
}
