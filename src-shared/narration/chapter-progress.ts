import type { Node } from '@tiptap/pm/model';
import { buildTimeline, type Timeline } from './chapter-timeline.ts';
import { attributesOf } from './document.ts';
import type { SoundingBlock } from './pickups.ts';
import type { ProjectDefaults } from './shape.ts';
import { sampleRate, type Take } from './take.ts';

/** How far a chapter has come. */
export interface ChapterProgress {
  words: number;
  /** Of sound, with its pauses. */
  seconds: number;
  /** Part of its words whose sound is up to date, in percent; never 100 while a block is missing, never 0 once one is there. */
  finished: number;
}

/** Of the text of a block; nobody reads more in a list. */
const openingCharacters = 80;

/** How far chapters have come together. Pure. */
export function progressOfTimelines(timelines: readonly Timeline[]): ChapterProgress {
  let [words, done, samples] = [0, 0, 0];
  for (const timeline of timelines) {
    words += timeline.wordCount;
    samples += timeline.samples;
    for (const block of timeline.blocks) if (!block.stale) done += block.words;
  }
  const percent = words === 0 ? 0 : (100 * done) / words;
  const finished = done === 0 || done === words ? percent : Math.min(99, Math.max(1, Math.round(percent)));
  return { words, seconds: samples / sampleRate, finished };
}

/** How far a chapter has come, and which take sounds for each of its blocks. Pure. */
export function describeChapter(
  document: Node,
  takes: readonly Take[],
  defaults: ProjectDefaults,
  connectionId: string,
): { progress: ChapterProgress; blocks: SoundingBlock[] } {
  const timeline = buildTimeline(document, takes, defaults, connectionId);
  const starts = new Map(timeline.blocks.map(({ blockIndex, start }) => [blockIndex, start]));
  const blocks = timeline.facts.map(({ node, words: count, heard }, index) => ({
    blockId: attributesOf(node).id,
    opening: node.textContent.slice(0, openingCharacters),
    words: count,
    take: heard?.take,
    fromMs: ((starts.get(index) ?? 0) * 1000) / sampleRate,
    stale: heard?.stale === true,
  }));
  return { progress: progressOfTimelines([timeline]), blocks };
}
