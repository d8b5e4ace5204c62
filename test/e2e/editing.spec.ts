import { messages } from '#shared/messages/index.ts';
import { blocks, expect, generateAll, generateEverything, paidRequests, script, test } from './with-service.ts';

test('only what changed is made again, and what is undone is not bought again', async ({ page, service }) => {
  test.slow();
  await expect(generateAll(page)).toBeEnabled();
  await generateEverything(page);
  const before = await paidRequests(service);
  expect(before.settled).toBe(10);

  await blocks(page).nth(4).locator('p').click();
  await page.keyboard.press('End');
  await page.keyboard.type(' Truly?');
  await expect(blocks(page).nth(4)).toHaveAttribute('data-state', 'stale');
  await expect(script(page).locator('[data-state="stale"]')).toHaveCount(1);
  await generateEverything(page);
  expect((await paidRequests(service)).settled).toBe(before.settled + 1);

  await script(page).focus();
  for (let press = 0; press < 12; press += 1) {
    if ((await blocks(page).nth(4).locator('p').textContent())?.endsWith('Truly?') !== true) break;
    await page.keyboard.press('Control+z');
  }
  await expect(blocks(page).nth(4).locator('p')).not.toContainText('Truly?');
  await expect(blocks(page).nth(4)).toHaveAttribute('data-state', 'done');
  await expect(generateAll(page)).toBeDisabled();
  expect((await paidRequests(service)).settled).toBe(before.settled + 1);
});

test('by keyboard alone: write, split, join, move, take all of it back', { tag: '@beside' }, async ({ page }) => {
  const text = () => blocks(page).locator('p').allTextContents();
  await expect(blocks(page)).toHaveCount(10);
  const original = await text();
  await script(page).focus();
  await page.keyboard.press('Control+Home');
  await page.keyboard.type('Listen. ');
  await page.keyboard.press('Enter');
  expect(await text()).toEqual(['Listen. ', ...original]);
  await page.keyboard.press('Alt+ArrowDown');
  expect((await text()).slice(0, 3)).toEqual(['Listen. ', original[1], original[0]]);
  await page.keyboard.press('Alt+ArrowUp');
  await page.keyboard.press('Backspace');
  expect(await text()).toEqual([`Listen. ${original[0] ?? ''}`, ...original.slice(1)]);
  const ids = await blocks(page).evaluateAll((elements) => elements.map((element) => element.getAttribute('data-block')));
  expect(new Set(ids).size).toBe(ids.length);
  for (let press = 0; press < 12; press += 1) {
    if (JSON.stringify(await text()) === JSON.stringify(original)) break;
    await page.keyboard.press('Control+z');
  }
  expect(await text()).toEqual(original);
  await page.keyboard.press('Control+Shift+z');
  expect(await text()).not.toEqual(original);
});

test(
  'Undo in a field takes back the field’s typing, then the steps of the project, and never what the browser holds of the script',
  { tag: '@beside' },
  async ({ page }) => {
    await expect(blocks(page)).toHaveCount(10);
    const [first, second] = [blocks(page).nth(0).locator('p'), blocks(page).nth(1).locator('p')];
    await first.click();
    await page.keyboard.press('End');
    await page.keyboard.type(' Slowly now.');
    const typed = await first.textContent();
    await second.click();
    const pause = page.getByRole('textbox', { name: messages.narration.pauseAfter });
    const usual = await pause.inputValue();
    const note = page.getByRole('textbox', { name: messages.narration.note });
    for (const [field, value, keeps] of [
      [pause, '3', 'Enter'],
      [note, 'ab', 'Tab'],
    ] as const) {
      await field.click();
      await page.keyboard.type(`${value}1`);
      await page.keyboard.press('Backspace');
      await page.keyboard.press('Control+z');
      await expect(field).toHaveValue(`${value}1`);
      await page.keyboard.press('Backspace');
      await page.keyboard.press(keeps);
      await field.focus();
      await expect(field).toHaveValue(new RegExp(`^${value}`, 'u'));
      await page.keyboard.press('Control+z');
      await expect(field).toHaveValue('');
      await expect(first).toHaveText(typed ?? '');
    }
    expect(await pause.inputValue()).toBe(usual);
    await page.keyboard.press('Control+z');
    await expect(first).not.toContainText('Slowly now.');
    await page.keyboard.press('Control+Shift+z');
    await expect(first).toHaveText(typed ?? '');
  },
);

test('pasted paragraphs become blocks, each with an id of its own', { tag: '@beside' }, async ({ page }) => {
  await expect(blocks(page)).toHaveCount(10);
  await script(page).focus();
  await page.keyboard.press('Control+End');
  await page.keyboard.press('Enter');
  await script(page).evaluate((element) => {
    const data = new DataTransfer();
    data.setData('text/plain', 'First pasted paragraph.\n\nSecond pasted paragraph.\n\nThird.');
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  });
  await expect(blocks(page)).toHaveCount(13);
  const ids = await blocks(page).evaluateAll((elements) => elements.map((element) => element.getAttribute('data-block')));
  expect(new Set(ids).size).toBe(13);
});

test('a block takes a voice of its own, and only it becomes stale', { tag: '@beside' }, async ({ page, service }) => {
  test.slow();
  await expect(generateAll(page)).toBeEnabled();
  await generateEverything(page);
  const before = await paidRequests(service);
  await blocks(page).nth(2).locator('p').click();
  const voice = page
    .getByRole('combobox', { name: messages.narration.voice, exact: true })
    .or(page.getByRole('textbox', { name: messages.narration.voice, exact: true }))
    .first();
  await voice.click();
  // Typing takes the place of the name that stands there.
  await page.keyboard.type('German');
  await page.getByRole('listbox').getByRole('option').first().click();
  await expect(script(page).locator('[data-state="stale"]')).toHaveCount(1);
  await expect(blocks(page).nth(2)).toHaveAttribute('data-state', 'stale');
  await generateEverything(page);
  expect((await paidRequests(service)).settled).toBe(before.settled + 1);
});

test('stop ends the run, keeps what is there, and what is left can be made later', { tag: '@beside' }, async ({ page, service }) => {
  test.slow();
  await expect(generateAll(page)).toBeEnabled();
  await service.setFaults([{ on: 'POST /api/open/v3/speech/tts/aligned', kind: 'delay', nth: 3, times: 1, ms: 20_000 }]);
  await generateAll(page).click();
  await expect(blocks(page).nth(1)).toHaveAttribute('data-state', 'done', { timeout: 30_000 });
  await page.getByRole('button', { name: messages.narration.stopGenerating }).click();
  await expect(generateAll(page)).toBeVisible();
  await expect(blocks(page).nth(0)).toHaveAttribute('data-state', 'done');
  await expect(blocks(page).nth(1)).toHaveAttribute('data-state', 'done');
  await service.clearFaults();
  await generateEverything(page);
  const { entries } = await service.charges();
  // What was with the service when the run was stopped is not bought again.
  expect(entries.filter((entry) => entry.state === 'settled').length).toBe(10);
});

test('a press beside the blocks puts the caret into the nearest one: what is typed then is nowhere else', async ({ page }) => {
  await expect(blocks(page)).toHaveCount(10);
  await script(page).focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Backspace');
  await expect(blocks(page)).toHaveCount(1);
  const block = (await blocks(page).first().boundingBox())!;
  const sheet = (await script(page).boundingBox())!;
  const middle = block.x + block.width / 2;
  const places: [number, number][] = [
    [middle, block.y + block.height + 20],
    [middle, sheet.y + sheet.height - 10],
    [sheet.x + 5, block.y + 10],
    [sheet.x + sheet.width - 5, block.y + 20],
    [middle, sheet.y + 4],
  ];
  for (const [x, y] of places) {
    await page.locator('footer').click({ position: { x: 5, y: 5 } });
    await page.mouse.click(x, y);
    await page.keyboard.type('The lamp.');
    await expect(blocks(page)).toHaveText(['The lamp.']);
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Backspace');
  }
  await page.keyboard.type('One line.');
  await page.mouse.move(middle, block.y + block.height + 20);
  await page.mouse.down();
  await page.mouse.move(middle, sheet.y + 4, { steps: 4 });
  await page.mouse.up();
  await page.keyboard.type('All of it.');
  await expect(blocks(page)).toHaveText(['All of it.']);
});
