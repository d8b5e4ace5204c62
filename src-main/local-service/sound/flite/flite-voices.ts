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
  /** Its melody is as it was recorded: its pitch moves with the size of the throat alone, and its range does not. */
  fixed?: true | undefined;
  /** Of a voice that a person added: where its file is. */
  file?: string;
}

const voices: readonly FliteVoice[] = [
  // A woman from the United States.
  { id: 'slt', hertz: 171, deviation: 27, gain: -4 },
  // A man from the United States.
  { id: 'rms', hertz: 104, deviation: 16, gain: 1.5, fixed: true },
  // A man from Scotland.
  { id: 'awb', hertz: 126, deviation: 22, gain: 1 },
  // A man, in pieces of speech that are put together: an older and harder sound.
  { id: 'kal16', hertz: 89, deviation: 11, gain: 8 },
];

const prefix = 'flite-';

/** The variant of a voice that a person added, by its id. */
export const addedVariant = (id: string): string => `${prefix}added-${id}`;
/** The id of an added voice that a variant names; undefined for any other. */
export const findAddedId = (variant: string | undefined): string | undefined =>
  variant?.startsWith(`${prefix}added-`) === true ? variant.slice(`${prefix}added-`.length) : undefined;

/** What Flite speaks with for a voice; undefined for voices of the other engine. */
export const fliteVoiceOf = (voice: { name: string; flite?: FliteVoice | undefined }): FliteVoice | undefined =>
  voice.flite ?? findFliteVoice(voice.name.split('+')[1]);

/** The voice inside Flite that a variant names, such as `flite-slt`. */
const findFliteVoice = (variant: string | undefined): FliteVoice | undefined =>
  variant?.startsWith(prefix) === true ? voices.find(({ id }) => id === variant.slice(prefix.length)) : undefined;
