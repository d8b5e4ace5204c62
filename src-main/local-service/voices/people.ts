import { type VoiceSound } from './voices.ts';

/** Somebody that a design can be: a voice of an engine, and how its throat differs from that voice's own. */
export interface Person {
  variant: string;
  /** The variant's own pitch, measured. */
  hertz: number;
  /** As in `EngineVoice`. */
  formants?: number;
  brightness?: number;
}

/** Voices made of recordings (American English): three people, and others made of them by the size of the throat and the timbre. */
const recorded: Record<'men' | 'women', readonly Person[]> = {
  men: [
    { variant: 'flite-rms', hertz: 104 },
    { variant: 'flite-awb', hertz: 126, formants: 0.96, brightness: -2 },
    { variant: 'flite-slt', hertz: 171, formants: 0.84, brightness: -3 },
    { variant: 'flite-kal16', hertz: 88, formants: 1.03 },
  ],
  women: [
    { variant: 'flite-slt', hertz: 171 },
    { variant: 'flite-slt', hertz: 171, formants: 0.89, brightness: -7 },
    { variant: 'flite-awb', hertz: 128, formants: 1.16, brightness: 1 },
    { variant: 'flite-slt', hertz: 171, formants: 1.1, brightness: 8 },
  ],
};

/** Variants of the other engine whose spectra lie furthest apart. */
const synthetic: Record<'men' | 'women', readonly Person[]> = {
  men: [
    { variant: 'm3', hertz: 106 },
    { variant: 'm8', hertz: 87 },
    { variant: 'Andy', hertz: 95 },
    { variant: 'david', hertz: 75 },
  ],
  women: [
    { variant: 'f2', hertz: 197 },
    { variant: 'shelby', hertz: 189 },
    { variant: 'grandma', hertz: 207 },
    { variant: 'steph', hertz: 185 },
  ],
};

/** A person's own formants go with a pitch of about these hertz. */
const usualHertz = { men: 112, women: 200 };
/** How far formants follow a pitch that is lower or higher: a deep voice comes from a large throat, a child's from a small one. */
const follow = 0.3;

const kindOf = (hertz: number): 'men' | 'women' => (hertz < 155 ? 'men' : 'women');

/** How many people {@link personFor} has for each language and kind. */
const peopleCount = 4;

/**
 * The voice of one of the people, at a pitch in hertz. `place` from 0 to {@link peopleCount} - 1: each place is somebody else. `added` are voices that a
 * person added, of the same language: those of the kind come first.
 */
export function personFor(
  language: string,
  hertz: number,
  place: number,
  added: readonly Person[] = [],
): Pick<VoiceSound, 'variant' | 'pitch' | 'semitones' | 'formants' | 'brightness'> {
  const kind = kindOf(hertz);
  const own = added.filter((one) => kindOf(one.hertz) === kind);
  const person = [...own, ...(language === 'en-US' ? recorded : synthetic)[kind]][place % peopleCount];
  if (person === undefined) throw new RangeError('There is nobody at this place');
  const formants = (person.formants ?? 1) * (hertz / usualHertz[kind]) ** follow;
  return {
    variant: person.variant,
    pitch: 50,
    semitones: Math.round(120 * Math.log2(hertz / person.hertz)) / 10,
    formants: Math.round(100 * Math.min(1.3, Math.max(0.75, formants))) / 100,
    brightness: person.brightness ?? 0,
  };
}
