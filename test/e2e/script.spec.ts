import type { Locator, Page } from '@playwright/test';
import { messages } from '#shared/messages/index.ts';
import { copied, ids, paste, pressHandle, texts } from './script-blocks.ts';
import { blocks, expect, generateAll, paidRequests, script, test } from './with-service.ts';
import { openSample } from '../helpers/open-sample.ts';

/** Presses undo until nothing changes any more; answers with how often it did. */
async function undoAll(page: Page): Promise<number> {
  await script(page).focus();
  for (let count = 0; ; count += 1) {
    const before = await script(page).innerHTML();
    await page.keyboard.press('Control+z');
    if ((await script(page).innerHTML()) === before || count > 100) return count;
  }
}

async function dragTo(page: Page, block: Locator, target: Locator, where: 'before' | 'after'): Promise<void> {
  const from = await block.boundingBox();
  const to = await target.boundingBox();
  if (!from || !to) throw new Error('Nothing is there to be dragged.');
  await page.mouse.move(from.x + 6, from.y + 18);
  await page.mouse.down();
  await page.mouse.move(from.x + 6, from.y + 28);
  await page.mouse.move(to.x + 20, where === 'before' ? to.y + 4 : to.y + to.height - 4, { steps: 4 });
  await expect(target).toHaveAttribute('data-drop', where);
  await page.mouse.up();
}
test('by mouse: a block, then several, are dragged by their handle; each drag is one act', { tag: '@beside' }, async ({ page }) => {
  await expect(blocks(page)).toHaveCount(10);
  const original = await texts(page);
  const [a = '', b = '', c = '', d = '', ...rest] = original;
  await dragTo(page, blocks(page).nth(0), blocks(page).nth(2), 'after');
  expect(await texts(page)).toEqual([b, c, a, d, ...rest]);
  await pressHandle(page, 1);
  await pressHandle(page, 2, ['Shift']);
  await expect(script(page).locator('[data-selected="blocks"]')).toHaveCount(2);
  await expect(page.getByRole('heading', { name: '2 selected blocks' })).toBeVisible();
  await dragTo(page, blocks(page).nth(2), blocks(page).nth(0), 'before');
  expect(await texts(page)).toEqual([c, a, b, d, ...rest]);
  expect(new Set(await ids(page)).size).toBe(10);
  await page.keyboard.press('Control+z');
  expect(await texts(page)).toEqual([b, c, a, d, ...rest]);
  await page.keyboard.press('Control+z');
  expect(await texts(page)).toEqual(original);
});

test('by mouse, Escape lets a dragged block go where it was', { tag: '@beside' }, async ({ page }) => {
  await expect(blocks(page)).toHaveCount(10);
  const original = await texts(page);
  const from = await blocks(page).first().boundingBox();
  if (!from) throw new Error('no handle');
  await page.mouse.move(from.x + 5, from.y + 10);
  await page.mouse.down();
  await page.mouse.move(from.x + 5, from.y + 200, { steps: 3 });
  await expect(script(page).locator('[data-drop]')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await page.mouse.up();
  await expect(script(page).locator('[data-drop]')).toHaveCount(0);
  expect(await texts(page)).toEqual(original);
});

test('by keyboard: write, split, join, select several, move, delete; undo to the very start, redo to the very end', async ({ page }) => {
  await expect(blocks(page)).toHaveCount(10);
  const original = await texts(page);
  await script(page).focus();
  await page.keyboard.press('Control+Home');
  await page.keyboard.type('Listen. ');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Shift+Alt+ArrowDown');
  await page.keyboard.press('Shift+Alt+ArrowDown');
  await expect(script(page).locator('[data-selected="blocks"]')).toHaveCount(2);
  await expect(page.getByRole('status').filter({ hasText: '2 blocks selected' })).toBeAttached();
  await page.keyboard.press('Alt+ArrowDown');
  expect((await texts(page)).slice(0, 4)).toEqual(['Listen. ', original[2], original[0], original[1]]);
  await page.keyboard.press('Delete');
  expect(await texts(page)).toEqual(['Listen. ', original[2], ...original.slice(3)]);
  await page.keyboard.press('Control+a');
  await expect(script(page).locator('[data-selected="blocks"]')).toHaveCount(9);
  await page.keyboard.press('Backspace');
  await expect(blocks(page)).toHaveCount(1);
  const end = await texts(page);
  const acts = await undoAll(page);
  expect(await texts(page)).toEqual(original);
  for (let act = 0; act < acts; act += 1) await page.keyboard.press('Control+Shift+z');
  expect(await texts(page)).toEqual(end);
});

test('by mouse: blocks that lie apart are selected with Ctrl, and shaped, moved, copied and deleted together, each as one act', async ({
  page,
}) => {
  test.slow();
  await expect(blocks(page)).toHaveCount(10);
  const original = await texts(page);
  await pressHandle(page, 0);
  // On the words of a block as well as on its handle.
  await blocks(page)
    .nth(2)
    .locator('p')
    .click({ modifiers: ['Control'], position: { x: 20, y: 10 } });
  await pressHandle(page, 3, ['Control']);
  const selected = script(page).locator('[data-selected="blocks"]');
  await expect(selected).toHaveCount(3);
  await expect(page.getByRole('heading', { name: '3 selected blocks' })).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: '3 blocks selected' })).toBeAttached();
  // A block that is pressed again goes from them.
  await pressHandle(page, 3, ['Control']);
  await expect(selected).toHaveCount(2);
  const pause = page.getByRole('textbox', { name: messages.narration.pauseAfter });
  await pause.fill('1.5');
  await pause.press('Tab');
  await expect(script(page).locator('[data-own-pause]')).toHaveCount(2);
  await expect(selected).toHaveCount(2);
  await dragTo(page, blocks(page).nth(2), blocks(page).nth(1), 'before');
  expect((await texts(page)).slice(0, 4)).toEqual([original[0], original[2], original[1], original[3]]);
  await page.keyboard.press('Control+z');
  expect(await texts(page)).toEqual(original);
  await expect(script(page).locator('[data-own-pause]')).toHaveCount(2);
  await page.keyboard.press('Control+z');
  await expect(script(page).locator('[data-own-pause]')).toHaveCount(0);
  await pressHandle(page, 0);
  await pressHandle(page, 2, ['Control']);
  expect((await copied(page)).text).toBe(`${original[0] ?? ''}\n\n${original[2] ?? ''}`);
  await page.keyboard.press('Delete');
  expect(await texts(page)).toEqual([original[1], ...original.slice(3)]);
  await page.keyboard.press('Control+z');
  expect(await texts(page)).toEqual(original);
});

test(
  'by keys: blocks that lie apart are selected, generated and moved; a stray key does not write over them',
  { tag: '@beside' },
  async ({ page, service }) => {
    test.slow();
    await expect(generateAll(page)).toBeEnabled();
    const original = await texts(page);
    const order = (places: readonly number[]): string[] => places.map((place) => original[place] ?? '');
    await script(page).focus();
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('Shift+F8');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await expect(blocks(page).nth(2)).toHaveAttribute('data-cursor', '');
    const selected = script(page).locator('[data-selected="blocks"]');
    await expect(selected).toHaveCount(1);
    await page.keyboard.press('Space');
    await expect(selected).toHaveCount(2);
    await page.keyboard.press('x');
    expect(await texts(page)).toEqual(original);
    await page.keyboard.press('Alt+ArrowDown');
    expect(await texts(page)).toEqual(order([1, 0, 3, 2, 4, 5, 6, 7, 8, 9]));
    await page.keyboard.press('Control+z');
    expect(await texts(page)).toEqual(original);
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('Shift+F8');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Space');
    await page.keyboard.press('Control+Enter');
    for (const [place, state] of [
      [0, 'done'],
      [1, 'empty'],
      [2, 'done'],
    ] as const)
      await expect(blocks(page).nth(place)).toHaveAttribute('data-state', state, { timeout: 45_000 });
    expect((await paidRequests(service)).settled).toBe(2);
    // Escape ends it where the cursor is; the next key writes there.
    await expect(selected).toHaveCount(2);
    await page.keyboard.press('Escape');
    await page.keyboard.type('Now. ');
    await expect(blocks(page).nth(2).locator('p')).toHaveText(`Now. ${original[2] ?? ''}`);
  },
);

test('by keys: Shift and Alt with the arrows select the block, then one more or one less', { tag: '@beside' }, async ({ page }) => {
  await expect(blocks(page)).toHaveCount(10);
  await blocks(page).nth(4).locator('p').click();
  const selected = script(page).locator('[data-selected="blocks"]');
  for (const [key, first, count] of [
    ['ArrowUp', 4, 1],
    ['ArrowUp', 3, 2],
    ['ArrowUp', 2, 3],
    ['ArrowDown', 3, 2],
    ['ArrowDown', 4, 1],
    ['ArrowDown', 4, 2],
  ] as const) {
    await page.keyboard.press(`Shift+Alt+${key}`);
    await expect(selected).toHaveCount(count);
    for (let place = first; place < first + count; place += 1)
      await expect(blocks(page).nth(place)).toHaveAttribute('data-selected', 'blocks');
  }
});

/** A chapter of so many blocks, instead of what is there. */
async function writeLong(page: Page, count: number): Promise<string[]> {
  await expect(generateAll(page)).toBeEnabled();
  await script(page).focus();
  await page.keyboard.press('Control+a');
  const lines = Array.from({ length: count }, (_, index) => `Paragraph ${String(index)} of the log.`);
  await paste(page, { 'text/plain': lines.join('\n') });
  await expect(blocks(page)).toHaveCount(count);
  return lines;
}

test('Go to block in Jobs shows a block far down in a long chapter', async ({ page }) => {
  await writeLong(page, 60);
  const place = blocks(page).nth(47);
  const panels = page.getByRole('navigation', { name: messages.window.panels });
  await page.keyboard.press('Control+End');
  for (let block = 59; block > 47; block -= 1) await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Control+Enter');
  await expect(place).toHaveAttribute('data-state', 'done', { timeout: 30_000 });
  await page.getByRole('button', { name: messages.narration.stop, exact: true }).click();
  await blocks(page).first().locator('p').click();
  await expect(place).not.toBeInViewport();
  await panels.getByRole('button', { name: messages.window.jobs }).click();
  await page.getByRole('option').filter({ hasText: 'Paragraph 47 of' }).first().click();
  await page.getByRole('button', { name: messages.jobs.goToBlock }).click();
  await expect(place).toHaveAttribute('data-selected', '');
  await expect(place).toBeInViewport();
});

test('the browser’s own search finds what is far away in a long chapter', { tag: '@beside' }, async ({ page }) => {
  await writeLong(page, 2000);
  for (const place of [1987, 900, 3]) {
    const found = `Paragraph ${String(place)} of`;
    // It goes on from the selection, around the end.
    const selected = await page.evaluate((text) => {
      const hasFound = (window as unknown as { find(text: string, caseSensitive: boolean, back: boolean, around: boolean): boolean }).find(
        text,
        true,
        false,
        true,
      );
      getSelection()?.anchorNode?.parentElement?.scrollIntoView({ block: 'center' });
      return hasFound ? getSelection()?.toString() : undefined;
    }, found);
    expect(selected).toBe(found);
    await expect(blocks(page).nth(place)).toBeInViewport();
  }
});

test(
  'for a screen reader, a long chapter is read out from end to end, however little of it is in sight',
  { tag: '@beside' },
  async ({ host, playwright, launchOptions }) => {
    // As the browser does when one is running: without, it keeps of the tree what is in sight.
    const browser = await playwright.chromium.launch({
      ...launchOptions,
      args: [...(launchOptions.args ?? []), '--force-renderer-accessibility'],
    });
    const page = await browser.newPage();
    await page.goto(host.url);
    await openSample(page);
    const lines = await writeLong(page, 500);
    const devtools = await page.context().newCDPSession(page);
    const { nodes } = await devtools.send('Accessibility.getFullAXTree');
    await browser.close();
    const byId = new Map(nodes.map((node) => [node.nodeId, node]));
    const read: string[] = [];
    const walk = (id: string): void => {
      const node = byId.get(id);
      if (node?.role?.value === 'StaticText') read.push(String(node.name?.value ?? ''));
      for (const child of node?.childIds ?? []) walk(child);
    };
    const textbox = nodes.find((node) => node.role?.value === 'textbox' && node.name?.value === messages.narration.script);
    walk(textbox?.nodeId ?? '');
    expect(read.filter((text) => text.startsWith(messages.transcribe.paragraph))).toEqual(lines);
  },
);

test('while an input method composes, Enter, Backspace and Alt with arrows are its own', { tag: '@beside' }, async ({ page }) => {
  await expect(blocks(page)).toHaveCount(10);
  const original = await texts(page);
  await script(page).focus();
  await page.keyboard.press('Control+Home');
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Input.imeSetComposition', { text: 'にほん', selectionStart: 3, selectionEnd: 3 });
  await expect(blocks(page).first()).toContainText('にほん');
  for (const [key, code, modifiers] of [
    ['Enter', 'Enter', 0],
    ['Process', 'Enter', 0],
    ['Backspace', 'Backspace', 0],
    ['ArrowUp', 'ArrowUp', 1],
    ['ArrowDown', 'ArrowDown', 1],
    ['ArrowDown', 'ArrowDown', 9],
  ] as const)
    for (const type of ['rawKeyDown', 'keyUp'] as const)
      await devtools.send('Input.dispatchKeyEvent', { type, key, code, modifiers, windowsVirtualKeyCode: 229 });
  expect((await ids(page)).length).toBe(10);
  expect(await texts(page)).toEqual([`にほん${original[0] ?? ''}`, ...original.slice(1)]);
  await devtools.send('Input.insertText', { text: '日本' });
  await expect(blocks(page).first().locator('p')).toHaveText(`日本${original[0] ?? ''}`);
  await page.keyboard.press('Enter');
  await expect(blocks(page)).toHaveCount(11);
  await undoAll(page);
  expect(await texts(page)).toEqual(original);
});

test('a block over the limit of its model is parted at sentences before anything is sent, as one act', async ({ page, service }) => {
  await expect(blocks(page)).toHaveCount(10);
  await script(page).focus();
  await page.keyboard.press('Control+a');
  await paste(page, { 'text/plain': 'A sentence that goes on for a while. '.repeat(400) });
  await expect(blocks(page)).toHaveCount(1);
  await expect(blocks(page).first()).toHaveAttribute('data-problem', 'too-long');
  const before = await texts(page);
  await page.getByRole('button', { name: messages.narration.splitBeforeSending }).click();
  await expect(blocks(page)).toHaveCount(2);
  await expect(script(page).locator('[data-problem]')).toHaveCount(0);
  for (const text of await texts(page)) expect(text.trim()).toMatch(/^A sentence .* while\.$/u);
  expect((await service.charges()).entries.filter((entry) => entry.state !== 'granted')).toEqual([]);
  await script(page).focus();
  await page.keyboard.press('Control+z');
  expect(await texts(page)).toEqual(before);
});

test('a voice that is gone marks its blocks, and one choice gives all of them another', { tag: '@beside' }, async ({ page }) => {
  await expect(blocks(page)).toHaveCount(10);
  await expect(blocks(page).first()).not.toHaveAttribute('data-voice', messages.narration.noVoice);
  const settings = JSON.stringify({ voiceId: 'gone-voice', modelId: null, controls: {}, pauseMs: null, locked: false });
  const paragraph = (text: string): string => `<p data-voicewright='${settings}'>${text}</p>`;
  await script(page).focus();
  await page.keyboard.press('Control+a');
  await paste(page, { 'text/html': `<p data-voicewright='not ours'>Mine.</p>${paragraph('One.')}${paragraph('Two.')}`, 'text/plain': 'x' });
  await expect(script(page).locator('[data-problem="voice-gone"]')).toHaveCount(2);
  await blocks(page).nth(1).locator('p').click();
  const instead = page
    .getByRole('combobox', { name: /^Replacement voice/u })
    .or(page.getByRole('textbox', { name: /^Replacement voice/u }))
    .first();
  await instead.click();
  await page.getByRole('listbox').getByRole('option').first().click();
  await expect(script(page).locator('[data-problem]')).toHaveCount(0);
  await script(page).focus();
  await page.keyboard.press('Control+z');
  await expect(script(page).locator('[data-problem="voice-gone"]')).toHaveCount(2);
});

test('a keyboard that comes back to the script of a busy window is where the caret was, and Control+Enter makes that block alone', async ({
  page,
  service,
}) => {
  await expect(generateAll(page)).toBeEnabled();
  const block = blocks(page).nth(4);
  await block.locator('p').click();
  const text = (await block.locator('p').textContent()) ?? '';
  await page.getByRole('textbox', { name: messages.narration.pauseAfter }).focus();
  await script(page).evaluate((element) => {
    (element as HTMLElement).focus();
    // The window is held up by something else for longer than an editor looks out for a caret that the browser moved.
    for (const end = performance.now() + 500; performance.now() < end;);
  });
  await page.keyboard.press('Control+Enter');
  await expect(block).toHaveAttribute('data-state', 'done');
  expect(await paidRequests(service)).toEqual({ settled: 1, characters: text.length });
});
