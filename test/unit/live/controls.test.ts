import { describe, expect, it } from 'vitest';
import type { LiveCapabilities } from '#shared/live.ts';
import { liveOfferOf, sentControls } from '../../../src-renderer/features/live/controls.ts';

const range = (minimum: number, maximum: number, usual: number) => ({ minimum, maximum, default: usual });
const capabilities = {
  listsModels: true,
  models: [
    { id: 'full', parameters: { speed: range(0.5, 2, 1), volume: range(0, 10, 1), latency: true, language: true, instructions: true } },
    { id: 'narrow', parameters: { speed: range(0.7, 1.2, 1), pitch: true } },
  ],
} as unknown as LiveCapabilities;

describe('what of a model can be set', () => {
  it('is what the capabilities name, with their ranges; volume of version 2 is in decibels, by its profile', () => {
    expect(liveOfferOf(capabilities, 'full', 'v3').figures).toEqual({
      speed: { from: 0.5, to: 2, usual: 1 },
      volume: { from: 0, to: 10, usual: 1 },
    });
    const v2 = liveOfferOf(capabilities, 'full', 'v2');
    expect(v2.figures.volume).toEqual({ from: -20, to: 20, usual: 0 });
    expect([...v2.others].sort()).toEqual(['instructions', 'language', 'latency']);
    // A figure without a range cannot be shown as one.
    expect(liveOfferOf(capabilities, 'narrow', 'v3')).toEqual({ figures: { speed: { from: 0.7, to: 1.2, usual: 1 } }, others: new Set() });
    expect(liveOfferOf(undefined, 'full', 'v3')).toEqual({ figures: {}, others: new Set() });
  });
});

describe('what a session is begun with', () => {
  const set = { speed: 1.8, pitch: 3, volume: -6, language: 'de-DE', instructions: 'Softly.', latency: 'never heard of', emotion: 'happy' };

  it('has nothing that the model lacks, and each figure within its range', () => {
    expect(sentControls(set, liveOfferOf(capabilities, 'narrow', 'v3'), 'v3')).toEqual({ speed: 1.2 });
    expect(sentControls(set, liveOfferOf(capabilities, 'full', 'v3'), 'v3')).toEqual({
      speed: 1.8,
      volume: 0,
      language: 'de-DE',
      instructions: 'Softly.',
    });
  });

  it('names the profile that ignores what it does not know, and counts volume in decibels, with version 2', () => {
    expect(sentControls(set, liveOfferOf(capabilities, 'full', 'v2'), 'v2')).toEqual({
      parameterProfile: 'product_v1',
      speed: 1.8,
      volume: -6,
      language: 'de-DE',
      instructions: 'Softly.',
    });
    expect(sentControls({}, liveOfferOf(undefined, null, 'v2'), 'v2')).toEqual({ parameterProfile: 'product_v1' });
  });
});
