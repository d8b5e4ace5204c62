import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { messages } from '#shared/messages/index.ts';
import { ffmpeg } from '../contract/dubbing-timeline/fixture.ts';
import { seriousTroubles } from './axe.ts';
import { dubSegments } from './dub-example.ts';
import { dropAt } from './media.ts';
import { expect, test } from './with-service.ts';

const { dubbing, dubbingTimeline } = messages;

const folder = mkdtempSync(join(tmpdir(), 'voicewright-playback-'));
const film = join(folder, 'The tide.mp4');
const captions = join(folder, 'The tide.srt');
const time = (tenths: number): string => `00:00:${String(Math.floor(tenths / 10)).padStart(2, '0')},${String(tenths % 10)}00`;
/** Two in a second; a pause of a tenth behind the second of them. */
writeFileSync(
  captions,
  Array.from(
    { length: 40 },
    (_, at) => `${String(at + 1)}\n${time(at * 5)} --> ${time(at * 5 + (at === 1 ? 4 : 5))}\nWave ${String(at + 1)}.\n`,
  ).join('\n'),
);
test.beforeAll(() =>
  ffmpeg(
    ...['-f', 'lavfi', '-i', 'testsrc2=size=320x180:rate=25:duration=21', '-f', 'lavfi', '-i', 'sine=frequency=120:duration=21'],
    ...['-c:v', 'libx264', '-preset', 'veryfast', '-pix_fmt', 'yuv420p', '-c:a', 'aac', '-ac', '1', film],
  ),
);
test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const row = (page: Page, number: number) => dubSegments(page).locator(`[aria-posinset="${String(number)}"]`);
const spoken = (page: Page) => dubSegments(page).locator('[aria-current="true"]');
const caption = (page: Page) => page.locator('[data-caption]');
/** The number of the line at the playhead; 0 in a pause. */
const numberSpoken = async (page: Page): Promise<number> =>
  Number(/\d+/u.exec((await caption(page).allTextContents()).join(' '))?.[0] ?? 0);
const scrolled = (page: Page): Promise<number> => dubSegments(page).evaluate((list) => list.scrollTop);

async function openTide(page: Page): Promise<void> {
  await page
    .getByRole('navigation', { name: messages.window.panels })
    .getByRole('button', { name: messages.window.dubbing, exact: true })
    .click();
  await page.getByRole('radiogroup', { name: dubbing.dubbingMode }).getByText(dubbing.timeline, { exact: true }).click();
  await dropAt(page, { x: 500, y: 450 }, [film]);
  await expect(page.getByRole('heading', { name: 'The tide' })).toBeVisible({ timeout: 20_000 });
  await dropAt(page, { x: 500, y: 450 }, [captions]);
  await expect(dubSegments(page).locator('[aria-setsize="40"]').first()).toBeVisible();
}

test(
  'the line at the playhead stands over the picture, and its switch is remembered; between lines nothing does',
  { tag: '@beside' },
  async ({ page }) => {
    await openTide(page);
    await row(page, 2).click();
    await expect(caption(page)).toHaveText('Wave 2.');
    await expect(spoken(page)).toHaveText(/Wave 2\./u);
    // It lies on the picture, and below nothing that is pressed.
    const [picture, words] = await Promise.all([page.locator('video').boundingBox(), caption(page).boundingBox()]);
    expect(words!.y).toBeGreaterThan(picture!.y + picture!.height / 2);
    expect(words!.y + words!.height).toBeLessThanOrEqual(picture!.y + picture!.height);
    expect(await seriousTroubles(page)).toEqual([]);
    // The playhead goes on by frames, through the pause, to the next line.
    for (let frame = 0; frame < 11; frame += 1) await page.keyboard.press('Period');
    await expect(caption(page)).toHaveCount(0);
    await expect(spoken(page)).toHaveCount(0);
    for (let frame = 0; frame < 3; frame += 1) await page.keyboard.press('Period');
    await expect(caption(page)).toHaveText('Wave 3.');

    const captionsSwitch = button(page, dubbingTimeline.captionsOverVideo);
    await expect(captionsSwitch).toHaveAttribute('aria-pressed', 'true');
    await captionsSwitch.focus();
    await page.keyboard.press('Enter');
    await expect(caption(page)).toHaveCount(0);
    await page.reload();
    await row(page, 2).click();
    await expect(captionsSwitch).toHaveAttribute('aria-pressed', 'false');
    await expect(caption(page)).toHaveCount(0);
    await captionsSwitch.click();
    await expect(caption(page)).toHaveText('Wave 2.');
  },
);

test(
  'while it plays the list follows the playhead, until a person scrolls it; from the next start on it follows again',
  { tag: '@beside' },
  async ({ page }) => {
    test.slow();
    await openTide(page);
    await row(page, 1).click();
    await button(page, dubbing.playDub).click();
    await expect.poll(() => scrolled(page), { timeout: 20_000 }).toBeGreaterThan(0);
    await expect(spoken(page)).toBeInViewport({ ratio: 1 });
    // What comes next is in sight too.
    await expect(row(page, (await numberSpoken(page)) + 2)).toBeInViewport();

    await dubSegments(page).hover();
    await page.mouse.wheel(0, -5_000);
    await expect.poll(() => scrolled(page)).toBe(0);
    const left = await numberSpoken(page);
    await expect.poll(() => numberSpoken(page), { timeout: 20_000 }).toBeGreaterThan(left + 3);
    expect(await scrolled(page)).toBe(0);
    await button(page, dubbing.pauseDub).click();
    await expect(button(page, dubbing.playDub)).toBeVisible();
    expect(await scrolled(page)).toBe(0);
    await button(page, dubbing.playDub).click();
    await expect.poll(() => scrolled(page)).toBeGreaterThan(0);
    await expect(spoken(page)).toBeInViewport({ ratio: 1 });
  },
);
