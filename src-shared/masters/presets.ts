import type { SoundFormat } from './formats.ts';

/**
 * What shops and stations ask for, as data, so that a number can be corrected without code. Levels in decibels of full scale or LUFS. The source
 * stands above each; (s) is a secondary one.
 */
export interface Preset {
  /** How loud: by loudness (LUFS) or by RMS, what to aim at and what passes. */
  level: { by: 'lufs' | 'rms'; target: number; least: number; most: number };
  /** dBTP. */
  mostTruePeakDb: number;
  mostNoiseFloorDb: number | null;
  /** Room tone before the first sound and after the last, in milliseconds: what passes. Where it is set, pauses are room tone too. */
  roomTone: { head: { leastMs: number; mostMs: number }; tail: { leastMs: number; mostMs: number } } | null;
  /** Of a file, in minutes. */
  mostMinutes: number | null;
  /** Hz, of formats that can have more than one rate. */
  sampleRate: 44_100 | 48_000;
  /** Files go to a shop that wants credits and a sample beside the chapters. */
  hasCredits: boolean;
}

export const presetNames = ['audiobook', 'podcast', 'broadcast', 'broadcast-us', 'streaming', 'none'] as const;
export type PresetName = (typeof presetNames)[number];

const plain = { mostNoiseFloorDb: null, roomTone: null, mostMinutes: null, sampleRate: 48_000, hasCredits: false } as const;
const around = (target: number, tolerance: number): Preset['level'] => ({
  by: 'lufs',
  target,
  least: target - tolerance,
  most: target + tolerance,
});

export const presets: Readonly<Record<Exclude<PresetName, 'none'>, Preset>> = {
  // ACX audio submission requirements.
  audiobook: {
    level: { by: 'rms', target: -20, least: -23, most: -18 },
    mostTruePeakDb: -3,
    mostNoiseFloorDb: -60,
    roomTone: { head: { leastMs: 500, mostMs: 1000 }, tail: { leastMs: 1000, mostMs: 5000 } },
    mostMinutes: 120,
    sampleRate: 44_100,
    hasCredits: true,
  },
  // AES TD1008, Apple Podcasts. Every master is mono: -16 LUFS in stereo is -19 LUFS in mono.
  podcast: { ...plain, level: around(-19, 0.5), mostTruePeakDb: -1 },
  // EBU R 128.
  broadcast: { ...plain, level: around(-23, 0.5), mostTruePeakDb: -1 },
  // ATSC A/85.
  'broadcast-us': { ...plain, level: around(-24, 2), mostTruePeakDb: -2 },
  // Music and speech services (s).
  streaming: { ...plain, level: around(-18, 0.5), mostTruePeakDb: -1 },
};

/** The rules of a preset; `undefined` where there are none. */
export const presetOf = (name: PresetName | undefined): Preset | undefined =>
  name === undefined || name === 'none' ? undefined : presets[name];

/** Whether sound begins elsewhere in the preset’s files than in the studio: after room tone, or earlier, where silence at its start is cut. */
export const movesSound = (name: PresetName | undefined): boolean => (presetOf(name)?.roomTone ?? null) !== null;

/** An M4B is one file of a whole audiobook, and no shop's upload: it may be as long as it is. */
export const mostMinutesIn = (preset: Preset, format: SoundFormat): number | null => (format === 'm4b' ? null : preset.mostMinutes);
