/**
 * The voices inside Flite that are made of recordings of people. Measured on two sentences with `voices/measure.ts`; the levels bring all of
 * them, and the other engine's, to about the same loudness.
 */
export interface FliteVoice {
  /** What Flite calls it. */
  id: string;
  /** Its own mean pitch, in hertz, and how far the pitch strays from it. */
  hertz: number;
  deviation: number;
  /** Decibels added to its sound. */
  gain: number;
}

const voices: readonly FliteVoice[] = [
  // A woman from the United States.
  { id: 'slt', hertz: 171, deviation: 27, gain: -4 },
  // A man from the United States.
  { id: 'rms', hertz: 104, deviation: 16, gain: 1.5 },
  // A man from Scotland.
  { id: 'awb', hertz: 126, deviation: 22, gain: 1 },
  // A man, in pieces of speech that are put together: an older and harder sound.
  { id: 'kal16', hertz: 89, deviation: 11, gain: 8 },
];

const prefix = 'flite-';

/** The Flite voice that a variant names, such as `flite-slt`; undefined for variants of the other engine. */
export const findFliteVoice = (variant: string | undefined): FliteVoice | undefined =>
  variant?.startsWith(prefix) === true ? voices.find(({ id }) => id === variant.slice(prefix.length)) : undefined;
