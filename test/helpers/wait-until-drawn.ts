import type { Page } from '@playwright/test';

/** Waits until a page has laid out and drawn what it shows, and what moves has arrived. */
export async function waitUntilDrawn(page: Page): Promise<void> {
  // Two frames: the first lays out, the second has drawn the canvas again.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
        .map(({ finished }) => finished),
    ),
  );
}
