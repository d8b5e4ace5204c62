import { shortenText } from '../cut-text.ts';
import { visible } from '../captions/script.ts';
import type { Timeline, TimelineBlock } from '../narration/chapter-timeline.ts';
import { attributesOf } from '../narration/document.ts';
import { placePickups, type Pickup } from '../narration/pickups.ts';
import { characterOf, type ProjectDefaults } from '../narration/shape.ts';
import { sampleRate } from '../narration/take.ts';

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

/** A place that somebody should look at. */
export interface EditPickup {
  name: string;
  note: string;
  start: number;
  samples: number;
}

export interface EditProject {
  title: string;
  /** In the order in which they are first heard. */
  tracks: readonly EditTrack[];
  chapters: readonly EditChapter[];
  /** Open ones, in order. */
  pickups: readonly EditPickup[];
  /** A file of each chapter, beside the project. */
  sounds: readonly { fileName: string; samples: number }[];
}

interface Source {
  title: string;
  /** With sound. */
  chapters: readonly { id: string; title: string; timeline: Timeline; fileName: string }[];
  pickups: readonly Pickup[];
  kindNames: Readonly<Record<Pickup['kind'], string>>;
  defaults: ProjectDefaults;
  /** Silence between two chapters, in samples. */
  between: number;
  /** The track of blocks without a character. */
  narration: string;
}

const nameCharacters = 60;

export function editProjectOf({ title, chapters, pickups, kindNames, defaults, between, narration }: Source): EditProject {
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
    pickups: placeOpen({ chapters, pickups, kindNames }, placed),
    sounds: chapters.map(({ fileName, timeline: { samples } }) => ({ fileName, samples })),
  };
}

/** Where open pickups are heard; those of blocks without sound have no place. */
function placeOpen(
  { chapters, pickups, kindNames }: Pick<Source, 'chapters' | 'pickups' | 'kindNames'>,
  placed: readonly EditChapter[],
): EditPickup[] {
  const sounding = chapters.map(({ id, title, timeline: { blocks } }) => ({
    id,
    title,
    blocks: blocks.map(({ blockId, words, take, start, stale }) => ({
      blockId,
      opening: '',
      words,
      take,
      fromMs: (start * 1000) / sampleRate,
      stale,
    })),
  }));
  const open = pickups.filter(({ state }) => state === 'open');
  return placePickups(open, sounding).flatMap(({ pickup: { kind, text, note }, chapter, chapterMs, startMs = 0, endMs = 0 }) => {
    const from = placed[chapter - 1]?.start;
    if (from === undefined || chapterMs === undefined) return [];
    const said = text.trim() === '' ? note : text;
    const name = [kindNames[kind], shortenText(said.trim(), nameCharacters)].filter((part) => part !== '').join(': ');
    const toSamples = (ms: number): number => Math.round((ms * sampleRate) / 1000);
    return [{ name: visible(name), note: visible(note), start: from + toSamples(chapterMs), samples: toSamples(endMs - startMs) }];
  });
}

function trackOf(timeline: Timeline, { blockIndex }: TimelineBlock, defaults: ProjectDefaults): string | undefined {
  const node = timeline.facts[blockIndex]?.node;
  return node && characterOf(attributesOf(node), defaults)?.name;
}
