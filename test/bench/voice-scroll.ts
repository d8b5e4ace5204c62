import type { Bench } from './run.ts';
import { compare, type VoicesFixture } from '../helpers/voices-fixture.ts';

const frames = 120;

/** Main-thread milliseconds of one frame in which the voices are scrolled there and back. */
export async function perFrame({ page, busy }: VoicesFixture): Promise<number> {
  const before = await busy();
  await page.evaluate(async (count) => {
    const list = document.querySelector('[data-voice-grid]');
    for (let frame = 0; frame < count; frame += 1) {
      if (list) list.scrollTop += frame < count / 2 ? 60 : -60;
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
  }, frames);
  return (((await busy()) - before) * 1000) / frames;
}

export default {
  name: 'main-thread time of a scrolled frame with 10,000 voices, against 100; ms',
  atMost: 2,
  run: () => compare(perFrame, { view: 'list' }),
} satisfies Bench;
