import { sampleText } from '#shared/narration/sample.ts';
import { messages } from '#shared/messages/index.ts';
import { seriousTroubles } from './axe.ts';
import { buzz } from '../contract/clone/fixture.ts';
import { blocks, expect, generateAll, generateEverything, script, test } from './with-service.ts';
import type { Page } from '@playwright/test';

test.use({ opensSample: false });

const start = (page: Page) => page.getByRole('region', { name: messages.start.start, exact: true });
const way = (page: Page, name: string) => start(page).getByRole('button', { name, exact: true });
const recent = (page: Page) => page.getByRole('list', { name: messages.start.recentProjects });

/** Drops a file of this name on what a selector finds, as the system would. */
async function drop(page: Page, selector: string, file: { name: string; type: string; text?: string; bytes?: number[] }): Promise<void> {
  const transfer = await page.evaluateHandle(({ name, type, text, bytes }) => {
    const data = new DataTransfer();
    data.items.add(new File([bytes ? new Uint8Array(bytes) : (text ?? '')], name, { type }));
    return data;
  }, file);
  for (const event of ['dragenter', 'dragover', 'drop']) await page.dispatchEvent(selector, event, { dataTransfer: transfer });
}

test('a first start shows the ways to begin; the sample is heard in three actions, and its project is listed with length and progress', async ({
  page,
}) => {
  await expect(way(page, messages.start.importManuscript)).toBeVisible();
  await expect(recent(page)).toHaveCount(0);
  expect(await seriousTroubles(page)).toEqual([]);
  await way(page, messages.start.openSample).click();
  await expect(blocks(page)).toHaveCount(10);
  await expect(generateAll(page)).toBeEnabled();
  await generateEverything(page);
  await page.getByRole('button', { name: messages.window.startScreen }).click();
  const entry = recent(page).getByRole('button', { name: sampleText().title, exact: true });
  await expect(entry).toHaveAccessibleDescription(/min · 100% generated · open now/u);
  expect(await seriousTroubles(page)).toEqual([]);
  // Again: the sample of before, not another one.
  await way(page, messages.start.openSample).click();
  await expect(blocks(page).first()).toHaveAttribute('data-state', 'done');
});

test(
  'Write begins a project whose script has the focus; closed, it is listed, opened again from there, and taken off the list',
  { tag: '@beside' },
  async ({ page }) => {
    await way(page, messages.start.write).click();
    await expect(script(page)).toBeFocused();
    await page.keyboard.type('A first line.');
    await page.getByRole('button', { name: messages.window.project }).click();
    await page.getByRole('menuitem', { name: messages.window.closeProject }).click();
    const entry = recent(page).getByRole('button', { name: messages.start.newTitle, exact: true });
    await expect(entry).toHaveAccessibleDescription(/No audio yet/u);
    await expect(page.getByRole('textbox', { name: messages.window.projectTitle })).toHaveCount(0);
    await entry.press('Enter');
    await expect(blocks(page).locator('p')).toHaveText(['A first line.']);
    await page.getByRole('button', { name: messages.window.startScreen }).click();
    await recent(page)
      .getByRole('button', { name: messages.start.remove(messages.start.newTitle) })
      .click();
    await expect(recent(page)).toHaveCount(0);
  },
);

const story = { name: 'Story.md', type: 'text/markdown', text: '# One\n\nThe sea rose.\n\n# Two\n\nNobody came.' };

test('a manuscript that is dropped becomes a project once its preview is confirmed', async ({ page }) => {
  await drop(page, 'h1', story);
  const dialog = page.getByRole('dialog', { name: messages.manuscript.newProjectTitle });
  await dialog.getByRole('button', { name: messages.manuscript.createProject }).click();
  await expect(blocks(page).locator('p')).toHaveText(['One', 'The sea rose.']);
});

test('while another project is open, the Start screen stays behind the preview of a manuscript, and Cancel changes nothing', async ({
  page,
}) => {
  await way(page, messages.start.openSample).click();
  await expect(blocks(page)).toHaveCount(10);
  await page.getByRole('button', { name: messages.window.startScreen }).click();
  await drop(page, 'h1', story);
  const dialog = page.getByRole('dialog', { name: messages.manuscript.newProjectTitle });
  const create = dialog.getByRole('button', { name: messages.manuscript.createProject });
  await expect(create).toBeEnabled();
  // What it is for was chosen: it is offered to no project that is out of sight.
  await expect(dialog.getByRole('radiogroup', { name: messages.manuscript.useFor })).toHaveCount(0);
  await expect(page.locator('h1')).toBeAttached();
  await expect(script(page)).toHaveCount(0);
  await dialog.getByRole('button', { name: messages.manuscript.cancel }).click();
  await expect(start(page)).toBeVisible();
  await expect(recent(page).getByRole('listitem')).toHaveCount(1);
  await drop(page, 'h1', story);
  await create.click();
  await expect(blocks(page).locator('p')).toHaveText(['One', 'The sea rose.']);
});

test('a press on Dub, Transcribe or Clone leads to the place for files, whatever was open there', async ({ page }) => {
  const chooser = page.getByRole('main').getByRole('button', { name: messages.shapes.chooseAFile, exact: true });
  const example = page.getByRole('button', { name: messages.sources.tryExample, exact: true });
  const toStart = () => page.getByRole('button', { name: messages.window.startScreen }).click();
  await way(page, messages.start.clone).click();
  await expect(page.getByRole('button', { name: messages.shapes.chooseFiles })).toBeFocused();
  await expect(example).toBeVisible();
  await toStart();
  await way(page, messages.start.transcribe).click();
  await expect(page.getByRole('main', { name: messages.transcribe.transcribe })).toBeVisible();
  await expect(chooser).toBeFocused();
  await expect(example).toBeVisible();
  await toStart();
  await way(page, messages.start.dubVideo).click();
  await expect(chooser).toBeFocused();
  await example.click();
  await expect(page.getByRole('button', { name: messages.dubbing.allDubs })).toBeVisible();
  // Also the dub that the window would open again.
  await page.reload();
  await toStart();
  await way(page, messages.start.dubVideo).click();
  await expect(chooser).toBeFocused();
  await expect(page.getByRole('region', { name: messages.dubbing.dubs }).getByRole('listitem')).toHaveCount(1);
});

test('projects of one title are told apart by their names in the list', { tag: '@beside' }, async ({ page }) => {
  const { newTitle } = messages.start;
  for (const title of [newTitle, `${newTitle} 2`]) {
    await way(page, messages.start.write).click();
    await expect(page.getByRole('textbox', { name: messages.window.projectTitle })).toHaveValue(title);
    await page.getByRole('button', { name: messages.window.startScreen }).click();
  }
  // Called as the other by the person, it has the name of its file in brackets.
  await recent(page).getByRole('button', { name: newTitle, exact: true }).click();
  const title = page.getByRole('textbox', { name: messages.window.projectTitle });
  await expect(title).toHaveValue(newTitle);
  await title.fill(`${newTitle} 2`);
  await title.press('Enter');
  await page.getByRole('button', { name: messages.window.project }).click();
  await page.getByRole('menuitem', { name: messages.window.closeProject }).click();
  await expect(recent(page).getByRole('button', { name: messages.start.named(`${newTitle} 2`, newTitle), exact: true })).toBeVisible();
  await expect(recent(page).getByRole('button', { name: `${newTitle} 2`, exact: true })).toBeVisible();
});

test(
  'ways light up for the files that they take, and a recording opens Transcribe, or Clone where it is dropped on that',
  { tag: '@beside' },
  async ({ page }) => {
    const bytes = [...buzz(3)];
    const wav = { name: 'Anna.wav', type: 'audio/wav', bytes };
    const enter = await page.evaluateHandle(() => {
      const data = new DataTransfer();
      data.items.add(new File(['x'], 'Anna.wav', { type: 'audio/wav' }));
      return data;
    });
    await page.dispatchEvent('h1', 'dragenter', { dataTransfer: enter });
    await expect(way(page, messages.start.clone)).toHaveAccessibleDescription(messages.start.dropToClone);
    await expect(way(page, messages.start.transcribe)).toHaveAccessibleDescription(messages.start.dropRecording);
    await expect(way(page, messages.start.importManuscript)).toHaveAccessibleDescription(messages.start.importTakes);
    await page.dispatchEvent('h1', 'dragleave', { dataTransfer: enter });
    await drop(page, 'h1', wav);
    await expect(page.locator('[data-chosen]')).toContainText('Anna.wav');
    await page.getByRole('button', { name: messages.window.startScreen }).click();
    await drop(page, `[data-drop-zone]:has-text("${messages.start.clone}")`, wav);
    await expect(page.getByRole('main', { name: messages.window.clone })).toBeVisible();
    await expect(page.getByText('Anna.wav').first()).toBeVisible();
  },
);

test('what no panel takes is refused in words', async ({ page }) => {
  await drop(page, 'h1', { name: 'picture.png', type: 'image/png', text: 'x' });
  await expect(page.getByText(messages.start.nothingOpenedNote)).toBeVisible();
  await expect(start(page)).toBeVisible();
});

test('the tour is taken by keyboard alone, leaves the window in use, can be skipped, and is opened again from Help', async ({ page }) => {
  await start(page).getByRole('button', { name: messages.tour.take }).click();
  const tour = page.getByRole('dialog', { name: messages.tour.tour });
  const next = tour.getByRole('button', { name: messages.tour.next });
  await expect(tour).toContainText(messages.tour.script);
  await expect(next).toBeFocused();
  expect(await seriousTroubles(page)).toEqual([]);
  // The window behind it is in use: a block is chosen, and the tour stays.
  await blocks(page).first().locator('p').click();
  await expect(tour).toBeVisible();
  for (const title of [messages.tour.generate, messages.tour.waveform, messages.tour.voices, messages.tour.export]) {
    await next.press('Enter');
    await expect(tour).toContainText(title);
  }
  const done = tour.getByRole('button', { name: messages.tour.done });
  await expect(done).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(tour).toHaveCount(0);
  await page.keyboard.press('F1');
  const help = page.getByRole('dialog', { name: messages.help.help });
  await help.getByRole('button', { name: messages.tour.take }).click();
  await expect(help).toHaveCount(0);
  await expect(next).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(tour).toHaveCount(0);
});
