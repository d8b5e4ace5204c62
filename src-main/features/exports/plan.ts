import { fail } from '#shared/failure.ts';
import type { Each, TemplateField } from '#shared/masters/export-order.ts';
import { defaultTemplate } from '#shared/masters/export-order.ts';
import { messages } from '#shared/messages/index.ts';
import { message } from '#shared/messages/message.ts';
import type { Timeline } from '#shared/narration/chapter-timeline.ts';
import { attributesOf } from '#shared/narration/document.ts';
import { characterOf, type ProjectDefaults } from '#shared/narration/shape.ts';
import { sampleRate } from '#shared/narration/take.ts';
import { formatFileName } from '../../infra/file-name.ts';
import { numberedName } from '../../library/exports.ts';
import { TemplateNames } from './file-names.ts';

export interface PlanOptions {
  each?: Each | undefined;
  /** Without it, names that would collide get a number. */
  template?: string | undefined;
  /** Of one file. */
  title?: string | undefined;
  /** Numbers of chapters. */
  openingCredits?: number | undefined;
  closingCredits?: number | undefined;
  sample?: number | undefined;
}

/** A chapter with sound; `number` counts from 1. */
export interface SpokenChapter {
  number: number;
  id: string;
  title: string;
  timeline: Timeline;
}

export interface PlannedBook {
  title: string;
  /** Chapters of the project, with sound or not. */
  chapterCount: number;
  spoken: readonly SpokenChapter[];
  /** One chapter was asked for, and is the file. */
  isOneChapter: boolean;
  defaults: ProjectDefaults;
}

/** A file that is to be written. */
export interface PlannedFile {
  /** Without folder and ending. */
  name: string;
  title: string;
  /** `null` for all chapters in one file. */
  chapter: number | null;
  chapterIds: string[];
  blocks?: { ids: ReadonlySet<string>; silence: boolean };
  /** Among the files of chapters, from 1. */
  track?: { number: number; of: number };
  durationMs: number;
}

/** A retail sample, in milliseconds, without its room tone. */
const sampleMs = { least: 60_000, most: 290_000 };

/** Every file, with its name. Fails for what cannot be made, with the field that is wrong. */
export function planFiles(options: PlanOptions, plan: PlannedBook): PlannedFile[] {
  const { each } = options;
  if (each === undefined) return [oneFile(options, plan)];
  const { spoken, chapterCount } = plan;
  const names = new Names(options, plan);
  const digits = (chapter: SpokenChapter): FieldValues => fieldsOfChapter(chapter, chapterCount);
  if (each === 'chapter')
    return chapterFiles(
      options,
      spoken,
      (chapter) => names.take(digits(chapter)),
      (own) => names.own(own),
    );
  if (each === 'block')
    return spoken.flatMap((chapter) =>
      chapter.timeline.blocks.map(({ blockId, blockIndex, samples, take }) => ({
        name: names.take({ ...digits(chapter), ...fieldsOfBlock(take.text, blockIndex + 1, chapter.timeline.facts.length) }),
        title: take.text.slice(0, 80),
        chapter: chapter.number,
        chapterIds: [chapter.id],
        blocks: { ids: new Set([blockId]), silence: false },
        durationMs: toMs(samples),
      })),
    );
  return spoken.flatMap((chapter) =>
    [...stemsOf(chapter, plan)].map(([character, ids]) => ({
      name: names.take({ ...digits(chapter), character: formatFileName(character) }),
      title: `${chapter.title} - ${character}`,
      chapter: chapter.number,
      chapterIds: [chapter.id],
      blocks: { ids, silence: true },
      durationMs: toMs(chapter.timeline.samples),
    })),
  );
}

function oneFile(options: PlanOptions, plan: PlannedBook): PlannedFile {
  const { spoken, isOneChapter, title: bookTitle, chapterCount } = plan;
  const [first] = spoken;
  const durationMs = spoken.reduce((sum, { timeline }) => sum + toMs(timeline.samples), 0);
  const chapterIds = spoken.map(({ id }) => id);
  const names = new Names(options, plan);
  if (isOneChapter && first) {
    const fields = fieldsOfChapter(first, chapterCount);
    // A book of one chapter has its name.
    const name = options.template === undefined && first.title === bookTitle ? names.book : names.take(fields);
    const title = options.title ?? (chapterCount === 1 ? bookTitle : first.title);
    return { name, title, chapter: first.number, chapterIds, durationMs };
  }
  return { name: names.take({}), title: options.title ?? bookTitle, chapter: null, chapterIds, durationMs };
}

type FieldValues = Partial<Record<TemplateField, string>>;

/** `03 The storm` is a number and a name. */
function split(numbered: string): [string, string] {
  const at = numbered.indexOf(' ');
  return [numbered.slice(0, at), numbered.slice(at + 1)];
}

function fieldsOfChapter({ title, number }: SpokenChapter, count: number): FieldValues {
  const [digits, chapter] = split(numberedName(title, number, count));
  return { number: digits, chapter };
}

function fieldsOfBlock(written: string, number: number, count: number): FieldValues {
  const [block, text] = split(numberedName(written, number, count));
  return { block, text };
}

function chapterFiles(
  options: PlanOptions,
  spoken: readonly SpokenChapter[],
  nameOf: (chapter: SpokenChapter) => string,
  ownName: (name: string) => string,
): PlannedFile[] {
  for (const field of ['openingCredits', 'closingCredits', 'sample'] as const) {
    const number = options[field];
    if (number !== undefined && !spoken.some((chapter) => chapter.number === number))
      throw fail('invalid-input', message('exports.noSuchCredits'), { field });
  }
  const credits = new Map<number | undefined, string>([
    [options.openingCredits, messages.exports.openingCredits],
    [options.closingCredits, messages.exports.closingCredits],
  ]);
  const files: PlannedFile[] = spoken.map((chapter, index) => {
    const credit = credits.get(chapter.number);
    return {
      name: credit === undefined ? nameOf(chapter) : ownName(credit),
      title: credit ?? chapter.title,
      chapter: chapter.number,
      chapterIds: [chapter.id],
      track: { number: index + 1, of: spoken.length },
      durationMs: toMs(chapter.timeline.samples),
    };
  });
  const sampled = options.sample === undefined ? undefined : spoken.find(({ number }) => number === options.sample);
  return sampled ? [...files, sampleFile(sampled, ownName(messages.exports.retailSample))] : files;
}

/** The first whole blocks of a chapter that fit into a sample. */
function sampleFile({ id, number, timeline: { blocks } }: SpokenChapter, name: string): PlannedFile {
  const fitting = blocks.filter(({ start, samples }) => toMs(start + samples) <= sampleMs.most);
  const last = fitting.at(-1);
  const durationMs = last === undefined ? 0 : toMs(last.start + last.samples);
  if (durationMs < sampleMs.least)
    throw fail('unprocessable', message('exports.sampleTooShort', number), { next: 'none', field: 'sample' });
  const ids = new Set(fitting.map(({ blockId }) => blockId));
  const title = messages.exports.retailSample;
  return { name, title, chapter: number, chapterIds: [id], blocks: { ids, silence: false }, durationMs };
}

/** Who speaks which blocks of a chapter; blocks without a character are the narrator's. */
function stemsOf({ timeline }: SpokenChapter, { defaults }: PlannedBook): Map<string, Set<string>> {
  const stems = new Map<string, Set<string>>();
  for (const { blockId, blockIndex } of timeline.blocks) {
    const node = timeline.facts[blockIndex]?.node;
    const name = (node && characterOf(attributesOf(node), defaults)?.name) ?? messages.exports.narration;
    stems.set(name, (stems.get(name) ?? new Set()).add(blockId));
  }
  return stems;
}

/** Names in a folder, by the template; without one, names that some system would take for the same get a number. */
class Names {
  readonly book: string;
  readonly #template: TemplateNames | undefined;
  readonly #usual: string;
  readonly #taken = new Set<string>();

  constructor({ each, template }: PlanOptions, { title, isOneChapter }: PlannedBook) {
    this.book = formatFileName(title);
    this.#template = template === undefined ? undefined : new TemplateNames(template);
    this.#usual = defaultTemplate(each, isOneChapter);
  }

  take(fields: FieldValues): string {
    const values: FieldValues = { book: this.book, ...fields };
    if (this.#template) return this.#template.take(values);
    return this.#unique(this.#usual.replaceAll(/\{([a-z]+)\}/gu, (_, name: TemplateField) => values[name] ?? ''));
  }

  /** Of a file that is no chapter. */
  own(name: string): string {
    const full = `${this.book} - ${name}`;
    return this.#template ? this.#template.add(full) : this.#unique(full);
  }

  #unique(name: string): string {
    let free = name;
    for (let number = 2; this.#taken.has(free.normalize('NFC').toLowerCase()); number += 1) free = `${name} (${number})`;
    this.#taken.add(free.normalize('NFC').toLowerCase());
    return free;
  }
}

const toMs = (samples: number): number => Math.round((samples * 1000) / sampleRate);
