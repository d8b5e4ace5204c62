import { stores } from '../stores.ts';

export const useGeneration = stores.generation.store;
export const { generate, stopGenerating, watchGeneration, dismissFailures, estimate } = stores.generation;

export type { Estimate, FailedBlock, GenerationProgress } from './generation-store.ts';
