import type { Locator, Page } from '@playwright/test';
import { messages } from '#shared/messages/index.ts';
import { seriousTroubles } from './axe.ts';
import { dubSegments, openExampleDub } from './dub-example.ts';
import { expect, paidRequests, test } from './with-service.ts';

const { dubbing, dubbingTimeline } = messages;

const segments = dubSegments;
const rows = (page: Page) => segments(page).getByRole('option');
const menu = (page: Page) => page.getByRole('menu', { name: dubbing.segmentMenu });
const item = (page: Page, name: string) => menu(page).getByRole('menuitem', { name });
const bars = (page: Page) => page.locator('[data-lane] [data-segment]');

/** The example, three lines of two speakers, with its takes. */
async function generateExample(page: Page): Promise<void> {
  await openExampleDub(page);
  await page.getByRole('button', { name: dubbing.generateAll, exact: true }).click();
  await expect(segments(page).locator('[data-status="done"]')).toHaveCount(3, { timeout: 40_000 });
}

/** The playhead goes to the middle of a bar. */
async function seekTo(page: Page, bar: Locator): Promise<void> {
  const lanes = await page.getByRole('group', { name: dubbing.timeline, exact: true }).boundingBox();
  const { x, width } = (await bar.boundingBox())!;
  await page.mouse.click(x + width / 2, (lanes?.y ?? 0) + 8);
}

test(
  'the menu of a segment opens by mouse and by keys, gives the focus back, and splits and merges a paid take for nothing',
  { tag: '@beside' },
  async ({ page, service }) => {
    test.slow();
    await generateExample(page);
    expect((await paidRequests(service)).settled).toBe(3);

    // In the list, by mouse: the segment below the pointer is chosen. What cannot be done says why, and a press on it does nothing.
    await rows(page).nth(1).click({ button: 'right' });
    await expect(rows(page).nth(1)).toHaveAttribute('aria-selected', 'true');
    await expect(item(page, dubbing.generate)).toContainText(dubbing.upToDate);
    await expect(item(page, dubbingTimeline.mergeWithNext)).toContainText(dubbingTimeline.mergeSpeakers);
    await expect(item(page, dubbingTimeline.mergeWithNext)).toHaveAttribute('aria-disabled', 'true');
    await item(page, dubbingTimeline.mergeWithNext).click({ force: true });
    await expect(rows(page)).toHaveCount(3);
    expect(await seriousTroubles(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(menu(page)).toHaveCount(0);
    await expect(segments(page)).toBeFocused();

    // On the timeline: split where the playhead is, in this segment alone.
    await seekTo(page, bars(page).nth(0));
    await bars(page).nth(2).click({ button: 'right' });
    await expect(item(page, dubbing.splitCommand)).toContainText(dubbingTimeline.playheadElsewhere);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('group', { name: dubbing.timeline, exact: true })).toBeFocused();
    await rows(page).nth(0).click({ button: 'right' });
    await item(page, dubbing.splitCommand).click();
    await expect(rows(page)).toHaveCount(4);
    await expect(segments(page).locator('[data-status="done"]')).toHaveCount(4);
    await expect(segments(page)).toBeFocused();

    // Both halves are one again, by a button that says before what to select, by their key, by the menu, and by the keyboard alone.
    const merge = page.getByRole('button', { name: dubbingTimeline.merge, exact: true });
    await rows(page).nth(0).click();
    await expect(merge).toHaveAttribute('aria-disabled', 'true');
    await expect(merge).toHaveAccessibleDescription(dubbingTimeline.mergeTooFew);
    await merge.hover();
    await expect(page.getByRole('tooltip')).toHaveText(`${dubbingTimeline.merge}: ${dubbingTimeline.mergeTooFew}`);
    await rows(page)
      .nth(1)
      .click({ modifiers: ['Shift'] });
    await merge.click();
    await expect(rows(page)).toHaveCount(3);
    await expect(merge).toHaveAttribute('aria-disabled', 'true');
    await page.keyboard.press('Control+z');
    await expect(rows(page)).toHaveCount(4);
    await rows(page).nth(0).click();
    await rows(page)
      .nth(1)
      .click({ modifiers: ['Shift'] });
    await rows(page).nth(0).click({ button: 'right' });
    await expect(item(page, dubbingTimeline.mergeSegments)).toContainText('Ctrl+Shift+M');
    await item(page, dubbingTimeline.mergeSegments).click();
    await expect(rows(page)).toHaveCount(3);
    await page.keyboard.press('Control+z');
    await expect(rows(page)).toHaveCount(4);
    await page.keyboard.press('Home');
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Control+Shift+M');
    await expect(rows(page)).toHaveCount(3);
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Home');
    await page.keyboard.press('Shift+F10');
    await item(page, dubbingTimeline.mergeWithNext).focus();
    await page.keyboard.press('Enter');
    await expect(rows(page)).toHaveCount(3);
    await expect(segments(page).locator('[data-status="done"]')).toHaveCount(3);

    // Words of its own are typed, the focus goes where the act leads to, and Delete is that of the key.
    await page.keyboard.press('ContextMenu');
    await item(page, dubbing.editText).click();
    await expect(page.getByRole('textbox', { name: dubbing.text, exact: true })).toBeFocused();
    await rows(page).nth(2).click({ button: 'right' });
    await item(page, dubbing.changeSpeaker).click();
    await expect(page.getByRole('combobox', { name: dubbing.speaker, exact: true })).toBeFocused();
    await rows(page).nth(2).click({ button: 'right' });
    await item(page, dubbing.deleteOne).click();
    await expect(rows(page)).toHaveCount(2);
    await expect(segments(page)).toBeFocused();
    expect((await paidRequests(service)).settled).toBe(3);
  },
);

test(
  'another take of a line is bought on purpose, by button, menu and command; which one is heard is chosen for nothing, taken back by undo, and kept',
  { tag: '@beside' },
  async ({ page, service }) => {
    test.slow();
    await generateExample(page);
    const another = page.getByRole('button', { name: messages.narration.anotherTake, exact: true });
    const choice = page.getByRole('combobox', { name: dubbingTimeline.takeChoice, exact: true });
    const settled = async (count: number): Promise<void> => {
      await expect.poll(async () => (await paidRequests(service)).settled, { timeout: 30_000 }).toBe(count);
    };
    await rows(page).nth(0).click();
    await expect(choice).toHaveCount(0);
    await another.click();
    await expect(choice).toHaveValue(/^Take 2 · \d+\.\d s$/u, { timeout: 30_000 });
    await settled(4);

    // By the menu, and by keys alone.
    await rows(page).nth(0).click({ button: 'right' });
    await item(page, messages.narration.anotherTake).click();
    await expect(choice).toHaveValue(/^Take 3 /u, { timeout: 30_000 });
    await settled(5);
    await segments(page).focus();
    await page.keyboard.press('Control+k');
    await page.keyboard.insertText(messages.narration.anotherTake);
    await page.keyboard.press('Enter');
    await expect(choice).toHaveValue(/^Take 4 /u, { timeout: 30_000 });
    await settled(6);

    // Undo goes back take by take, and nothing of it is charged.
    await segments(page).focus();
    for (const number of [3, 2, 1]) {
      await page.keyboard.press('Control+z');
      await expect(choice).toHaveValue(new RegExp(`^Take ${String(number)} `, 'u'));
    }
    await choice.click();
    await page.getByRole('option', { name: /^Take 2 /u }).click();
    await expect(choice).toHaveValue(/^Take 2 /u);
    expect(await seriousTroubles(page)).toEqual([]);
    await expect(page.getByRole('main').getByText(dubbing.saved, { exact: true })).toHaveCount(1);
    await page.reload();
    await expect(segments(page).locator('[data-status="done"]')).toHaveCount(3, { timeout: 20_000 });
    await rows(page).nth(0).click();
    await expect(choice).toHaveValue(/^Take 2 /u);

    // Other words have one take, and the same words again have all of theirs.
    const text = page.getByRole('textbox', { name: dubbing.text, exact: true });
    const words = await text.inputValue();
    await text.fill('Something else.');
    await expect(choice).toHaveCount(0);
    await expect(another).toHaveCount(0);
    await text.fill(words);
    await expect(choice).toHaveValue(/^Take 2 /u);
    await settled(6);
  },
);
