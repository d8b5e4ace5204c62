import { mkdtempSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { Engine, sampleRate as engineRate } from '#main/local-service/sound/engine.ts';
import { findBrowser } from '#main/hosts/served/browser.ts';
import { sampleRate } from '#shared/narration/take.ts';
import { bookParagraphs, bookVoice, writeBook } from '../helpers/book.ts';
import { startBuiltHost } from '../helpers/served-host.ts';
import type { Bench } from './run.ts';

const texts = bookParagraphs(120);
/** Some variants of the engine take twice as long as others. */
const engineVoice = bookVoice.engine;

/** Peer: the engine alone with the same text and voice. Seconds of audio for a second of work. */
function speakAlone(engine: Engine): number {
  let samples = 0;
  const started = performance.now();
  for (const text of texts) {
    engine.use(engineVoice);
    engine.speak(text, (heard) => (samples += heard.length));
  }
  return ((samples / engineRate) * 1000) / (performance.now() - started);
}

/**
 * Ours: Generate all in the built studio with its own local service, its window open in a browser, from the confirmation to the last block that
 * shows as made. Seconds of audio for a second of waiting.
 */
async function generateAll(playing: boolean): Promise<number> {
  const executablePath = findBrowser();
  if (executablePath === undefined) throw new Error('No Chromium or Chrome was found.');
  const profile = mkdtempSync(join(tmpdir(), 'voicewright-bench-'));
  const projectPath = writeBook(profile, texts);
  const host = await startBuiltHost(profile);
  const browser = await chromium.launch({ executablePath, args: ['--disable-quic', '--disable-background-networking', '--mute-audio'] });
  let seconds: number;
  try {
    const page = await browser.newPage();
    await page.goto(host.url);
    await page.locator(`[data-block][data-voice="${bookVoice.name}"]`).first().waitFor();
    const press = page.getByRole('button', { name: 'Generate all', exact: true });
    await press.and(page.locator(':enabled')).waitFor();
    await press.click();
    // A first purchase in a project is asked about.
    const confirm = page.getByRole('dialog').getByRole('button', { name: 'Generate', exact: true });
    await confirm.waitFor();
    const started = performance.now();
    await confirm.click();
    // It is heard as soon as it sounds, unless a person stops that.
    if (!playing) await page.getByRole('button', { name: 'Stop', exact: true }).click();
    await page.waitForFunction((count) => document.querySelectorAll('[data-block][data-state="done"]').length === count, texts.length, {
      timeout: 600_000,
      polling: 100,
    });
    seconds = (performance.now() - started) / 1000;
    if (playing && (await page.locator('[data-playing-word]').count()) === 0) throw new Error('It did not play.');
  } finally {
    await browser.close();
    await host.stop();
  }
  const project = new DatabaseSync(projectPath, { readOnly: true });
  const row = project.prepare("SELECT sum(samples) AS samples, count(*) AS takes FROM takes WHERE state='complete'").get();
  project.close();
  rmSync(profile, { recursive: true, force: true });
  if (row?.['takes'] !== texts.length) throw new Error('Not every paragraph has its take: this figure would mean nothing.');
  return Number(row['samples']) / sampleRate / seconds;
}

/** The engine speaks before and after, so that what else the machine does falls on both alike. */
export async function againstTheEngine(playing: boolean): Promise<{ ours: number; peer: number }> {
  const engine = await Engine.start();
  speakAlone(engine);
  const before = speakAlone(engine);
  const ours = await generateAll(playing);
  return { ours, peer: (before + speakAlone(engine)) / 2 };
}

export default {
  name: 'generate-all of 120 paragraphs, against the engine alone; seconds of audio a second',
  atLeast: 0.35,
  run: () => againstTheEngine(false),
} satisfies Bench;
