import { messages } from '#shared/messages/index.ts';
import { seriousTroubles } from './axe.ts';
import { blocks, expect, generateAll, paidRequests, script, test } from './with-service.ts';

const { repair, narration } = messages;
const text = 'The river was high that year. Nobody crossed it before May. We waited on the bank for a boat.';
const middle = 'Nobody crossed it before May.';
const shots = process.env['REPAIR_SHOTS'];

test(
  'a selected word is generated again with its sentence alone, compared with what was before, undone, kept; and an edited sentence is generated alone',
  { tag: '@beside' },
  async ({ page }) => {
    test.slow();
    const shoot = async (name: string): Promise<void> => {
      if (shots === undefined) return;
      for (const scheme of ['light', 'dark'] as const)
        for (const [width, height] of [
          [1440, 900],
          [1024, 700],
        ] as const) {
          await page.emulateMedia({ colorScheme: scheme });
          await page.setViewportSize({ width, height });
          await page.screenshot({ path: `${shots}/${name}-${scheme}-${width}.png` });
        }
      await page.emulateMedia({ colorScheme: 'light' });
      await page.setViewportSize({ width: 1440, height: 900 });
    };
    await expect(generateAll(page)).toBeEnabled();
    await script(page).focus();
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Backspace');
    await expect(blocks(page)).toHaveCount(1);
    await page.keyboard.insertText(text);
    const block = blocks(page).first();
    await page.keyboard.press('Control+Enter');
    await expect(block).toHaveAttribute('data-state', 'done');
    const takes = page.getByRole('list', { name: narration.takesList }).getByRole('listitem');
    await expect(takes).toHaveCount(1);

    // By the menu, with a word selected
    await script(page).focus();
    await page.keyboard.press('Control+Home');
    for (let step = 0; step < 'The river was high that year. Nobody '.length; step += 1) await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Shift+Control+ArrowRight');
    await page.keyboard.press('Shift+F10');
    await expect(page.getByRole('menuitem', { name: repair.changedCommand })).toBeDisabled();
    await shoot('menu');
    await page.getByRole('menuitem', { name: repair.selectionCommand }).click();
    const question = page.getByRole('group', { name: repair.selectionTitle });
    await expect(question).toContainText(middle);
    await expect(question.getByRole('status')).toContainText(repair.character(middle.length));
    await expect(question.getByRole('button', { name: repair.generate })).toBeFocused();
    expect(await seriousTroubles(page)).toEqual([]);
    await shoot('question');
    await page.keyboard.press('Enter');

    const compare = page.getByRole('group', { name: repair.compare });
    await expect(compare).toBeVisible();
    await expect(block).toHaveAttribute('data-state', 'done');
    await expect(takes).toHaveCount(2);
    await page.keyboard.press('Alt+v');
    const [before, after] = [repair.before, repair.after].map((name) => compare.getByRole('button', { name, exact: true }));
    await expect(after!).toHaveAttribute('aria-pressed', 'true');
    await page.keyboard.press('Alt+v');
    await expect(before!).toHaveAttribute('aria-pressed', 'true');
    expect(await seriousTroubles(page)).toEqual([]);
    await shoot('compare');

    // Undo of the script brings the earlier take back, and redo the repaired one
    await script(page).focus();
    await page.keyboard.press('Control+z');
    await expect(compare).toHaveCount(0);
    await expect(takes.last()).toHaveAttribute('data-heard', '');
    await page.keyboard.press('Control+y');
    await expect(takes.first()).toHaveAttribute('data-heard', '');

    // A word is fixed in the text: its sentence alone is generated
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('Shift+Control+ArrowRight');
    await page.keyboard.insertText('This');
    await expect(block).toHaveAttribute('data-state', 'stale');
    const changed = page.getByRole('group', { name: repair.changedTitle });
    // Where the block's fields are in a drawer that is closed, the offer and its price are below the script.
    const size = page.viewportSize()!;
    await page.setViewportSize({ width: 1024, height: 700 });
    await expect(changed).toHaveCount(1);
    await expect(changed.getByRole('button', { name: repair.changedTitle })).toBeInViewport({ ratio: 1 });
    await expect(changed).toContainText(repair.someChanged(1));
    await shoot('changed-narrow');
    await page.setViewportSize(size);
    await script(page).focus();
    await page.keyboard.press('Alt+Shift+G');
    await expect(changed).toContainText('This river was high that year.');
    await changed.getByRole('button', { name: repair.generate }).click();
    await expect(compare).toBeVisible();
    await expect(block).toHaveAttribute('data-state', 'done');
    await compare.getByRole('button', { name: repair.keep }).click();
    await expect(compare).toHaveCount(0);
    await expect(block).toHaveAttribute('data-state', 'done');

    // Split within a word, where no take can be cut, and joined by Backspace or Delete: the repaired take stands again
    const credits = await page.getByRole('contentinfo').innerText();
    await script(page).focus();
    for (const key of ['Backspace', 'Delete']) {
      // The editor puts its own selection back shortly after it has the focus, and may take back the first key.
      await expect(async () => {
        await page.keyboard.press('Control+Home');
        for (let step = 0; step < 'This ri'.length; step += 1) await page.keyboard.press('ArrowRight');
        expect(await block.locator('p').evaluate(textBeforeCaret)).toBe('This ri');
      }).toPass();
      await page.keyboard.press('Enter');
      await expect(blocks(page)).toHaveCount(2);
      if (key === 'Delete') await page.keyboard.press('ArrowLeft');
      await page.keyboard.press(key);
      await expect(blocks(page)).toHaveCount(1);
      await expect(block.locator('p')).toHaveText(text.replace('The', 'This'));
      await expect(block).toHaveAttribute('data-state', 'done');
      await expect(takes.first()).toHaveAttribute('data-heard', '');
    }

    // Split at a gap, and joined again: neither half is stale, and nothing is sent
    await script(page).focus();
    // The editor puts its own selection back shortly after it has the focus, and may take back the first key.
    await expect(async () => {
      await page.keyboard.press('Control+Home');
      for (let step = 0; step < 'This river was high that year.'.length; step += 1) await page.keyboard.press('ArrowRight');
      expect(await block.locator('p').evaluate(textBeforeCaret)).toBe('This river was high that year.');
    }).toPass();
    await page.keyboard.press('Enter');
    await expect(blocks(page)).toHaveCount(2);
    for (const half of [0, 1]) await expect(blocks(page).nth(half)).toHaveAttribute('data-state', 'done');
    await page.keyboard.press('Backspace');
    await expect(blocks(page)).toHaveCount(1);
    await expect(block).toHaveAttribute('data-state', 'done');
    expect(await page.getByRole('contentinfo').innerText()).toBe(credits);
  },
);

test(
  'kill -9 between the answer and the take: the next start offers the paid sentence, which is put there for free, and Jobs leads to its block',
  { tag: '@beside' },
  async ({ page, host, service, openAgain }) => {
    test.slow();
    await expect(generateAll(page)).toBeEnabled();
    await script(page).focus();
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Backspace');
    await expect(blocks(page)).toHaveCount(1);
    await page.keyboard.insertText(text);
    await page.keyboard.press('Control+Enter');
    await expect(blocks(page).first()).toHaveAttribute('data-state', 'done');
    await host.stop('SIGKILL');

    const env = {
      VOICEWRIGHT_BASE_URL: service.baseUrl,
      VOICEWRIGHT_REALTIME_URL: service.realtimeUrl,
      VOICEWRIGHT_API_KEY: service.apiKey,
    };
    const second = await openAgain({ ...env, NODE_OPTIONS: `--import ${new URL('../helpers/die-at-splice.mjs', import.meta.url).href}` });
    await expect(generateAll(second)).toBeVisible();
    await script(second).focus();
    await second.keyboard.press('Control+Home');
    for (let step = 0; step < 'The river was high that year. No'.length; step += 1) await second.keyboard.press('ArrowRight');
    await second.keyboard.press('Alt+g');
    await second.getByRole('group', { name: repair.selectionTitle }).getByRole('button', { name: repair.generate }).click();
    await expect(second.getByRole('alertdialog', { name: messages.window.disconnected })).toBeVisible({ timeout: 30_000 });
    const paid = await paidRequests(service);
    expect(paid).toEqual({ settled: 2, characters: text.length + middle.length });

    const third = await openAgain();
    const offer = third.getByRole('status').filter({ hasText: repair.unplacedTitle });
    await expect(offer).toContainText(middle);
    await third.getByRole('button', { name: repair.place }).click();
    const question = third.getByRole('group', { name: repair.selectionTitle });
    await expect(question.getByRole('status')).toHaveText(repair.free);
    await question.getByRole('button', { name: repair.generate }).click();
    await expect(third.getByRole('group', { name: repair.compare })).toBeVisible();
    await expect(blocks(third).first()).toHaveAttribute('data-state', 'done');
    await expect(third.getByRole('list', { name: narration.takesList }).getByRole('listitem')).toHaveCount(2);
    await third.getByRole('button', { name: repair.keep }).click();
    expect(await paidRequests(service)).toEqual(paid);

    // The block of the sentence is gone to from Jobs, also from another chapter.
    await third.keyboard.press('Control+k');
    await third.getByRole('dialog').getByRole('combobox').fill(messages.chapter.addChapter);
    await third.keyboard.press('Enter');
    await expect(blocks(third).locator('p')).toHaveText(['']);
    await third.getByRole('navigation', { name: messages.window.panels }).getByRole('button', { name: messages.window.jobs }).click();
    await third.getByRole('option').filter({ hasText: middle }).first().click();
    await third.getByRole('button', { name: messages.jobs.goToBlock }).click();
    await expect(blocks(third).locator('p')).toHaveText([text]);
    await expect(blocks(third).first()).toHaveAttribute('data-selected', '');
    await expect(script(third)).toBeFocused();
  },
);

function textBeforeCaret(paragraph: Element): string {
  const { anchorNode, anchorOffset } = getSelection() ?? {};
  const range = document.createRange();
  range.setStart(paragraph, 0);
  range.setEnd(anchorNode ?? paragraph, anchorOffset ?? 0);
  return range.toString();
}

test(
  'a window that is loaded again while a sentence is generated gives its block the take that was paid for, and offers nothing to buy',
  { tag: '@beside' },
  async ({ page, service }) => {
    test.slow();
    await expect(generateAll(page)).toBeEnabled();
    await script(page).focus();
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Backspace');
    await expect(blocks(page)).toHaveCount(1);
    await page.keyboard.insertText(text);
    const block = blocks(page).first();
    await page.keyboard.press('Control+Enter');
    await expect(block).toHaveAttribute('data-state', 'done');
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('Shift+Control+ArrowRight');
    await page.keyboard.insertText('This');
    await expect(block).toHaveAttribute('data-state', 'stale');
    await service.setFaults([{ on: 'POST /api/open/v3/speech/tts/aligned', kind: 'hold' }]);
    await page.keyboard.press('Alt+Shift+G');
    const changed = page.getByRole('group', { name: repair.changedTitle });
    await expect(changed.getByRole('button', { name: repair.generate })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByText(repair.generating)).toBeVisible();
    await page.reload();
    await expect(block).toHaveAttribute('data-state', 'stale');
    await service.releaseFaults();
    await expect(block).toHaveAttribute('data-state', 'done', { timeout: 30_000 });
    await expect(generateAll(page)).toHaveAttribute('aria-disabled', 'true');
    const sentence = 'This river was high that year.';
    expect(await paidRequests(service)).toEqual({ settled: 2, characters: text.length + sentence.length });
  },
);
