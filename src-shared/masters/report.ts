import { z } from 'zod';
import type { SoundMeasures } from '../sound/sound-meter.ts';
import { messages } from '../messages/index.ts';
import { mostMinutesIn, type Preset } from './presets.ts';
import type { SoundFormat } from './formats.ts';

/** What is measured of a master. */
export interface MasterMeasures extends SoundMeasures {
  /** Milliseconds before the first sound that is louder than room tone, and after the last; `null` where there is none. */
  headMs: number | null;
  tailMs: number | null;
}

/** A rule of a preset, and what the file is by it. `limit` in figures and units; `value` in the same unit, `null` where nothing was measured. */
export const reportLineSchema = z.object({
  rule: z.enum(['rms', 'loudness', 'true-peak', 'noise-floor', 'room-tone-head', 'room-tone-tail', 'duration']),
  limit: z.string(),
  value: z.number().nullable(),
  ok: z.boolean(),
});
export type ReportLine = z.infer<typeof reportLineSchema>;

/** The unit of a rule's limit and value. */
export const ruleUnits: Readonly<Record<ReportLine['rule'], string>> = {
  rms: 'dB',
  loudness: 'LUFS',
  'true-peak': 'dBTP',
  'noise-floor': 'dB',
  'room-tone-head': 's',
  'room-tone-tail': 's',
  duration: 'min',
};

/** Decibels that rounding in another meter may differ by. */
const rounding = 0.005;

/** Every rule of a preset for one file. */
export function reportOn(measures: MasterMeasures, preset: Preset, format: SoundFormat): ReportLine[] {
  const { level, roomTone } = preset;
  const mostMinutes = mostMinutesIn(preset, format);
  const isRms = level.by === 'rms';
  return [
    rangeLine(isRms ? 'rms' : 'loudness', isRms ? measures.rmsDb : measures.lufs, level.least, level.most),
    mostLine('true-peak', measures.truePeakDb, preset.mostTruePeakDb),
    ...(preset.mostNoiseFloorDb === null ? [] : [mostLine('noise-floor', measures.noiseFloorDb, preset.mostNoiseFloorDb)]),
    ...(roomTone === null
      ? []
      : [
          rangeLine('room-tone-head', seconds(measures.headMs), roomTone.head.leastMs / 1000, roomTone.head.mostMs / 1000),
          rangeLine('room-tone-tail', seconds(measures.tailMs), roomTone.tail.leastMs / 1000, roomTone.tail.mostMs / 1000),
        ]),
    ...(mostMinutes === null ? [] : [mostLine('duration', measures.durationMs / 60_000, mostMinutes)]),
  ];
}

const seconds = (ms: number | null): number | null => (ms === null ? null : ms / 1000);
const rounded = (value: number | null): number | null => (value === null ? null : Math.round(value * 100) / 100);

function rangeLine(rule: ReportLine['rule'], value: number | null, least: number, most: number): ReportLine {
  const ok = value !== null && value >= least - rounding && value <= most + rounding;
  return { rule, limit: messages.library.limitRange(least, most, ruleUnits[rule]), value: rounded(value), ok };
}

function mostLine(rule: ReportLine['rule'], value: number | null, most: number): ReportLine {
  return {
    rule,
    limit: messages.library.limitMost(most, ruleUnits[rule]),
    value: rounded(value),
    ok: value !== null && value <= most + rounding,
  };
}
