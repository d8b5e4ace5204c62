import type { Locator, Page } from '@playwright/test';
import { messages } from '#shared/messages/index.ts';
import { expect as plainExpect, test } from './fixtures.ts';
import { blocks, generateAll, script } from './with-service.ts';

// A first start as it comes: the local service of the studio, and a question before the first purchase of a project.
test.use({ opensSample: false, asksFirst: true });
const expect = plainExpect.configure({ timeout: 45_000 });

const most = 3;

/** What a person does, counted: a press, a text that is typed, a drop. A choice in the dialog of the system belongs to the press that opens it. */
class Acts {
  #count = 0;
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  #act(): void {
    this.#count += 1;
    expect(this.#count).toBeLessThanOrEqual(most);
  }

  readonly press = async (target: Locator): Promise<void> => {
    this.#act();
    await expect(target).toBeEnabled();
    await target.click();
  };

  readonly type = async (text: string): Promise<void> => {
    this.#act();
    await this.#page.keyboard.type(text);
  };

  readonly choose = async (opener: Locator, file: { name: string; mimeType: string; buffer: Buffer }): Promise<void> => {
    this.#act();
    const [dialog] = await Promise.all([this.#page.waitForEvent('filechooser'), opener.click()]);
    await dialog.setFiles(file);
  };
}

const button = (page: Page, name: string | RegExp) => page.getByRole('main').getByRole('button', { name, exact: true });
const example = (page: Page) => button(page, messages.sources.tryExample);
const isLit = (page: Page) => expect(script(page)).toHaveAttribute('data-playing-word', /^\d+$/u);
const pause = (page: Page) => page.getByRole('button', { name: new RegExp(`^${messages.player.pause} `, 'u') });
const confirm = (page: Page) =>
  page.getByRole('dialog', { name: /^Generate .*\?$/u }).getByRole('button', { name: messages.narration.generate, exact: true });

const { start } = messages;
const ways: readonly (readonly [way: string, go: (page: Page, acts: Acts, way: Locator) => Promise<void>])[] = [
  [
    start.openSample,
    async (page, acts, way) => {
      await acts.press(way);
      await acts.press(generateAll(page));
      await acts.press(confirm(page));
      await isLit(page);
    },
  ],
  [
    start.write,
    async (page, acts, way) => {
      await acts.press(way);
      await expect(script(page)).toBeFocused();
      await acts.type('The sea rose in the night, and nobody came.');
      await acts.press(button(page, new RegExp(`^${messages.narration.generate}\\b(?! all)`, 'u')).first());
      await isLit(page);
    },
  ],
  [
    start.importManuscript,
    async (page, acts, way) => {
      await acts.choose(way, { name: 'Story.md', mimeType: 'text/markdown', buffer: Buffer.from('# One\n\nThe sea rose in the night.\n') });
      const dialog = page.getByRole('dialog', { name: messages.manuscript.newProjectTitle });
      await acts.press(dialog.getByRole('button', { name: messages.manuscript.createAndGenerate, exact: true }));
      // The price is still asked about.
      await acts.press(confirm(page));
      await isLit(page);
      await expect(blocks(page).locator('p')).toHaveText(['One', 'The sea rose in the night.']);
    },
  ],
  [
    start.dubVideo,
    async (page, acts, way) => {
      await acts.press(way);
      await acts.press(example(page));
      await acts.press(button(page, messages.dubbing.playDub));
      await expect.poll(() => page.evaluate(() => document.querySelector('video')?.currentTime ?? 0)).toBeGreaterThan(0.2);
    },
  ],
  [
    start.transcribe,
    async (page, acts, way) => {
      await acts.press(way);
      await acts.press(example(page));
      await acts.press(
        page
          .getByRole('article')
          .getByRole('button', { name: new RegExp(`^${messages.player.play} `, 'u') })
          .first(),
      );
      await expect(pause(page).first()).toBeVisible();
    },
  ],
  [
    start.clone,
    async (page, acts, way) => {
      await acts.press(way);
      await acts.press(example(page));
      await acts.press(button(page, messages.clone.generateTestLine));
      await expect(pause(page)).toBeVisible();
    },
  ],
];

/** Other journeys go much the same way. */
const beside: readonly string[] = [start.openSample, start.write, start.clone];

for (const [name, go] of ways)
  test(`${name}: the first sound is at most three actions away`, { tag: beside.includes(name) ? '@beside' : [] }, async ({ page }) => {
    test.slow();
    const way = page.getByRole('region', { name: start.start, exact: true }).getByRole('button', { name, exact: true });
    await go(page, new Acts(page), way);
  });

test('each example names what it takes at the local service, in the same words behind what it does', async ({ page }) => {
  const { window: names, dubbing } = messages;
  const rail = page.getByRole('navigation', { name: names.panels });
  const [before, after] = messages.sources.exampleLocalTakes('|').split('|');
  // Beside credits only where it is what pays.
  const quota = page.getByRole('contentinfo').getByText(names.apiQuota, { exact: true });
  const seen: string[] = [];
  const see = async (): Promise<void> => {
    const note = page.getByRole('main').getByText(new RegExp(`\\. ${before ?? ''}\\d+ (?:credits|API quota)${after ?? ''}$`, 'u'));
    await expect(note).toBeVisible();
    seen.push((await note.textContent()) ?? '');
  };
  for (const panel of [names.clone, names.live, names.lipSync, names.transcribe, names.imagesVideo, names.dubbing]) {
    await rail.getByRole('button', { name: panel, exact: true }).click();
    await see();
    await expect(quota).toHaveCount(panel === names.imagesVideo ? 1 : 0);
  }
  await page.getByRole('radiogroup', { name: dubbing.dubbingMode }).getByText(dubbing.oneText, { exact: true }).click();
  await expect(page.getByRole('main').getByText(dubbing.exampleWhat)).toBeVisible();
  await see();
  expect(new Set(seen).size).toBe(7);
});
