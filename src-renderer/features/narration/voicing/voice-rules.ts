import type { Family } from '#shared/wire/models.ts';
import type { Model } from '#shared/catalogue/models.ts';
import { defaultModelId, whyNot } from '../../../core/voices/voice-facts.ts';

export { defaultModelId, whyNot };

/** Which controls a model takes: the four of the capabilities by them, the others by the interface's family notes. */
export function offers(model: Model | undefined, family: Family | undefined, control: string): boolean {
  const declared = model?.controls[control];
  if (typeof declared === 'boolean') return declared;
  if (control === 'speed' || control === 'volume') return model === undefined;
  if (control === 'pitch') return family === 'beta' || family === 'gamma';
  if (control === 'emotion') return family === 'beta';
  if (control === 'instruction') return model?.id.startsWith('gamma-audio-3.0') === true;
  return false;
}

/** By which way of asking a model's speech is paid for: as main's plan chooses it. */
export function workFamilyOf(model: Model): 'aligned' | 'job' | 'sync' {
  const { alignedStreaming, asynchronous } = model.supportedOperations;
  return alignedStreaming === true ? 'aligned' : asynchronous === true ? 'job' : 'sync';
}
