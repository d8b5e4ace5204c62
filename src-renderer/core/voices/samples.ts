import { stores } from '../stores.ts';
import { useChapter } from '../chapter/chapter.ts';
import { useProject } from '../project/project.ts';

export const useSamples = stores.samples.store;
export const { playVoice, priceOfSample, withdrawOffer, hearOption, leaveOption, setHearsOptions, wantMeasure, watchSamples } =
  stores.samples;

/** The address of a sound of the voice that costs nothing, for a component. */
export function useFreeSound(voiceId: string): string | undefined {
  useSamples((state) => state.samples[voiceId]?.file);
  useProject((state) => state.details?.projectId);
  return useChapter(() => stores.samples.freeSound(voiceId));
}
