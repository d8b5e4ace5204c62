import { fixed } from '../../../lib/format.ts';
import type { Event, Out } from '#shared/rpc.ts';
import type { Operations } from '#shared/operations/index.ts';
import type { SoundFormat } from '#shared/masters/formats.ts';
import { mostMinutesIn, presets, type PresetName } from '#shared/masters/presets.ts';
import { reportOn, type ReportLine } from '#shared/masters/report.ts';
import { messages } from '#shared/messages/index.ts';

export type ExportPlan = Out<Operations['export.plan']>;
export type MeasuredFile = Event<Operations['export.measure']>;

/** `fixed`: it breaks the limit now, and the export will correct it. `unknown`: not measured yet. `review`: a person should listen before. `old`: the audio is of an
 * earlier text or voice. */
type CheckState = 'ok' | 'fixed' | 'broken' | 'unknown' | 'review' | 'old';

/** A rule, and what the files are by it. */
export interface Check {
  rule: string;
  limit: string;
  value: string;
  state: CheckState;
  /** What the way there leads to: the list of pickups, or the first block that has changed. */
  leadsTo?: 'pickups' | 'changed';
  /** Titles of the files that break it. */
  broken: readonly string[];
}

interface Ground {
  format: SoundFormat | undefined;
  level: PresetName;
  plan: ExportPlan | undefined;
  measured: readonly MeasuredFile[];
  isMeasuring: boolean;
  /** Blocks without audio. */
  missing: number;
  /** Blocks whose audio is of an earlier text or voice. */
  changed: number;
  /** Open pickups in the chapters. */
  pickups: number;
  /** Blocks in them whose takes are not checked for any. */
  unchecked: number;
}

const unmeasured = { lufs: null, truePeakDb: null, rmsDb: null, noiseFloorDb: null, durationMs: 0, headMs: null, tailMs: null };
const { rules } = messages.exports;
const texts = messages.exportSheet;

/** Every rule of an export, with the values as they are and as they will be. */
export function checkExport(ground: Ground): Check[] {
  const { format, level, plan, missing, changed, pickups, unchecked } = ground;
  const preset = level === 'none' ? undefined : presets[level];
  const lines = preset === undefined || format === undefined ? [] : reportOn(unmeasured, preset, format);
  const measured = lines.filter(({ rule }) => rule !== 'duration').map((line) => checkLevel(line, ground));
  const mostMinutes = preset === undefined || format === undefined ? null : mostMinutesIn(preset, format);
  const length: Check[] =
    mostMinutes === null || plan === undefined
      ? []
      : [
          {
            rule: rules.duration,
            limit: messages.library.limitMost(mostMinutes, texts.minuteUnit),
            value: texts.minutes(fixed(plan.longest, 1)),
            state: plan.tooLong.length === 0 ? 'ok' : 'broken',
            broken: plan.tooLong.map(({ title, minutes }) => texts.titleWithMinutes(title, minutes)),
          },
        ];
  return [
    ...measured,
    ...length,
    { rule: texts.missingRule, limit: texts.none, value: String(missing), state: missing === 0 ? 'ok' : 'broken', broken: [] },
    {
      rule: texts.changedRule,
      limit: texts.none,
      value: String(changed),
      leadsTo: 'changed',
      state: changed === 0 ? 'ok' : 'old',
      broken: [],
    },
    {
      rule: texts.pickupsRule,
      limit: texts.none,
      value: unchecked === 0 ? String(pickups) : texts.pickupsUnchecked(String(pickups), unchecked),
      leadsTo: 'pickups',
      state: pickups > 0 ? 'review' : unchecked > 0 ? 'unknown' : 'ok',
      broken: [],
    },
  ];
}

function checkLevel({ rule, limit }: ReportLine, { measured, isMeasuring }: Ground): Check {
  const found = measured.map(({ title, now, after }) => ({
    title,
    now: now.find((line) => line.rule === rule),
    after: after.find((line) => line.rule === rule),
  }));
  const base = { rule: rules[rule], limit };
  if (isMeasuring || found.length === 0)
    return { ...base, value: isMeasuring ? texts.measuring : texts.afterExport, state: 'unknown', broken: [] };
  const broken = found.filter(({ after }) => after?.ok !== true).map(({ title }) => title);
  const isNow = found.every(({ now }) => now?.ok === true);
  return {
    ...base,
    value: texts.nowAndAfter(range(found.map(({ now }) => now)), range(found.map(({ after }) => after))),
    state: broken.length > 0 ? 'broken' : isNow ? 'ok' : 'fixed',
    broken,
  };
}

/** `-23.4`, or `-31.0 to -23.4` of several files. */
function range(lines: readonly (ReportLine | undefined)[]): string {
  const values = lines.flatMap((line) => line?.value ?? []);
  if (values.length === 0) return texts.notMeasured;
  const [least, most] = [fixed(Math.min(...values), 1), fixed(Math.max(...values), 1)];
  const shown = (value: string): string => value.replace('-', '−');
  return least === most ? shown(least) : texts.range(shown(least), shown(most));
}
