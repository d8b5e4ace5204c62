import { stores } from '../stores.ts';

export const useGeneration = stores.generation.store;
export const { onGenerationSound, generate, stopGenerating, watchGeneration, dismissFailures, estimate } = stores.generation;

export type { Estimate, FailedBlock, GenerationProgress, SoundEvents, Wanted } from './generation-store.ts';
