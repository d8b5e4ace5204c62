import { z } from 'zod';
import {
  eachChoices,
  exportFormats,
  maximumTagCharacters,
  maximumTemplate,
  type Each,
  type ExportFormat,
  type ExportOrder,
} from '#shared/masters/export-order.ts';
import { bookFormats, editFormats, hasTags, isEditFormat, soundFormats, type SoundFormat } from '#shared/masters/formats.ts';
import { movesSound, presetNames, presets, type PresetName } from '#shared/masters/presets.ts';
import { captionFormats } from '#shared/captions/formats.ts';
import { messages } from '#shared/messages/index.ts';

/** What a person chose in Export. */
export interface ExportChoices {
  presetId: PresetId;
  format: ExportFormat;
  each: Each | 'one';
  /** The loudness target; of broadcast and of one's own preset. */
  level: PresetName;
  /** Of captions: the preset whose audio files they stand beside; without it, that of the audio that was exported last. */
  timedTo: PresetName | undefined;
  /** Of the audio that was exported last. */
  lastLevel: PresetName;
  /** Whether that was a file for each chapter or one of all. */
  lastEach: 'chapter' | 'one';
  /** Hz; without it, the preset's. */
  sampleRate: 44_100 | 48_000 | undefined;
  /** Chapters that are not exported: those that come later are. */
  leftOut: readonly string[];
  /** Empty for the usual names. */
  template: string;
  title: string;
  author: string;
  narrator: string;
  openingCredits: string | null;
  closingCredits: string | null;
  sample: string | null;
  /** Also writes where each second comes from, and what was paid for it. */
  receipts: boolean;
  /** Empty for downloads of the browser. */
  folder: string;
}

const presetIds = ['audiobook', 'podcast', 'broadcast', 'streaming', 'captions', 'daw', 'read-along', 'own'] as const;
export type PresetId = (typeof presetIds)[number];

interface ExportPreset {
  id: PresetId;
  name: string;
  note: string;
  /** The first is the usual one. */
  formats: readonly ExportFormat[];
  each: Each | 'one';
  levels: readonly PresetName[];
}

const sound = (...first: SoundFormat[]): ExportFormat[] => [...new Set([...first, ...soundFormats])];
const { presetNames: names, presetNotes: notes } = messages.exportSheet;

export const exportPresets: readonly ExportPreset[] = [
  { id: 'audiobook', formats: sound('mp3'), each: 'chapter', levels: ['audiobook'] },
  { id: 'podcast', formats: sound('mp3', 'm4a'), each: 'one', levels: ['podcast'] },
  { id: 'broadcast', formats: sound('wav', 'flac'), each: 'one', levels: ['broadcast', 'broadcast-us'] },
  { id: 'streaming', formats: sound('mp3', 'm4a'), each: 'one', levels: ['streaming'] },
  { id: 'captions', formats: [...captionFormats], each: 'one', levels: ['none'] },
  { id: 'daw', formats: [...editFormats], each: 'one', levels: ['none'] },
  { id: 'read-along', formats: [...bookFormats], each: 'one', levels: ['none'] },
  { id: 'own', formats: [...exportFormats], each: 'one', levels: ['none', ...presetNames.filter((name) => name !== 'none')] },
].map((preset) => ({ ...preset, name: names[preset.id as PresetId], note: notes[preset.id as PresetId] })) as ExportPreset[];

export function findPreset(id: PresetId): ExportPreset {
  const found = exportPresets.find((preset) => preset.id === id) ?? exportPresets[0];
  if (!found) throw new Error('no preset of exports');
  return found;
}

export const isSound = (format: ExportFormat): format is SoundFormat => soundFormats.some((one) => one === format);

const isCaptions = (format: ExportFormat): boolean => captionFormats.some((one) => one === format);

/** What captions can be timed to: the studio itself, and every preset whose files begin elsewhere. None for other formats. */
export const timingsOf = ({ format }: Pick<ExportChoices, 'format'>): PresetName[] =>
  isCaptions(format) ? ['none', ...presetNames.filter(movesSound)] : [];

/** What they are timed to. */
export const timingOf = ({ timedTo, lastLevel }: Pick<ExportChoices, 'timedTo' | 'lastLevel'>): PresetName =>
  timedTo ?? (movesSound(lastLevel) ? lastLevel : 'none');

/** What a file can be of, in this format and at this level. */
export function eachOf({ format, level }: Pick<ExportChoices, 'format' | 'level'>): (Each | 'one')[] {
  if (isEditFormat(format)) return ['one'];
  if (!isSound(format)) return ['one', 'chapter'];
  return ['one', ...eachChoices.filter((each) => each !== 'character' || level === 'none')];
}

export const hasOneRate = (format: ExportFormat): boolean => !['wav', 'flac', 'mp3'].includes(format);

/** Another preset brings its own format, level and files. */
export function choosePreset(choices: ExportChoices, presetId: PresetId): ExportChoices {
  const { formats, levels, each } = findPreset(presetId);
  const [format = choices.format] = formats;
  const [level = 'none'] = levels;
  // Captions stand beside audio files: as many as those.
  const files = presetId === 'captions' ? choices.lastEach : each;
  return settle({ ...choices, presetId, format, level, each: files, sampleRate: undefined, template: '' });
}

/** A book with chapters is one file: that is what it is for. Left again, the files are the preset's. */
export function chooseFormat(choices: ExportChoices, format: ExportFormat): ExportChoices {
  if ((format === 'm4b') === (choices.format === 'm4b')) return settle({ ...choices, format });
  const each = format === 'm4b' ? 'one' : findPreset(choices.presetId).each;
  return settle({ ...choices, format, each, template: each === choices.each ? choices.template : '' });
}

/** Choices that do not go together any more give way. */
export function settle(choices: ExportChoices): ExportChoices {
  const { formats, levels } = findPreset(choices.presetId);
  const format = formats.includes(choices.format) ? choices.format : (formats[0] ?? choices.format);
  const allowed = levels.includes(choices.level) ? choices.level : (levels[0] ?? 'none');
  const level = isSound(format) ? allowed : 'none';
  const each = eachOf({ format, level }).includes(choices.each) ? choices.each : 'one';
  return { ...choices, format, level, each, sampleRate: hasOneRate(format) ? undefined : choices.sampleRate };
}

/** Hz, where none is chosen. */
export const usualRate = ({ format, level }: Pick<ExportChoices, 'format' | 'level'>): 44_100 | 48_000 =>
  level === 'none' || hasOneRate(format) ? 48_000 : presets[level].sampleRate;

export const usesCredits = ({ level, each }: Pick<ExportChoices, 'level' | 'each'>): boolean =>
  level !== 'none' && presets[level].hasCredits && each === 'chapter';

export function toOrder(
  choices: ExportChoices,
  { projectId, chapterIds, coverUploadId }: { projectId: string; chapterIds: readonly string[]; coverUploadId: string | undefined },
): ExportOrder {
  const { format, each, level, sampleRate, template, leftOut } = choices;
  const chosen = chapterIds.filter((id) => !leftOut.includes(id));
  const order: ExportOrder = { projectId, chapterIds: chosen, format };
  if (each !== 'one') order.each = each;
  if (template.trim() !== '') order.template = template;
  if (isCaptions(format) && timingOf(choices) !== 'none') order.timedTo = timingOf(choices);
  if (!hasTags(format)) return order;
  for (const name of ['title', 'author', 'narrator'] as const) if (choices[name].trim() !== '') order[name] = choices[name].trim();
  if (coverUploadId !== undefined) order.coverUploadId = coverUploadId;
  if (!isSound(format)) return order;
  if (level !== 'none') order.preset = level;
  if (sampleRate !== undefined) order.sampleRate = sampleRate;
  if (usesCredits(choices))
    for (const name of ['openingCredits', 'closingCredits', 'sample'] as const) {
      const id = choices[name];
      if (id !== null && chosen.includes(id)) order[name] = id;
    }
  return order;
}

const tag = z.string().max(maximumTagCharacters);
const chapter = z.string().max(64).nullable();
const stored = z.object({
  presetId: z.enum(presetIds),
  format: z.enum(exportFormats),
  each: z.enum(['one', ...eachChoices]),
  level: z.enum(presetNames),
  timedTo: z.enum(presetNames).optional(),
  lastLevel: z.enum(presetNames).default('none'),
  lastEach: z.enum(['chapter', 'one']).default('one'),
  sampleRate: z.literal([44_100, 48_000]).optional(),
  leftOut: z.array(z.string().max(64)).max(2000),
  template: z.string().max(maximumTemplate),
  title: tag,
  author: tag,
  narrator: tag,
  openingCredits: chapter,
  closingCredits: chapter,
  sample: chapter,
  receipts: z.boolean().default(false),
  folder: z.string().max(4096),
});

const usual: ExportChoices = {
  presetId: 'audiobook',
  format: 'mp3',
  each: 'chapter',
  level: 'audiobook',
  timedTo: undefined,
  lastLevel: 'none',
  lastEach: 'one',
  sampleRate: undefined,
  leftOut: [],
  template: '',
  title: '',
  author: '',
  narrator: '',
  openingCredits: null,
  closingCredits: null,
  sample: null,
  receipts: false,
  folder: '',
};

const keyOf = (projectId: string): string => `export:${projectId}`;

/** The choices of last time, of each project. May be lost without harm. */
export const keptChoices = {
  get(projectId: string): ExportChoices {
    try {
      const kept = stored.parse(JSON.parse(localStorage.getItem(keyOf(projectId)) ?? ''));
      return settle({ ...usual, ...kept, sampleRate: kept.sampleRate, timedTo: kept.timedTo });
    } catch {
      return usual;
    }
  },
  set(projectId: string, choices: ExportChoices): void {
    try {
      localStorage.setItem(keyOf(projectId), JSON.stringify(choices));
    } catch {
      // There is no room for them: they are those of the window.
    }
  },
};
