import type { Page } from '@playwright/test';
import { messages } from '#shared/messages/index.ts';
import { seriousTroubles } from './axe.ts';
import { texts } from './script-blocks.ts';
import { expect, makeChapter, paidRequests, position, script, test } from './with-service.ts';

const words = messages.pickups;
const region = (page: Page) => page.getByRole('region', { name: words.pickups, exact: true });
const rows = (page: Page) => region(page).getByRole('list', { name: words.pickups }).getByRole('listitem');
const button = (page: Page, name: string) => region(page).getByRole('button', { name, exact: true });
const playhead = (page: Page) => page.getByRole('slider', { name: 'Playhead' });

async function importCsv(page: Page, csv: string): Promise<void> {
  await button(page, words.more).click();
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('menuitem', { name: words.importCsv }).click();
  await (await chooser).setFiles({ name: 'Pickups.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
}

test(
  'by keys: a place is marked while listening, pickups are gone through, noted, accepted and taken back, and one is generated again',
  { tag: '@beside' },
  async ({ page, service }) => {
    test.slow();
    await makeChapter(page, ['The lighthouse was dark.', 'Nobody knew why.', 'Then the lamp burned.']);
    await script(page).focus();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('mm');
    expect((await texts(page))[2]).toBe('Then the lamp burned.mm');
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Alt+m');
    await expect(page.locator('[data-flag]')).toHaveCount(1);
    expect((await texts(page))[2]).toBe('Then the lamp burned.');
    // The margin of its block says so.
    const margins = script(page).locator('[data-pickups] > p');
    await expect(margins).toHaveAttribute('data-label', messages.start.openPickups(1));
    await page.keyboard.press('Control+z');
    await expect(page.locator('[data-flag]')).toHaveCount(0);
    await expect(margins).toHaveCount(0);
    // From the menu of the script, the word at the caret is marked, wherever the playhead is.
    await page.keyboard.press('Shift+F10');
    await page.getByRole('menuitem', { name: words.markCommand }).press('Enter');
    await expect(page.locator('[data-flag]')).toHaveCount(1);
    await expect(script(page)).toBeFocused();
    await page.keyboard.press('Control+z');
    await expect(page.locator('[data-flag]')).toHaveCount(0);

    await playhead(page).focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('m');
    await page.keyboard.press('Shift+M');
    await expect(rows(page)).toHaveCount(1);
    await expect(rows(page).first()).toContainText(words.kinds.mark);
    await expect(rows(page).first().getByRole('button')).toBeFocused();
    await expect(page.locator('[data-flag]')).toHaveCount(1);

    // In the lowest window everything that can be done about it is in sight.
    const size = page.viewportSize();
    await page.setViewportSize({ width: 1024, height: 700 });
    // A narrow window puts the list away; the key shows it.
    await expect(rows(page)).toHaveCount(0);
    await page.keyboard.press('Alt+n');
    await expect(button(page, words.generateAgain)).toBeInViewport({ ratio: 1 });
    if (size) await page.setViewportSize(size);

    await importCsv(page, 'chapter,block,kind,start,end,text\n1,2,missing-words,100,300,knew\n1,9,noise,0,1,\n');
    await expect(region(page)).toContainText('Line 3');
    await expect(rows(page)).toHaveCount(1);
    await importCsv(
      page,
      'chapter,block,kind,start,end,text,note,state,score\n1,2,missing-words,100,300,knew,,open,0.9\n1,3,noise,50,60,,,open,0.3\n',
    );
    await expect(rows(page)).toHaveCount(3);
    expect(await seriousTroubles(page)).toEqual([]);

    // From the script, with the list out of sight: it is shown, and the focus stays in the script.
    await page.keyboard.press('Control+\\');
    await expect(region(page)).toBeHidden();
    await script(page).focus();
    await page.keyboard.press('Alt+n');
    await expect(rows(page).nth(1).getByRole('button')).toHaveAttribute('aria-current', 'true');
    await expect(script(page)).toBeFocused();
    // From a row, the focus goes with the selection.
    await rows(page).nth(1).getByRole('button').focus();
    await page.keyboard.press('Alt+n');
    await expect(rows(page).nth(2).getByRole('button')).toBeFocused();
    await page.keyboard.press('ArrowUp');
    await expect(rows(page).nth(1).getByRole('button')).toBeFocused();
    const play = page.getByRole('button', { name: messages.narration.play, exact: true });
    const { at } = await position(page);
    await page.keyboard.press('Enter');
    await expect(play).toHaveAttribute('aria-pressed', 'true');
    await page.keyboard.press('Space');
    await expect(play).toHaveAttribute('aria-pressed', 'false');
    await button(page, words.previous).press('Enter');
    await button(page, words.next).press('Enter');
    await expect.poll(async () => (await position(page)).at).toBeCloseTo(at, 1);

    await page.getByRole('textbox', { name: words.note, exact: true }).last().fill('Swallowed m');
    await page.keyboard.press('Alt+k');
    await expect(rows(page)).toHaveCount(2);
    await playhead(page).focus();
    await page.keyboard.press('Control+z'); // the note
    await page.keyboard.press('Control+z'); // Accept
    await expect(rows(page)).toHaveCount(3);

    const before = await paidRequests(service);
    await rows(page).nth(2).getByRole('button').press('Home');
    await rows(page).nth(0).getByRole('button').press('ArrowDown');
    await expect(region(page).getByText(/≈\s\d+\scredits/u)).toBeVisible();
    await button(page, words.generateAgain).click();
    await expect(rows(page)).toHaveCount(2);
    expect((await paidRequests(service)).settled).toBe(before.settled + 1);
    await expect(rows(page).filter({ hasText: words.kinds['missing-words'] })).toHaveCount(0);
  },
);

/** What the script marks for the current pickup, and whether all of it is in sight. */
const markedWords = (page: Page) =>
  page.evaluate(() =>
    [...(CSS.highlights.get('pickup-words') ?? [])].map((range) => {
      const { top, left } = (range as Range).getBoundingClientRect();
      const seen = document.elementFromPoint(left + 1, top + 1)?.closest('[contenteditable]');
      return `${(range as Range).toString()}${seen ? '' : ' (out of sight)'}`;
    }),
  );

test(
  'the script marks the words of the current pickup and brings them into sight; its word can be said otherwise at no charge, and a mark brings its flag into sight',
  { tag: '@beside' },
  async ({ page, service }) => {
    test.slow();
    await makeChapter(page, ['The lighthouse was dark.', `${'The sea was calm that day. '.repeat(60)}Dr. Siobhan wrote one line.`]);
    await playhead(page).focus();
    await page.keyboard.press('Shift+M');
    await importCsv(page, 'chapter,block,kind,start,end,text\n1,2,other-words,60000,60400,Siobhan\n');
    const row = rows(page).filter({ hasText: 'Siobhan' }).first().getByRole('button');
    await row.click();
    await expect.poll(() => markedWords(page)).toEqual(['Siobhan']);
    await expect(row).toBeFocused();
    await expect(row).toContainText(words.soundsDifferent);

    const before = await paidRequests(service);
    await button(page, words.sayItAs).click();
    const dialog = page.getByRole('dialog', { name: messages.voicing.pronunciation });
    await expect(dialog.getByLabel(messages.voicing.written, { exact: true })).toHaveValue('Siobhan');
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    expect(await paidRequests(service)).toEqual(before);

    // The waveform shows the end of the chapter: the flag of a mark in its first block comes into sight, and the playhead stays.
    const { at } = await position(page);
    expect(at).toBeGreaterThan(20);
    await script(page).focus();
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('Shift+F10');
    await page.getByRole('menuitem', { name: words.markCommand }).press('Enter');
    await expect(page.locator('[data-flag="mark"]')).toBeInViewport();
    expect((await position(page)).at).toBe(at);
    await expect.poll(() => markedWords(page)).toEqual(['The']);
    await page.getByRole('radio', { name: words.details }).press('Space');
    await expect.poll(() => markedWords(page)).toEqual([]);
  },
);

test(
  'the sentence of a pickup is generated alone at the price of the sentence, and compared at its place in the chapter; a locked block refuses both offers',
  { tag: '@beside' },
  async ({ page, service }) => {
    test.slow();
    const sentence = 'Nobody crossed it before May.';
    await makeChapter(page, ['The lighthouse was dark.', `The river was high that year. ${sentence} We waited for a boat.`]);
    await playhead(page).focus();
    await page.keyboard.press('Shift+M');
    await importCsv(page, 'chapter,block,kind,start,end,text\n1,2,other-words,2400,2600,crossed\n');
    await rows(page).first().getByRole('button').click();
    const { at } = await position(page);
    const offer = button(page, words.generateSentence);
    await expect(offer).toHaveAttribute('aria-disabled', 'false');
    await expect(region(page)).toContainText(messages.repair.character(sentence.length));

    const lock = (name: string) => page.getByRole('menuitem', { name, exact: true });
    await script(page).focus();
    await page.keyboard.press('Shift+F10');
    await lock(messages.narration.lock(1)).click();
    await expect(offer).toHaveAttribute('aria-disabled', 'true');
    await expect(button(page, words.generateAgain)).toHaveAccessibleDescription(messages.narration.unlockFirst);
    await page.keyboard.press('Shift+F10');
    await lock(messages.narration.unlock(1)).click();
    await expect(offer).toHaveAttribute('aria-disabled', 'false');

    const before = await paidRequests(service);
    await offer.press('Enter');
    const compare = page.getByRole('group', { name: messages.repair.compare });
    await expect(compare).toBeVisible();
    const after = await paidRequests(service);
    expect([after.settled - before.settled, after.characters - before.characters]).toEqual([1, sentence.length]);
    await expect(rows(page)).toHaveCount(0);
    await compare.getByRole('button', { name: messages.repair.before, exact: true }).press('Enter');
    await expect.poll(async () => (await position(page)).at).toBeLessThan(at);
    expect((await position(page)).at).toBeGreaterThan(0);
  },
);
