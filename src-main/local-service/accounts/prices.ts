import { type Family } from '#shared/wire/models.ts';

/** What the service takes, in credits. The interface shows no prices: these are chosen, here and nowhere else. Media models name their own quota. */
export const prices = {
  /** A cloned voice takes as much API quota. */
  clone: 500,
  savedDesign: 0,
  /** For each character that is spoken, by whichever candidate. */
  designCharacter: 1,
  /** For each begun second of the recording. */
  transcribedSecond: 2,
  /** For each billed second; of a dubbing too, besides its speech. */
  lipSyncSecond: 10,
} as const;

const characterOfFamily: Readonly<Record<Family, number>> = { alpha: 1, beta: 1, gamma: 1, delta: 1, epsilon: 2, zeta: 1, eta: 2 };

/** Where a model differs from its family. */
const characterOfModel: Readonly<Record<string, number>> = {
  'alpha-s21pro': 2,
  'alpha-s2pro': 2,
  'alpha-s2pro-enterprise': 4,
  'beta-2.8-hd': 2,
  'beta-2.6-hd': 2,
  'gamma-audio-3.0-tts-plus': 2,
};

/** Credits for each character that a model speaks, live speech included. */
export const creditsPerCharacter = (modelId: string, family: Family): number => characterOfModel[modelId] ?? characterOfFamily[family];
