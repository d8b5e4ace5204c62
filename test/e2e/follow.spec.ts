import type { Page } from '@playwright/test';
import { messages } from '#shared/messages/index.ts';
import { seriousTroubles } from './axe.ts';
import { expect as plainExpect, makeChapter, script, test } from './with-service.ts';

test.slow();
const expect = plainExpect.configure({ timeout: 30_000 });

interface Lit {
  /** Whether the lit word can be seen. */
  seen: boolean;
  word: number;
  /** How far the script is scrolled, and the middle of what is seen of it. */
  top: number;
  middle: { x: number; y: number };
}

const lit = (page: Page): Promise<Lit> =>
  script(page).evaluate((element) => {
    let view = element.parentElement;
    while (view && getComputedStyle(view).overflowY !== 'auto') view = view.parentElement;
    if (!view) throw new Error('nothing scrolls');
    const range = [...(CSS.highlights.get('playing-word') ?? [])][0] as Range | undefined;
    const [word, box] = [range?.getBoundingClientRect(), view.getBoundingClientRect()];
    const seen = word !== undefined && word.height > 0 && word.top >= box.top && word.bottom <= box.bottom;
    const middle = { x: box.left + box.width / 2, y: box.top + box.height / 2 };
    return { seen, word: Number(element.dataset['playingWord'] ?? -1), top: view.scrollTop, middle };
  });

test(
  'the script goes along with the lit word, past Help and the palette; it stays where a person scrolls it, and goes along again after Follow playback, its key, and Play',
  { tag: '@beside' },
  async ({ page }) => {
    const sentence = 'The keeper counts the ships that pass the harbour wall and writes them down.';
    await makeChapter(
      page,
      Array.from({ length: 9 }, () => sentence),
    );
    const playhead = page.getByRole('slider', { name: 'Playhead' });
    const play = page.getByRole('button', { name: messages.narration.play, exact: true });

    // The last block, with so little room that it lies below: as when cards of failures take the room while it plays.
    await playhead.focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('Space');
    await expect.poll(async () => (await lit(page)).seen).toBe(true);
    await page.setViewportSize({ width: 1280, height: 440 });
    const box = await playhead.boundingBox();
    if (!box) throw new Error('no waveform');
    await page.getByRole('button', { name: messages.narration.fitChapter }).click();
    await page.mouse.click(box.x + box.width * 0.8, box.y + 20);
    await expect.poll(async () => (await lit(page)).word).toBeGreaterThan(40);
    await expect.poll(async () => (await lit(page)).seen).toBe(true);

    // A person turns the wheel while the script still scrolls to the word: it stays where the wheel brings it, whatever is read meanwhile.
    const { middle } = await lit(page);
    const scrolling = script(page).evaluate(
      (element) => new Promise((resolve) => element.ownerDocument.addEventListener('scroll', resolve, { capture: true, once: true })),
    );
    await page.mouse.click(box.x + box.width * 0.5, box.y + 20);
    await page.mouse.move(middle.x, middle.y);
    await scrolling;
    await page.mouse.wheel(0, -3000);
    await expect.poll(async () => (await lit(page)).top).toBe(0);
    const { word } = await lit(page);
    await expect.poll(async () => (await lit(page)).word).toBeGreaterThan(word + 2);
    expect(await lit(page)).toMatchObject({ seen: false, top: 0 });

    // The button leads back to the word, by key from the script too, and is there only while the word is out of sight.
    const follow = page.getByRole('button', { name: messages.narration.followPlayback, exact: true });
    await follow.press('Enter');
    await expect.poll(async () => (await lit(page)).seen).toBe(true);
    await expect(follow).toHaveCount(0);
    await expect(script(page)).toBeFocused();
    await page.mouse.wheel(0, -3000);
    await expect(follow).toBeVisible();
    expect(await seriousTroubles(page)).toEqual([]);
    await page.keyboard.press('Alt+F');
    await expect.poll(async () => (await lit(page)).seen).toBe(true);
    await expect(follow).toHaveCount(0);

    /** Plays on from the middle of the chapter, with the pointer over the script. */
    const seekToMiddle = async (): Promise<void> => {
      await page.mouse.click(box.x + box.width * 0.5, box.y + 20);
      await page.mouse.move(middle.x, middle.y);
    };

    // Help and the palette, opened from the script, do not end it.
    for (const [open, dialog] of [
      ['F1', messages.help.help],
      ['Control+k', messages.window.commandPalette],
    ] as const) {
      await seekToMiddle();
      await expect.poll(async () => (await lit(page)).seen).toBe(true);
      await script(page).focus();
      await page.keyboard.press(open);
      await expect(page.getByRole('dialog', { name: dialog })).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog', { name: dialog })).toHaveCount(0);
      await page.mouse.click(box.x + box.width * 0.8, box.y + 20);
      await expect
        .poll(async () => {
          const { seen, word } = await lit(page);
          return seen && word > 90;
        })
        .toBe(true);
    }

    await seekToMiddle();
    await page.mouse.wheel(0, -3000);
    await expect(follow).toBeVisible();
    await play.click();
    await expect(play).toHaveAttribute('aria-pressed', 'false');
    await expect(follow).toHaveCount(0);
    await play.click();
    await expect.poll(async () => (await lit(page)).seen).toBe(true);
  },
);

test('peaks that are refused are said to be missing, asked for again, and drawn', { tag: '@beside' }, async ({ page }) => {
  let refuse = true;
  await page.route(/\/bytes\/chapter\/.*\.peaks/u, (route) => (refuse ? route.fulfill({ status: 500, body: '' }) : route.fallback()));
  await makeChapter(page, ['Every lamp is lit.']);
  const note = page.getByRole('region', { name: messages.narration.waveform }).getByText(messages.narration.waveformNotRead);
  await expect(note).toBeVisible();
  refuse = false;
  await expect(note).toHaveCount(0, { timeout: 20_000 });
});
