import { brightnessAt } from '../sound/brightness.ts';
import { fastest, slowest } from './calibration.ts';
import { type Measured } from './measure.ts';
import { bandHertz, levelled, type Timbre } from './timbre.ts';
import { type VoiceSound } from './voices.ts';

/** All that a clone follows. */
export interface Likeness {
  measured: Measured & { hertz: number };
  timbre: Timbre;
}

/** A voice that a clone can be made of, as it sounds by itself. */
export interface Base {
  variant: string;
  likeness: Likeness;
}

export const plain = { pitch: 50, rate: 165, range: 50 };

/** Voices of Flite whose pitch and melody can be set; they speak English alone. */
const recorded = ['flite-slt', 'flite-awb', 'flite-kal16'];
/** Variants of the other engine whose spectra lie far apart. */
const synthetic = ['m1', 'm3', 'm7', 'm8', 'f1', 'f2', 'f4', 'steph'];

/** What a voice of these languages can be made of. A British voice is not made of Americans. */
export const basesFor = (languages: readonly string[]): readonly string[] =>
  languages.every((language) => /^en(?:-us|-gb-scotland)?$/iu.test(language)) ? [...recorded, ...synthetic] : synthetic;

const formantsLimits = [0.75, 1.3] as const;
const brightnessLimit = 12;
const semitonesLimit = 14;
/** Decibels that a tenth of an octave between formants counts as. */
const formantWeight = 55;
/** Decibels that each semitone beyond so many counts as: a recorded voice that is moved far sounds worse. */
const far = { from: 3, weight: 0.4 };
/** Differences of bands beyond this, in decibels, count no more: the recorder's, not the voice's. */
const bandLimit = 15;
/** Where the spectrum counts, in hertz: below it lies the pitch, above it what codecs leave out. */
const counted = bandHertz.map((hertz) => hertz >= 280 && hertz <= 5_000);
const shelf = levelled(bandHertz.map(brightnessAt));

const clamp = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value));
const semitonesBetween = (from: number, to: number): number => 12 * Math.log2(to / from);

/** The bases that come nearest to a voice, the nearest first, with how far their throat and timbre are to be moved for it. Pure. */
export function nearest(wanted: Likeness, bases: readonly Base[], begin: Pick<VoiceSound, 'rate' | 'range'>): VoiceSound[] {
  const tried = bases.flatMap(({ variant, likeness }) => {
    const semitones = clamp(semitonesBetween(likeness.measured.hertz, wanted.measured.hertz), -semitonesLimit, semitonesLimit);
    const options = Array.from({ length: 23 }, (_, step) => 0.77 + step * 0.024).map((formants) => {
      const moved = movedBy(likeness.timbre, formants);
      const brightness = clamp(brightnessTo(wanted.timbre, moved), -brightnessLimit, brightnessLimit);
      return { formants, brightness, apart: timbreApart(wanted.timbre, brightened(moved, brightness)) };
    });
    const best = options.reduce((least, option) => (option.apart < least.apart ? option : least));
    const sound = rounded({ variant, ...plain, ...begin, semitones, formants: best.formants, brightness: best.brightness });
    return [{ apart: best.apart + farFetched(sound), sound }];
  });
  return tried.sort((one, other) => one.apart - other.apart).map(({ sound }) => sound);
}

export const farFetched = ({ variant, semitones = 0 }: VoiceSound): number =>
  recorded.includes(variant) ? far.weight * Math.max(0, Math.abs(semitones) - far.from) : 0;

/** The settings that bring throat, brightness and pitch nearer to what is wanted, from how the voice sounds with those it has. */
export function withTimbre(sound: VoiceSound, heard: Likeness, wanted: Likeness): VoiceSound {
  const apart = formantsApart(heard.timbre, wanted.timbre);
  const octaves = apart.reduce((sum, value) => sum + value, 0) / Math.max(1, apart.length);
  return rounded({
    ...sound,
    semitones: semitonesTo(sound, heard, wanted),
    // Not all the way: part of the difference is the words'.
    formants: clamp((sound.formants ?? 1) * 2 ** (octaves * 0.7), ...formantsLimits),
    brightness: brightnessFor(sound, heard, wanted),
  });
}

/** The same for brightness, pitch, range and pace. `pace`: how much quicker it must speak. */
export function withMelody(sound: VoiceSound, heard: Likeness, wanted: Likeness, pace: number): VoiceSound {
  const spread = heard.measured.spreadSemitones > 0.1 ? wanted.measured.spreadSemitones / heard.measured.spreadSemitones : 1;
  return rounded({
    ...sound,
    semitones: semitonesTo(sound, heard, wanted),
    brightness: brightnessFor(sound, heard, wanted),
    range: clamp(sound.range * clamp(spread, 0.6, 1.7), 2, 99),
    rate: clamp(sound.rate * clamp(pace, 0.6, 1.7), slowest, fastest),
  });
}

/** The same for pitch and brightness alone: neither changes anything else. */
export const withPitchAndBrightness = (sound: VoiceSound, heard: Likeness, wanted: Likeness): VoiceSound =>
  rounded({ ...sound, semitones: semitonesTo(sound, heard, wanted), brightness: brightnessFor(sound, heard, wanted) });

const semitonesTo = (sound: VoiceSound, heard: Likeness, wanted: Likeness): number =>
  clamp((sound.semitones ?? 0) + semitonesBetween(heard.measured.hertz, wanted.measured.hertz), -semitonesLimit, semitonesLimit);

/** By the slope of both spectra. */
function brightnessFor(sound: VoiceSound, heard: Likeness, wanted: Likeness): number {
  const lacks = differences(wanted.timbre, heard.timbre);
  const lacking = slopeOf(lacks) / slopeOf(shelf.map((value, band) => (Number.isNaN(lacks[band]) ? NaN : value)));
  return clamp((sound.brightness ?? 0) + lacking, -brightnessLimit, brightnessLimit);
}

/** Decibels a band that a spectrum rises, where it is known. */
function slopeOf(bands: readonly number[]): number {
  const points = bands.flatMap((value, band) => (Number.isNaN(value) ? [] : [[band, value] as const]));
  const mean = (axis: 0 | 1) => points.reduce((sum, point) => sum + point[axis], 0) / points.length;
  const [middle, level] = [mean(0), mean(1)];
  const own = points.reduce((sum, [band]) => sum + (band - middle) ** 2, 0);
  return points.reduce((sum, [band, value]) => sum + (band - middle) * (value - level), 0) / own;
}

/** How far a voice is from what is wanted in timbre and pitch, in about decibels. */
export function distance(heard: Likeness, wanted: Likeness): number {
  const semitones = Math.abs(semitonesBetween(heard.measured.hertz, wanted.measured.hertz));
  return timbreApart(wanted.timbre, heard.timbre) + semitones + Math.abs(brightnessTo(wanted.timbre, heard.timbre));
}

/** The same for pitch, range and pace, in about semitones. */
export function melodyDistance(heard: Likeness, wanted: Likeness, pace: number): number {
  const spread = Math.log2((heard.measured.spreadSemitones + 0.1) / (wanted.measured.spreadSemitones + 0.1));
  return Math.abs(semitonesBetween(heard.measured.hertz, wanted.measured.hertz)) + 1.5 * Math.abs(spread) + 6 * Math.abs(Math.log2(pace));
}

function rounded(sound: VoiceSound): VoiceSound {
  return {
    ...sound,
    rate: Math.round(sound.rate),
    range: Math.round(sound.range),
    semitones: Math.round((sound.semitones ?? 0) * 10) / 10,
    formants: Math.round((sound.formants ?? 1) * 100) / 100,
    brightness: Math.round((sound.brightness ?? 0) * 10) / 10,
  };
}

/** The timbre of a throat whose resonances lie this much higher. */
function movedBy({ bands, formants }: Timbre, factor: number): Timbre {
  const steps = 6 * Math.log2(factor);
  const at = (place: number): number => bands[clamp(place, 0, bands.length - 1)] ?? NaN;
  return {
    bands: bands.map((_, band) => {
      const place = band - steps;
      const whole = Math.floor(place);
      return at(whole) + (at(whole + 1) - at(whole)) * (place - whole);
    }),
    formants: formants.map((hertz) => hertz * factor),
  };
}

const brightened = ({ bands, formants }: Timbre, brightness: number): Timbre => ({
  bands: bands.map((value, band) => value + brightness * (shelf[band] ?? 0)),
  formants,
});

/** Of two spectra, where both have sound that counts; their means, which are the level, taken out. */
function differences(wanted: Timbre, heard: Timbre): number[] {
  return levelled(wanted.bands.map((value, band) => (counted[band] === true ? value - (heard.bands[band] ?? NaN) : NaN)));
}

/** Brightness that a voice lacks, by least squares. */
function brightnessTo(wanted: Timbre, heard: Timbre): number {
  const lacks = differences(wanted, heard);
  const shape = levelled(shelf.map((value, band) => (Number.isNaN(lacks[band]) ? NaN : value)));
  let [both, own] = [0, 0];
  lacks.forEach((value, band) => {
    if (Number.isNaN(value)) return;
    both += clamp(value, -bandLimit, bandLimit) * (shape[band] ?? 0);
    own += (shape[band] ?? 0) ** 2;
  });
  return own === 0 ? 0 : both / own;
}

/** Octaves between each formant of the voice and the wanted one. */
const formantsApart = (heard: Timbre, wanted: Timbre): number[] =>
  heard.formants.length === wanted.formants.length
    ? heard.formants.map((hertz, formant) => Math.log2((wanted.formants[formant] ?? hertz) / hertz))
    : [];

function timbreApart(wanted: Timbre, heard: Timbre): number {
  const known = differences(wanted, heard).filter((value) => !Number.isNaN(value));
  const bands = Math.sqrt(known.reduce((sum, value) => sum + clamp(value, -bandLimit, bandLimit) ** 2, 0) / Math.max(1, known.length));
  const formants = formantsApart(heard, wanted);
  const octaves = Math.sqrt(formants.reduce((sum, value) => sum + value ** 2, 0) / Math.max(1, formants.length));
  return bands + octaves * formantWeight;
}
