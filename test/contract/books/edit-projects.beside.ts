import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { start, valueOf, type Ended } from '../cli/command-line.ts';
import { probeFile } from '../masters/ffmpeg-measures.ts';
import { parseOtio, secondsOf } from './otio.ts';
import { numberOf, parseRpp, valuesOf } from './rpp.ts';
import { makeSpokenProject } from './spoken-project.ts';

/** Projects for audio editors, by readers of the published formats, with their sounds as ffprobe sees them. */

let folder: string;
let project: string;
const out = (name: string): string => join(folder, name);
const run = (...args: readonly string[]): Promise<Ended> =>
  start(['project', ...args, '--json'], { profile: out('profile'), env: {} }).ended;

const titles = ['One "quoted" & more', "It's `all` \"three\""];
const sounds = ['The sea - Audio 01 One _quoted_ & more.wav', 'The sea - Audio 02 It’s.wav'];
/** What the CLI says of the time line: each block with its place, in the order of the project. */
interface Shown {
  chapters: { title: string; durationMs: number; blocks: { text: string; character: string | null; startMs: number; endMs: number }[] }[];
}
let shown: Shown;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'voicewright-edits-'));
  project = await makeSpokenProject(out('studio'), 'Sea', [
    {
      title: titles[0] ?? '',
      blocks: [
        { text: 'The fog came in.', sound: 'timed' },
        { text: '“Who is there?” said "Ann".', sound: 'timed', character: 'Ann' },
        { text: 'Nobody has spoken this.', sound: 'silent' },
        { text: 'Nobody answered.', sound: 'none' },
      ],
    },
    {
      title: titles[1] ?? '',
      blocks: [
        { text: 'Bob laughed.', sound: 'timed', character: 'Bob' },
        { text: 'So did she.', sound: 'timed', character: 'Ann' },
      ],
    },
  ]);
  shown = valueOf(await run('show', project)) as unknown as Shown;
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Every block with sound, by its track and where it must stand in seconds: chapters follow one another after 1.5 s. */
function wantedItems(): { track: string; start: number; length: number; chapter: number; offset: number }[] {
  let at = 0;
  return shown.chapters.flatMap(({ durationMs, blocks }, chapter) => {
    const start = at;
    at += durationMs / 1000 + 1.5;
    return blocks
      .filter(({ startMs }) => startMs !== null)
      .map(({ character, startMs, endMs }) => ({
        track: character ?? 'Narration',
        start: start + startMs / 1000,
        length: (endMs - startMs) / 1000,
        chapter,
        offset: startMs / 1000,
      }));
  });
}
const round = (value: number): number => Math.round(value * 1000) / 1000;
