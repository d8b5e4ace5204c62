import type { Bench } from './run.ts';
import { compare, type VoicesFixture } from '../helpers/voices-fixture.ts';

const typed = 'warm narrator number 4';

/** Milliseconds from a key of the search to the frame that shows what it finds, on the mean. */
async function perKey({ page }: VoicesFixture): Promise<number> {
  const search = page.getByRole('searchbox', { name: 'Search voices' });
  await search.fill('');
  await search.focus();
  await page.evaluate(() => {
    const times: number[] = [];
    Object.assign(window, { times });
    document.querySelector('[data-voice-search]')?.addEventListener('keydown', () => {
      const from = performance.now();
      requestAnimationFrame(() => setTimeout(() => times.push(performance.now() - from)));
    });
  });
  for (const key of typed) await page.keyboard.press(key === ' ' ? 'Space' : key);
  await page.waitForFunction((count) => (window as unknown as { times: number[] }).times.length >= count, typed.length);
  return page.evaluate(() => {
    const { times } = window as unknown as { times: number[] };
    return times.reduce((sum, time) => sum + time, 0) / times.length;
  });
}

export default {
  name: 'filter keystroke to paint with 10,000 voices, against 100; ms',
  atMost: 2,
  run: () => compare(perKey),
} satisfies Bench;
