import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright';
import { findBrowser } from '#main/hosts/served/browser.ts';
import { writeLongProject } from './long-project.ts';
import { startBuiltHost } from './served-host.ts';

/** A chapter of so many hours, with its words, opened in a window of its own. */
export interface Opened {
  /** From the navigation until the script stands, and the waveform is drawn and can be used; in milliseconds. */
  milliseconds: number;
  /** What the window's own process holds after its garbage was collected; in megabytes. */
  megabytes: number;
}

interface LongChapter {
  open(): Promise<Opened>;
  remove(): void;
}

/** Writes the chapter; each `open` starts the studio again on it. */
function longChapter(hours: number): LongChapter {
  const executablePath = findBrowser();
  if (executablePath === undefined) throw new Error('No Chromium or Chrome was found.');
  const profile = mkdtempSync(join(tmpdir(), 'voicewright-bench-'));
  writeLongProject(profile, { hours, words: true });
  return {
    open: async () => {
      const host = await startBuiltHost(profile);
      const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', '--disable-quic'] });
      try {
        const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
        await page.goto(host.url);
        const whole = await page.waitForFunction(
          () => {
            const isDrawn = document.querySelector('[data-view]') !== null;
            const zoom = document.querySelector<HTMLButtonElement>('button[aria-label="Zoom out"]');
            const isThere = document.querySelector('[data-block]') !== null && isDrawn && zoom?.disabled === false;
            return isThere && performance.now();
          },
          undefined,
          { polling: 'raf', timeout: 120_000 },
        );
        const milliseconds = Number(await whole.jsonValue());
        await page.waitForLoadState('networkidle');
        const devtools = await page.context().newCDPSession(page);
        await devtools.send('HeapProfiler.collectGarbage');
        const processes = await (await browser.newBrowserCDPSession()).send('SystemInfo.getProcessInfo');
        const resident = processes.processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => residentMegabytes(id));
        return { milliseconds, megabytes: Math.max(...resident) };
      } finally {
        await browser.close();
        await host.stop();
      }
    },
    remove: () => rmSync(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }),
  };
}

/** As a system monitor shows it. */
function residentMegabytes(pid: number): number {
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1024;
}

/** The middle of what several openings came to, of ten hours and of ten minutes in turn. */
export async function tenHoursAgainstTenMinutes(figure: keyof Opened): Promise<{ ours: number; peer: number }> {
  const chapters = [longChapter(10), longChapter(1 / 6)] as const;
  const found: [number[], number[]] = [[], []];
  try {
    for (let round = 0; round < 4; round += 1)
      for (const [index, chapter] of chapters.entries()) {
        const opened = await chapter.open();
        if (round > 0) found[index]?.push(opened[figure]); // the first finds nothing made ready
      }
  } finally {
    for (const chapter of chapters) chapter.remove();
  }
  const [ours, peer] = found.map((values) => values.sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN);
  return { ours: ours ?? Number.NaN, peer: peer ?? Number.NaN };
}
