import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { start, valueOf } from '../cli/command-line.ts';
import { probeFile } from '../masters/ffmpeg-measures.ts';
import { makeSpokenProject } from './spoken-project.ts';

let folder: string;
let project: string;
const out = (name: string): string => join(folder, name);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'voicewright-proof-page-'));
  project = await makeSpokenProject(out('studio'), 'Sea', [
    { title: 'One', blocks: [{ text: 'The fog came in.', sound: 'timed' }] },
    { title: 'Two', blocks: [{ text: 'Nobody has spoken this.', sound: 'silent' }] },
    { title: 'Three', blocks: [{ text: 'Nobody answered.', sound: 'timed' }] },
  ]);
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('a proof page holds the whole sound of each chapter that has one, as ffprobe reads it, and asks for nothing from a network', async () => {
  const args = ['project', 'export', project, '--format', 'html', '--out', out('sea.html'), '--allow-missing', '--author', 'Ann'];
  const ended = await start([...args, '--json'], { profile: out('profile'), env: {} }).ended;
  expect(ended.code, ended.stderr).toBe(0);
  expect(valueOf(ended)).toMatchObject({ files: [{ path: out('sea.html'), format: 'html', durationMs: 8000 }] });
  const page = readFileSync(out('sea.html'), 'utf8');
  const sounds = [...page.matchAll(/<script type="text\/plain" id="sound-(\d+)">([A-Za-z0-9+/=]*)<\/script>/gu)];
  expect(sounds.map(([, chapter]) => chapter)).toEqual(['1', '3']);
  for (const [, chapter, base64 = ''] of sounds) {
    writeFileSync(out(`sound-${chapter}.mp3`), Buffer.from(base64, 'base64'));
    const { format, streams } = await probeFile(out(`sound-${chapter}.mp3`));
    expect(streams[0]?.codec_name).toBe('mp3');
    expect(Math.abs(Number(format.duration) - 4)).toBeLessThan(0.1);
  }
  const written = sounds.reduce((rest, [sound]) => rest.replace(sound, ''), page);
  expect(written).toMatch(/<\/html>\n$/u);
  expect([/https?:/u, /(?:src|href)="\//u].filter((pattern) => pattern.test(written))).toEqual([]);
}, 60_000);
