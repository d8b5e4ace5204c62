import { shortenText } from '../cut-text.ts';
import { visible } from '../captions/script.ts';
import type { Timeline, TimelineBlock } from '../narration/chapter-timeline.ts';
import { attributesOf } from '../narration/document.ts';
import { characterOf, type ProjectDefaults } from '../narration/shape.ts';

/** Chapters as a project for audio editors: a track for each character, an item for each take. Pure. All places and lengths are samples at 48 kHz. */

export interface EditItem {
  /** How its text begins. */
  name: string;
  /** On the time line of the project. */
  start: number;
  samples: number;
  /** Place among the sounds. */
  sound: number;
  /** Where it begins in its sound. */
  offset: number;
}

export interface EditTrack {
  name: string;
  /** In order; none over another. */
  items: readonly EditItem[];
}

export interface EditChapter {
  title: string;
  start: number;
  samples: number;
}

export interface EditProject {
  title: string;
  /** In the order in which they are first heard. */
  tracks: readonly EditTrack[];
  chapters: readonly EditChapter[];
  /** A file of each chapter, beside the project. */
  sounds: readonly { fileName: string; samples: number }[];
}

interface Source {
  title: string;
  /** With sound. */
  chapters: readonly { title: string; timeline: Timeline; fileName: string }[];
  defaults: ProjectDefaults;
  /** Silence between two chapters, in samples. */
  between: number;
  /** The track of blocks without a character. */
  narration: string;
}

const nameCharacters = 60;

export function editProjectOf({ title, chapters, defaults, between, narration }: Source): EditProject {
  const tracks = new Map<string, EditItem[]>();
  const placed: EditChapter[] = [];
  let start = 0;
  for (const [sound, { title: name, timeline }] of chapters.entries()) {
    for (const block of timeline.blocks) {
      const track = trackOf(timeline, block, defaults) ?? narration;
      const items = tracks.get(track) ?? [];
      const { text } = timeline.writtenTake(block);
      items.push({
        name: visible(shortenText(text.trim(), nameCharacters)),
        start: start + block.start,
        samples: block.samples,
        sound,
        offset: block.start,
      });
      tracks.set(track, items);
    }
    placed.push({ title: visible(name), start, samples: timeline.samples });
    start += timeline.samples + between;
  }
  return {
    title: visible(title),
    tracks: [...tracks].map(([name, items]) => ({ name: visible(name), items })),
    chapters: placed,
    sounds: chapters.map(({ fileName, timeline: { samples } }) => ({ fileName, samples })),
  };
}

function trackOf(timeline: Timeline, { blockIndex }: TimelineBlock, defaults: ProjectDefaults): string | undefined {
  const node = timeline.facts[blockIndex]?.node;
  return node && characterOf(attributesOf(node), defaults)?.name;
}
