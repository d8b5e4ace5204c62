import { realpath, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { fail } from '#shared/failure.ts';
import { message } from '#shared/messages/message.ts';
import { buildTimeline, type Timeline } from '#shared/narration/chapter-timeline.ts';
import { attributesOf } from '#shared/narration/document.ts';
import { placePickups, type Pickup, type SoundingBlock } from '#shared/narration/pickups.ts';
import { progressOfTimelines } from '#shared/narration/chapter-progress.ts';
import { sampleRate } from '#shared/narration/take.ts';
import type { Services } from '#shared/operations/index.ts';
import { maximumGlancePeaks, type Glance } from '#shared/operations/project.ts';
import { samplesPerPeak } from '../media/sound-writer.ts';
import { readProject } from './closed-project.ts';
import type { OpenProject } from './open-project.ts';
import type { PcmCache, Sound } from './pcm-cache.ts';
import type { ProjectThreads } from './project-threads.ts';
import type { Projects, RecentProjects } from './projects.ts';

/** Glances that are remembered: more than a list of recent projects has. */
const maximumKnown = 32;

interface Parts {
  projects: Pick<Projects, 'openAt'>;
  recent: Pick<RecentProjects, 'list'>;
  threads: Pick<ProjectThreads, 'use'>;
  cache: Pick<PcmCache, 'storedPeaks'>;
  connectionId: () => string;
}

/** What recent projects look like from outside. What was seen of a file holds while the file is the same. */
export function glanceAtProjects(parts: Parts): Services['project.glance'] {
  const { recent, cache, connectionId } = parts;
  /** By real path. */
  const known = new Map<string, { state: string; glance: Glance }>();
  return async ({ path: named }, { signal }) => {
    if (!recent.list().some(({ path }) => path === named)) throw gone(named);
    const path = await realpath(named).catch(() => undefined);
    if (path === undefined) throw gone(named);
    const { mtimeMs, size } = await stat(path);
    const state = `${mtimeMs} ${size} ${connectionId()}`;
    const before = known.get(path);
    // What an open project has changed may stand beside its file, which then looks the same.
    if (before?.state === state && (await parts.projects.openAt(path)) === undefined) return before.glance;
    const { project, pickups, isOpen } = await readProject(parts, path);
    signal.throwIfAborted();
    const { glance, isWhole } = await glanceAt({ project, pickups }, cache, connectionId());
    known.delete(path);
    // A picture that lacks sound now may have it later.
    if (isWhole && !isOpen) known.set(path, { state, glance });
    const [oldest] = known.keys();
    if (known.size > maximumKnown && oldest !== undefined) known.delete(oldest);
    return glance;
  };
}

const gone = (path: string): Error => fail('not-found', message('library.projectGone', basename(path)), { field: 'path' });

async function glanceAt(
  { project, pickups }: { project: OpenProject; pickups: readonly Pickup[] },
  cache: Pick<PcmCache, 'storedPeaks'>,
  connectionId: string,
): Promise<{ glance: Glance; isWhole: boolean }> {
  const takes = project.takes.map(({ take }) => take);
  const timelines = project.order.map((id) => buildTimeline(project.chapter(id).document, takes, project, connectionId));
  const stored = new Map(project.takes.map(({ take, contentHash }) => [take.id, { contentHash, samples: take.samples }]));
  const { peaks, isWhole } = await drawPeaks(layOut(timelines, stored), (sound) => cache.storedPeaks(sound));
  const chapters = project.order.map((id, index) => ({ id, title: '', blocks: soundingBlocks(timelines[index]) }));
  const open = placePickups(pickups, chapters).filter(({ pickup }) => pickup.state === 'open').length;
  return { glance: { ...progressOfTimelines(timelines), openPickups: open, peaks }, isWhole };
}

/** Blocks with the takes that sound for them; nothing of where in time they do. */
const soundingBlocks = (timeline: Timeline | undefined): SoundingBlock[] =>
  (timeline?.facts ?? []).map(({ node, words, heard }) => {
    return { blockId: attributesOf(node).id, opening: '', words, take: heard?.take, fromMs: 0, stale: heard?.stale === true };
  });

/** A sound in the row of all that a project has: from where to where it is heard, in samples. */
export interface PlacedSound extends Sound {
  from: number;
  to: number;
}

/** The sounds of chapters, one after the other, with the pauses between them. */
function layOut(timelines: readonly Timeline[], stored: ReadonlyMap<string, Sound>): { sounds: PlacedSound[]; samples: number } {
  const sounds: PlacedSound[] = [];
  let before = 0;
  for (const { blocks, samples } of timelines) {
    for (const { take, start, samples: length } of blocks) {
      const sound = stored.get(take.id);
      if (sound) sounds.push({ ...sound, from: before + start, to: before + start + length });
    }
    before += samples;
  }
  return { sounds, samples: before };
}

/** Of each part, so much of its middle is looked at: about a syllable, so that ten hours still look like speech. In samples. */
const lookedAt = 0.15 * sampleRate;

/**
 * How loud each of so many parts of a row of sounds is in its middle, 0 to 1 by the loudest. `isWhole`: each sound that was read for it was at
 * hand. Empty where none was.
 */
export async function drawPeaks(
  { sounds, samples }: { sounds: readonly PlacedSound[]; samples: number },
  peaksOf: (sound: Sound) => Promise<Int8Array | undefined>,
  parts = maximumGlancePeaks,
): Promise<{ peaks: number[]; isWhole: boolean }> {
  const loudness = new Array<number>(parts).fill(0);
  let isWhole = true;
  let at = 0;
  let read: { sound: PlacedSound; peaks: Int8Array | undefined } | undefined;
  for (let part = 0; part < parts && samples > 0; part += 1) {
    const middle = ((part + 0.5) * samples) / parts;
    const half = Math.min(lookedAt, samples / parts) / 2;
    while ((sounds[at]?.to ?? Infinity) <= middle) at += 1;
    const sound = sounds[at];
    if (!sound || sound.from > middle) continue; // a pause
    if (read?.sound !== sound) read = { sound, peaks: await peaksOf(sound) };
    if (read.peaks)
      loudness[part] = loudestOf(read.peaks, Math.max(0, middle - half - sound.from), Math.min(sound.to, middle + half) - sound.from);
    else isWhole = false;
  }
  const loudest = Math.max(...loudness);
  return { peaks: loudest === 0 ? [] : loudness.map((each) => each / loudest), isWhole };
}

/** The largest magnitude between two samples of a sound, of the pairs of lowest and highest that it has. */
function loudestOf(peaks: Int8Array, from: number, to: number): number {
  const last = Math.max(Math.floor(from / samplesPerPeak), Math.ceil(to / samplesPerPeak) - 1);
  let loudest = 0;
  for (let pair = Math.floor(from / samplesPerPeak); pair <= last; pair += 1)
    loudest = Math.max(loudest, -(peaks[pair * 2] ?? 0), peaks[pair * 2 + 1] ?? 0);
  return loudest;
}
