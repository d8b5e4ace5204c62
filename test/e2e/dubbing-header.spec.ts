import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { german } from '#shared/messages/de/index.ts';
import { english } from '#shared/messages/en/index.ts';
import { accented } from '#shared/messages/pseudo.ts';
import { ffmpeg } from '../contract/dubbing-timeline/fixture.ts';
import { expect, test } from './fixtures.ts';
import { dropAt } from './media.ts';
import { showPanel } from './panels.ts';

const folder = mkdtempSync(join(tmpdir(), 'voicewright-dub-header-'));
const films = ['video', 'Episode 12, the keeper of the lighthouse and the harbour at night, final cut'];
const captions = join(folder, 'captions.srt');
writeFileSync(
  captions,
  `1
00:00:00,500 --> 00:00:02,800
Guten Abend, Herr Kommissar.

2
00:00:04,000 --> 00:00:04,500
Ich meine, wir haben einen Verdacht, aber noch keinen einzigen Beweis für irgendetwas.
`,
);

test.beforeAll(async () => {
  for (const name of films)
    await ffmpeg(
      ...['-f', 'lavfi', '-i', 'testsrc2=size=320x180:rate=25:duration=6', '-f', 'lavfi', '-i', 'sine=frequency=120:duration=6'],
      ...['-c:v', 'libx264', '-preset', 'veryfast', '-pix_fmt', 'yuv420p', '-c:a', 'aac', '-ac', '1', join(folder, `${name}.mp4`)],
    );
});
test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

const sizes = [
  { width: 1440, height: 900 },
  { width: 1280, height: 800 },
  { width: 1024, height: 700 },
];

/** Controls of the bar of a panel that leave it, or lie on another one. */
const astray = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const heading = [...document.querySelectorAll('main h1')].find((element) => element.checkVisibility());
    const bar = heading?.parentElement?.closest('main > div');
    if (!bar) return ['no bar'];
    const inside = bar.getBoundingClientRect();
    const shown = [...bar.querySelectorAll<HTMLElement>('button, label')]
      .filter((element) => element.checkVisibility() && !element.parentElement?.closest('button'))
      .map((element) => ({ name: element.getAttribute('aria-label') ?? element.innerText, box: element.getBoundingClientRect() }));
    return shown.flatMap(({ name, box }, place) => [
      ...(box.left >= inside.left && box.right <= inside.right && box.bottom <= inside.bottom ? [] : [`${name} leaves the bar`]),
      ...shown
        .slice(place + 1)
        .filter(
          (other) =>
            box.left < other.box.right - 1 &&
            other.box.left < box.right - 1 &&
            box.top < other.box.bottom - 1 &&
            other.box.top < box.bottom - 1,
        )
        .map((other) => `${name} lies on ${other.name}`),
    ]);
  });

for (const { language, texts } of [
  { language: 'de', texts: german },
  { language: 'en-XA', texts: accented(english) },
]) {
  test.describe(`In ${language}`, () => {
    test.use({ hostEnvironment: { VOICEWRIGHT_LANGUAGE: language } });

    test('every button of a dub’s bar stays in it, whatever its title and price are', { tag: '@beside' }, async ({ browser, host }) => {
      test.slow();
      const page = await (await browser.newContext({ viewport: sizes[0]! })).newPage();
      await page.goto(host.url);
      await page.getByRole('button', { name: texts.start.openSample, exact: true }).click();
      await page.getByRole('textbox', { name: texts.narration.script }).waitFor();
      await showPanel(page, texts.window.dubbing, texts);
      const { dubbing } = texts;
      const found: string[] = [];
      const look = async (when: string): Promise<void> => {
        for (const size of sizes) {
          await page.setViewportSize(size);
          found.push(...(await astray(page)).map((what) => `${when}, ${size.width}: ${what}`));
        }
        await page.setViewportSize(sizes[0]!);
      };
      await page.getByRole('radiogroup', { name: dubbing.dubbingMode }).getByText(dubbing.timeline, { exact: true }).click();
      for (const title of films) {
        await dropAt(page, { x: 500, y: 450 }, [join(folder, `${title}.mp4`)]);
        await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible({ timeout: 20_000 });
        await expect(page.getByRole('button', { name: dubbing.generateAll, exact: true })).toBeVisible();
        await look(`${title.slice(0, 9)} without segments`);
        await page.locator('[data-captions-file]').setInputFiles(captions);
        await expect(page.getByRole('listbox', { name: dubbing.segments }).getByRole('option')).toHaveCount(2);
        const voiceOfAll = dubbing.voiceOfCount(dubbing.everybody, dubbing.segment(2));
        await page.getByRole('combobox', { name: voiceOfAll }).click();
        await page.getByRole('listbox', { name: voiceOfAll }).getByRole('option').first().click();
        await expect(page.locator('[data-price-part="left"]').first()).not.toBeEmpty();
        await look(`${title.slice(0, 9)} with a price`);
        await page.getByRole('button', { name: dubbing.allDubs, exact: true }).click();
      }
      expect(found).toEqual([]);
      await page.context().close();
    });
  });
}
