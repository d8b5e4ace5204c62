import type { Page } from '@playwright/test';
import { messages } from '#shared/messages/index.ts';
import { chapterSamples, find, hearAgain, heardCount, heardSamples, tapSpeaker, withSilences } from './speaker.ts';
import { blocks, expect as plainExpect, inSight, makeChapter, test } from './with-service.ts';

const play = (page: Page) => page.getByRole('button', { name: messages.narration.play, exact: true });
const region = (page: Page) => page.getByRole('region', { name: messages.narration.waveform });
const playhead = (page: Page) => region(page).getByRole('slider', { name: 'Playhead' });
// What is heard takes its time, and on a busy machine more.
test.slow();
const expect = plainExpect.configure({ timeout: 30_000 });

const seconds = async (page: Page): Promise<number> =>
  Number(await page.getByRole('timer', { name: messages.narration.position }).getAttribute('data-seconds'));

/** What leaves the speaker from now until playing ends by itself, the silences that the audio thread reported taken out. */
async function heardToTheEnd(page: Page, least: number): Promise<Int16Array> {
  await expect.poll(() => heardCount(page), { timeout: 30_000 }).toBeGreaterThanOrEqual(least);
  await expect(play(page)).toHaveAttribute('aria-pressed', 'false', { timeout: 30_000 });
  const { samples } = await heardSamples(page);
  const first = samples.findIndex((sample) => sample !== 0);
  return samples.subarray(Math.max(0, first), samples.findLastIndex((sample) => sample !== 0) + 1);
}

/** Cycles a second of a voice, over all frames that have one: the middle of what their autocorrelation says. */
function pitchOf(samples: Int16Array): number {
  const [rate, step, frame] = [48_000, 2400, 2400];
  const found: number[] = [];
  for (let at = 0; at + 2 * frame < samples.length; at += step) {
    const energy = (from: number): number => samples.subarray(from, from + frame).reduce((sum, value) => sum + value * value, 0);
    const whole = energy(at);
    if (whole / frame < 500 ** 2) continue;
    let best = { lag: 0, value: 0 };
    for (let lag = 120; lag <= 800; lag += 2) {
      let product = 0;
      for (let index = 0; index < frame; index += 2) product += (samples[at + index] ?? 0) * (samples[at + index + lag] ?? 0);
      const value = (2 * product) / Math.sqrt(whole * energy(at + lag));
      // The shortest of those that fit as well: its multiples fit too.
      if (value > best.value * 1.05) best = { lag, value };
    }
    if (best.value > 0.7) found.push(rate / best.lag);
  }
  expect(found.length).toBeGreaterThan(5);
  return found.sort((one, other) => one - other)[Math.floor(found.length / 2)] ?? Number.NaN;
}

test.describe('what leaves the speaker', () => {
  // The tap's own module comes from no file of the host.
  test.use({ bypassCSP: true });
  test.beforeEach(async ({ page }) => {
    await tapSpeaker(page);
    // A page that is still on its way in cannot be loaded again.
    await expect(blocks(page).first()).toBeVisible();
    await page.reload();
  });

  test(
    'is backwards the chapter’s samples in the other order, in a loop again and again without a seam, and faster as high',
    { tag: '@beside' },
    async ({ page }) => {
      await makeChapter(page, ['Every lamp is lit.', 'He sleeps.']);
      const whole = await chapterSamples(page);
      const reversed = whole.toReversed();

      await playhead(page).focus();
      await page.keyboard.press('End');
      await hearAgain(page);
      await page.keyboard.press('j');
      let heard = await heardSamples(page);
      await expect
        .poll(async () => find((heard = await heardSamples(page)).samples, withSilences(reversed, heard.gaps)), { timeout: 30_000 })
        .toBeGreaterThanOrEqual(0);
      await expect(play(page)).toHaveAttribute('aria-pressed', 'false');

      await page.keyboard.press('Home');
      await page.keyboard.press('Shift+L');
      await expect(region(page).getByRole('button', { name: messages.narration.loop })).toHaveAttribute('aria-pressed', 'true');
      await hearAgain(page);
      await page.keyboard.press('l');
      const thrice = Int16Array.from([...whole, ...whole, ...whole]);
      await expect.poll(() => heardCount(page), { timeout: 30_000 }).toBeGreaterThan(2.2 * whole.length);
      await expect
        .poll(async () => find((heard = await heardSamples(page)).samples, withSilences(thrice.subarray(0, 2 * whole.length), heard.gaps)))
        .toBeGreaterThanOrEqual(0);
      await page.keyboard.press('Shift+L');
      await page.getByRole('button', { name: messages.narration.stop, exact: true }).click();

      await region(page).getByRole('combobox', { name: messages.narration.playbackSpeed }).selectOption('1.5');
      await playhead(page).focus();
      await page.keyboard.press('Home');
      await hearAgain(page);
      await page.keyboard.press('Space');
      const fast = await heardToTheEnd(page, whole.length / 2);
      const sounding = whole.findLastIndex((sample) => sample !== 0) - whole.findIndex((sample) => sample !== 0);
      if ((await heardSamples(page)).gaps.length === 0) expect(Math.abs((fast.length * 1.5) / sounding - 1)).toBeLessThan(0.1);
      // Played faster as a tape is, it would be half as high again.
      expect(Math.abs(pitchOf(fast) / pitchOf(whole) - 1)).toBeLessThan(0.06);
    },
  );
});

test(
  'Play from here begins at the caret’s block; the overview is dragged; the wheel zooms around the pointer',
  { tag: '@beside' },
  async ({ page }) => {
    await makeChapter(page, ['The keeper counts the ships that pass the harbour.', 'Every lamp is lit along the wall.', 'Then he sleeps.']);
    const total = Number(await playhead(page).getAttribute('aria-valuemax'));

    await blocks(page)
      .nth(1)
      .locator('p')
      .click({ position: { x: 20, y: 12 } });
    const second = await seconds(page);
    await page.getByRole('button', { name: messages.narration.stop, exact: true }).click();
    await page.keyboard.press('F6');
    await blocks(page).nth(1).locator('p').focus();
    await region(page).getByRole('button', { name: messages.narration.playFromHere }).click();
    await expect(play(page)).toHaveAttribute('aria-pressed', 'true');
    await expect.poll(() => seconds(page)).toBeGreaterThan(second);
    await region(page).getByRole('button', { name: messages.narration.stop, exact: true }).click();
    // Stop goes back to where playing began: the start of the block.
    const start = await seconds(page);
    expect(start).toBeGreaterThan(1);
    expect(start).toBeLessThanOrEqual(second);

    const stage = await playhead(page).boundingBox();
    if (!stage) throw new Error('no waveform');
    const seen = async (): Promise<{ from: number; length: number }> => {
      const { from, to } = await inSight(page);
      return { from, length: to - from };
    };
    await region(page).getByRole('button', { name: messages.narration.fitChapter }).click();
    await expect.poll(async () => (await seen()).length).toBeGreaterThan(total - 1.5);
    const x = stage.x + stage.width * 0.7;
    const y = stage.y + 30;
    const timeAtPointer = async (): Promise<number> => {
      await page.mouse.click(x, y);
      return seconds(page);
    };
    const before = await timeAtPointer();
    await page.keyboard.down('Control');
    for (let notch = 0; notch < 4; notch += 1) await page.mouse.wheel(0, -100);
    await page.keyboard.up('Control');
    await expect.poll(async () => (await seen()).length).toBeLessThan(total / 3);
    const near = await seen();
    expect(Math.abs((await timeAtPointer()) - before)).toBeLessThanOrEqual((2 * near.length) / stage.width);

    // The strip above the waveform: what is seen goes along with the pointer.
    const strip = { y: stage.y - 12, at: (share: number) => stage.x + stage.width * share };
    await page.mouse.move(strip.at(0.5), strip.y);
    await page.mouse.down();
    await expect.poll(async () => Math.abs((await seen()).from + near.length / 2 - total * 0.5)).toBeLessThan(1);
    await page.mouse.move(strip.at(0.02), strip.y, { steps: 5 });
    await expect.poll(async () => (await seen()).from).toBe(0);
    await page.mouse.move(strip.at(0.99), strip.y, { steps: 5 });
    await page.mouse.up();
    await expect.poll(async () => (await seen()).from).toBeGreaterThan(total / 2);
    await page.mouse.move(strip.at(0.3), strip.y);
    expect((await seen()).from).toBeGreaterThan(total / 2);
  },
);
