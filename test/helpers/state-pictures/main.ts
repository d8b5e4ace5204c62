import { mkdirSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { findBrowser } from '#main/hosts/served/browser.ts';
import { speakLanguage } from '#main/infra/language.ts';
import { PicturedStudio, type Shot } from './studio.ts';

/**
 * `npm run state-pictures -- DIR [--panels narration,jobs] [--states failed,offline] [--lang de] [--shots light-1440,dark-1024]`: pictures of
 * every panel in every state, reached as a person reaches them, to be looked at. Without options: all, in English, in both themes and sizes.
 * They show what was built last (`npm run build`). A state that is not reached is named at the end, and the exit code is 1.
 */
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    panels: { type: 'string', default: '' },
    states: { type: 'string', default: '' },
    lang: { type: 'string', default: 'en' },
    shots: { type: 'string', default: 'light-1440,dark-1440,light-1024,dark-1024' },
  },
});
const [folder] = positionals;
if (folder === undefined) throw new Error('Say where the pictures go: npm run state-pictures -- DIR');
const list = (text: string): string[] => text.split(',').filter((part) => part !== '');
const heights: Readonly<Record<string, number>> = { 1440: 900, 1024: 700 };
const shots = list(values.shots).map((text): Shot => {
  const [theme, width = ''] = text.split('-');
  const height = heights[width];
  if ((theme !== 'light' && theme !== 'dark') || height === undefined)
    throw new Error(`--shots: “${text}” must be light or dark with 1440 or 1024, such as dark-1024.`);
  return { theme, width: Number(width), height };
});
process.env['VOICEWRIGHT_LANGUAGE'] = values.lang;
process.env['VOICEWRIGHT_BUILT_THREADS'] ??= new URL('../../../dist/main/', import.meta.url).href;
await speakLanguage();
// Texts that are read once are read in the language that was just chosen.
const { journeys } = await import('./journeys.ts');

const executablePath = findBrowser();
if (executablePath === undefined) throw new Error('No Chromium or Chrome was found.');
mkdirSync(folder, { recursive: true });
const wanted = { folder, panels: new Set(list(values.panels)), states: new Set(list(values.states)), shots };
const known = new Set(journeys.flatMap(({ panels }) => panels));
for (const panel of wanted.panels) if (!known.has(panel)) throw new Error(`--panels: “${panel}” must be one of ${[...known].join(', ')}.`);
const microphone = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'];
const browser = await chromium.launch({ executablePath, args: ['--disable-quic', '--disable-background-networking', ...microphone] });
const failures: string[] = [];
try {
  for (const journey of journeys) {
    const { panels, beginning } = journey;
    if (wanted.panels.size > 0 && !panels.some((panel) => wanted.panels.has(panel))) continue;
    const studio = await PicturedStudio.open(browser, wanted, beginning);
    try {
      await journey.run(studio);
    } catch (thrown) {
      failures.push(`${panels.join(', ')}: ${String(thrown)}`);
    } finally {
      failures.push(...studio.failures);
      await studio.close();
    }
  }
} finally {
  await browser.close();
}
if (failures.length > 0) {
  process.stderr.write(`Not reached:\n${failures.join('\n')}\n`);
  process.exitCode = 1;
}
