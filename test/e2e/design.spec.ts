import type { Page } from '@playwright/test';
import { messages } from '#shared/messages/index.ts';
import { seriousTroubles } from './axe.ts';
import { renderInSteps, type Stepped } from './stepped-sound.ts';
import { blocks, expect as plainExpect, paidRequests, test } from './with-service.ts';

// Candidates are made, fetched and decoded, which takes its time on a busy machine.
test.slow();
const expect = plainExpect.configure({ timeout: 30_000 });
const create = 'POST /api/open/v1/voice-designs';
const save = 'POST /api/open/v1/voice-designs/*/voices';
const line = 'A calm old man with a deep, warm voice.';

const comparison = (page: Page) => page.getByRole('region', { name: messages.design.comparison });
const cards = (page: Page) => comparison(page).getByRole('article');
const prompt = (page: Page) => page.getByRole('textbox', { name: messages.design.prompt });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const history = (page: Page) => page.getByRole('region', { name: messages.design.history });
const entries = (page: Page) => history(page).getByRole('listitem');

async function openDesign(page: Page): Promise<void> {
  await page.getByRole('navigation', { name: messages.window.panels }).getByRole('button', { name: messages.window.design }).click();
  const create = button(page, messages.design.createCandidates);
  // Without a prompt there is nothing to make, and the button says so.
  await expect(create).toHaveAttribute('aria-disabled', 'true');
  await expect(create).toHaveAccessibleDescription(messages.shapes.isEmpty(messages.design.promptSubject));
}

/** Types a prompt and a short text, and has candidates made. */
async function design(page: Page, words = line, { text = 'Hello there, how are you today?' } = {}): Promise<void> {
  await page.getByRole('textbox', { name: messages.design.previewText }).fill(text);
  await page.getByRole('region', { name: messages.design.newDesign }).getByText('Alpha', { exact: true }).click();
  await prompt(page).fill(words);
  await button(page, messages.design.createCandidates).click();
}

const designsPaid = async (service: Parameters<typeof paidRequests>[0]): Promise<number> =>
  (await service.charges()).entries.filter(({ operation, state }) => operation === create && state === 'settled').length;

test('the price of a press does not come back over the candidates under the resting pointer, and does when the pointer comes again', async ({
  page,
}) => {
  await openDesign(page);
  await page.getByRole('textbox', { name: messages.design.previewText }).fill('Hello there, how are you today?');
  await prompt(page).fill(line);
  const create = button(page, messages.design.createCandidates);
  const price = page.getByRole('tooltip');
  await page.evaluate(() => {
    const entered = new Set<Element>();
    Object.assign(window, { entered });
    document.addEventListener('mouseover', ({ target }) => {
      const found = target instanceof Element ? target.closest('[data-command="design.create"]') : null;
      if (found) entered.add(found);
    });
  });
  await create.hover();
  await expect(price).toBeVisible();
  await create.click();
  await expect(price).toHaveCount(0);
  await expect(cards(page)).not.toHaveCount(0);
  // Another button stands under the pointer, and what that brings is drawn.
  await page.waitForFunction(() => (window as unknown as { entered: Set<Element> }).entered.size === 2);
  await page.evaluate(async () => {
    for (let frame = 0; frame < 30; frame += 1) await new Promise(requestAnimationFrame);
  });
  expect(await price.count()).toBe(0);
  await prompt(page).hover();
  await create.hover();
  await expect(price).toBeVisible();
});

test('from a prompt to a voice that narrates, by keys alone: ten at most, and blind until one is chosen', async ({ page }) => {
  await openDesign(page);
  let keys = 0;
  /** Every key of a chord counts. */
  const press = async (chord: string): Promise<void> => {
    keys += chord.split('+').length;
    await page.keyboard.press(chord);
  };
  await prompt(page).focus();
  await page.keyboard.insertText(line);
  await press('Control+Enter');
  await expect(cards(page)).toHaveCount(4);
  await expect(comparison(page)).toBeFocused();
  for (const number of ['1', '2']) {
    await press(number);
    await expect(comparison(page)).toContainText(`${messages.design.playing} ${number}`);
  }
  await expect(comparison(page)).not.toContainText(/alpha|beta/iu);
  await press('Enter');
  await expect(comparison(page)).toContainText(messages.design.winner);
  await expect(comparison(page)).toContainText(/Alpha 1.*Alpha 2|Alpha 2.*Alpha 1/su);
  await expect(page.getByRole('textbox', { name: messages.design.name })).toBeFocused();
  await page.keyboard.insertText('Old Tom');
  await press('Enter');
  await expect(button(page, messages.design.useInNarration)).toBeFocused();
  expect(keys).toBeLessThanOrEqual(10);

  await page.keyboard.press('Enter');
  await expect(blocks(page).first()).toHaveAttribute('data-voice', /Old Tom/u);
  await button(page, messages.narration.generate).click();
  await expect(blocks(page).first()).toHaveAttribute('data-state', 'done');
});

test(
  'one press on a prompt to start with fills the form, sends nothing, and the keys go on from there',
  { tag: '@beside' },
  async ({ page, service }) => {
    await openDesign(page);
    const { name, text } = messages.design.starters.villain;
    const starter = page.getByRole('region', { name: messages.design.startersName }).getByRole('button', { name });
    await starter.press('Enter');
    await expect(prompt(page)).toHaveValue(text);
    await expect(starter).toHaveAttribute('aria-pressed', 'true');
    expect(await seriousTroubles(page)).toEqual([]);
    expect(await designsPaid(service)).toBe(0);
    await page.keyboard.press('Control+Enter');
    await expect(cards(page)).toHaveCount(4);
    await expect(starter).toHaveCount(0);
  },
);

test(
  'what is heard while the comparison switches: each sample is that of the same place in the other, through fades that add up, and none is turned up',
  { tag: '@beside' },
  async ({ page }) => {
    await page.addInitScript(renderInSteps);
    await page.reload();
    await openDesign(page);
    await design(page, line, { text: 'One after another they came up the hill, with lamps in their hands. '.repeat(4) });
    await expect(cards(page)).toHaveCount(2);
    for (const card of await cards(page).all()) await expect(card).toContainText(/0:\d\d/u);
    const hear = async (number: string): Promise<void> => {
      await page.keyboard.press(number);
      await expect(comparison(page)).toContainText(`${messages.design.playing} ${number}`);
    };
    const until = (seconds: number) => page.evaluate((time) => (window as unknown as Stepped).renderUntil(time), seconds);
    await hear('1');
    for (const [seconds, keys] of [
      [1, '2'],
      [2.5, '1'],
      [3, '212'], // faster than a fade: the last is what is heard
    ] as const) {
      await until(seconds);
      for (const key of keys) await hear(key);
    }
    const { started, worst, levels } = await page.evaluate(() => (window as unknown as Stepped).compareWithSources());
    expect(started).toBe(6);
    expect(worst).toBeLessThan(1e-4);
    expect(Math.max(...levels)).toBe(1);
    expect(Math.min(...levels)).toBeGreaterThan(0);
  },
);

test(
  'kill -9 in the middle: what was paid for is in the history with its sounds, and is not paid for again',
  { tag: '@beside' },
  async ({ page, host, service, openAgain }) => {
    await openDesign(page);
    await service.setFaults([{ on: 'GET /api/open/v1/voice-designs/*/candidates/*/audio', kind: 'delay', ms: 15_000 }]);
    await design(page);
    await expect.poll(() => designsPaid(service)).toBe(1);
    await expect(entries(page).first()).toContainText(messages.design.fetchingPreviews);
    await host.stop('SIGKILL');
    await service.clearFaults();
    const second = await openAgain();
    await openDesign(second);
    await expect(entries(second).first()).toContainText('2 candidates');
    await entries(second).first().getByRole('button', { name: line }).first().click();
    await expect(cards(second)).toHaveCount(2);
    for (const card of await cards(second).all()) await expect(card).toContainText(/0:0\d/u);
    expect(await designsPaid(service)).toBe(1);
  },
);

test(
  'an answer that is lost is asked for again with the same key, by the user: one charge, one voice',
  { tag: '@beside' },
  async ({ page, service }) => {
    await openDesign(page);
    await service.setFaults([
      { on: create, kind: 'drop-after-charge' },
      { on: save, kind: 'drop-after-charge' },
    ]);
    await design(page);
    const lost = page.getByRole('alert', { name: messages.shapes.titleNoResponse });
    await expect(lost).toContainText(messages.shapes.maybeCharged);
    await expect(button(page, messages.design.askAgain)).toBeVisible();
    // Another word is another request; the same words again are the same one.
    await prompt(page).press('End');
    await page.keyboard.type('!');
    await expect(button(page, messages.design.createCandidates)).toBeVisible();
    await page.keyboard.press('Backspace');
    await button(page, messages.design.askAgain).click();
    await expect(cards(page)).toHaveCount(2);
    expect(await designsPaid(service)).toBe(1);

    await cards(page).first().getByRole('button', { name: messages.design.choose }).click();
    await page.getByRole('textbox', { name: messages.design.name }).fill('Old Tom');
    await button(page, messages.design.saveVoice).click();
    await expect(lost).toContainText(messages.design.savingSubject('Old Tom'));
    await lost.getByRole('button', { name: messages.design.askAgain }).click();
    await expect(button(page, messages.design.useInNarration)).toBeEnabled();
    await expect(page.getByText(messages.design.savedAsNamed('Old Tom')).first()).toBeVisible();
    const saves = (await service.charges()).entries.filter(({ operation }) => /voices$/u.test(operation));
    expect(saves).toHaveLength(1);
  },
);

test(
  'no credits, a conflict and a design that has expired: each in words, with its next step',
  { tag: '@beside' },
  async ({ page, service }) => {
    await openDesign(page);
    await service.setFaults([
      { on: create, kind: 'status', status: 402, code: 'ERR_INSUFFICIENT_CREDITS' },
      { on: save, kind: 'status', status: 409, code: 'ERR_REQUEST_ID_CONFLICT' },
      { on: save, kind: 'expire', nth: 2 },
    ]);
    await design(page);
    const poor = page.getByRole('alert', { name: messages.shapes.titleNoCredits });
    await expect(poor).toContainText(messages.shapes.notCharged);
    await poor.getByRole('button', { name: messages.design.tryAgain }).click();
    await expect(cards(page)).toHaveCount(2);

    await cards(page).first().getByRole('button', { name: messages.design.choose }).click();
    await button(page, messages.design.saveVoice).click();
    const conflict = page.getByRole('alert', { name: messages.shapes.titleConflict });
    await expect(conflict).toContainText(messages.shapes.notCharged);
    await conflict.getByRole('button', { name: messages.design.tryAgain }).click();
    const expired = page.getByRole('alert', { name: messages.shapes.titleNotFound });
    await expect(expired).toContainText('Its audio is saved on this computer');
    await expect(cards(page).first()).toContainText(/0:0\d/u);
    await service.clearFaults();
    await expired.getByRole('button', { name: messages.design.designAgain }).click();
    // What was made before is bought again only when a person says so.
    await page.getByRole('dialog').getByRole('button', { name: messages.design.createCandidates, exact: true }).click();
    await expect(entries(page)).toHaveCount(3);
    await expect(cards(page)).toHaveCount(2);
    // The new one is in the history from its first moment, and is charged for when it is made.
    await expect.poll(() => designsPaid(service)).toBe(2);
  },
);

test(
  'off line and under another connection, what was designed is heard all the same, and nothing is sent to the wrong service',
  { tag: '@beside' },
  async ({ page, host, service, openAgain }) => {
    await openDesign(page);
    await design(page);
    await expect(cards(page)).toHaveCount(2);
    await cards(page).first().getByRole('button', { name: messages.design.choose }).click();
    await service.stop();
    await prompt(page).fill('A bright young woman.');
    await button(page, messages.design.createCandidates).click();
    await expect(page.getByRole('alert').filter({ hasText: messages.shapes.titleUnreachable }).first()).toBeVisible();
    await comparison(page).focus();
    await page.keyboard.press('2');
    await expect(comparison(page)).toContainText(`${messages.design.playing} 2`);
    await host.stop();

    const second = await openAgain({});
    await openDesign(second);
    await entries(second).last().getByRole('button', { name: line }).first().click();
    await expect(cards(second)).toHaveCount(2);
    await second.keyboard.press('1');
    await expect(comparison(second)).toContainText(`${messages.design.playing} 1`);
    await button(second, messages.design.saveAsVoice).click(); // the winner is remembered
    const form = second.getByRole('region', { name: messages.design.saveVoice });
    await expect(form).toContainText('Switch to that connection');
    await expect(form.getByRole('button', { name: messages.design.saveVoice })).toBeDisabled();
    await form.getByRole('textbox', { name: messages.design.name }).press('Enter');
    await expect(second.getByRole('alert')).toHaveCount(0);
  },
);

test.describe('an account that may not make voices', () => {
  test.use({
    hostEnvironment: async ({ service }, use) =>
      use({
        VOICEWRIGHT_BASE_URL: service.baseUrl,
        VOICEWRIGHT_REALTIME_URL: service.realtimeUrl,
        VOICEWRIGHT_API_KEY: 'local-e2e-readonly',
      }),
  });
  test('learns it before anything is charged, and what was typed stays', { tag: '@beside' }, async ({ page }) => {
    await openDesign(page);
    await design(page);
    const card = page.getByRole('alert').filter({ hasText: messages.shapes.notCharged });
    await expect(card).toContainText(/may not|not allowed|can’t do/iu);
    await expect(prompt(page)).toHaveValue(line);
  });
});

test('what cannot be sent is named, and nothing is sent', { tag: '@beside' }, async ({ page, service }) => {
  await openDesign(page);
  await button(page, messages.design.createCandidates).press('Enter');
  await expect(prompt(page)).toHaveAccessibleDescription(messages.shapes.isEmpty('The prompt'));
  await prompt(page).fill('x'.repeat(1001));
  await expect(prompt(page)).toHaveAccessibleDescription(messages.shapes.tooManyCharacters('The prompt', '1,001', '1,000'));
  await prompt(page).fill('A bell \u0007 rings');
  await expect(prompt(page)).toHaveAccessibleDescription(/control character \(U\+0007\)/u);
  await button(page, messages.design.createCandidates).press('Enter');
  await expect(entries(page)).toHaveCount(0);
  expect(await designsPaid(service)).toBe(0);

  await design(page);
  await cards(page).first().getByRole('button', { name: messages.design.choose }).click();
  const name = page.getByRole('textbox', { name: messages.design.name });
  for (const [text, words] of [
    ['', messages.shapes.isEmpty('The name')],
    ['x'.repeat(10_000), messages.shapes.tooManyCharacters('The name', '10,000', '100')],
    ['Tom\u0000', /control character \(U\+0000\)/u],
  ] as const) {
    await name.fill(text);
    await button(page, messages.design.saveVoice).click();
    await expect(name).toHaveAccessibleDescription(words);
  }
  await name.fill('Tom');
  await page.getByText(messages.design.public, { exact: true }).click();
  await button(page, messages.design.saveVoice).click();
  await expect(page.getByRole('region', { name: messages.design.saveVoice })).toContainText(messages.design.publicNeedsConsent);
  expect((await service.charges()).entries.filter(({ operation }) => /voices$/u.test(operation))).toHaveLength(0);
});

test(
  'the history is searched, adjusted and tidied, an existing voice joins the comparison, and axe finds nothing serious',
  { tag: '@beside' },
  async ({ page, service }) => {
    await openDesign(page);
    await design(page);
    await expect(cards(page)).toHaveCount(2);
    const before = await paidRequests(service);
    const add = page.getByRole('group', { name: messages.design.compareWithVoices });
    await add.getByRole('combobox').click();
    await page.getByRole('option').first().click();
    await page.keyboard.press('Escape');
    await expect(add).toContainText(/1 voice, 31 characters/u);
    await button(page, messages.design.addToComparison).click();
    await expect(cards(page)).toHaveCount(3);
    await expect(comparison(page)).not.toContainText(new RegExp(`alpha|${messages.design.existing}`, 'iu'));
    await button(page, messages.design.reveal).click();
    await expect(comparison(page)).toContainText(messages.design.existing);
    expect((await paidRequests(service)).settled).toBe(before.settled + 1);
    // Enter chooses what is heard also where the pointer took the focus away, and on the number that sounds.
    await page.getByRole('heading', { level: 1 }).click();
    await page.keyboard.press('2');
    await expect(comparison(page)).toContainText(`${messages.design.playing} 2`);
    await page.keyboard.press('Enter');
    await expect(cards(page).nth(1)).toContainText(messages.design.winner);
    await cards(page)
      .first()
      .getByRole('button', { name: /^Play 1/u })
      .click();
    await expect(comparison(page)).toContainText(`${messages.design.playing} 1`);
    await page.keyboard.press('Enter');
    await expect(cards(page).first()).toContainText(messages.design.winner);
    // Which of the three came first is chance: another candidate than it is chosen by the mouse.
    const other = cards(page).filter({ hasNotText: messages.design.winner }).filter({ hasNotText: messages.design.existing }).first();
    await other.getByRole('button', { name: messages.design.choose }).click();
    await expect(cards(page).filter({ hasText: messages.design.winner })).toHaveCount(1);
    await expect(cards(page).first()).not.toContainText(messages.design.winner);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await seriousTroubles(page)).toEqual([]);
    }

    await button(page, messages.design.duplicateAndAdjust).click();
    await expect(prompt(page)).toHaveValue(line);
    await design(page, 'A young woman, lively');
    await expect(entries(page)).toHaveCount(2);
    const search = history(page).getByRole('searchbox', { name: messages.design.searchDesigns });
    await search.fill('DEEP man');
    await expect(entries(page)).toHaveCount(1);
    await search.fill('nobody at all');
    await expect(history(page)).toContainText(messages.design.noMatchingDesigns);
    await search.fill('');
    await entries(page)
      .last()
      .getByRole('button', { name: /^More actions for/u })
      .click();
    await page.getByRole('menuitem', { name: messages.design.removeEllipsis }).click();
    await expect(page.getByRole('dialog')).toContainText('stay on this computer');
    await page.getByRole('dialog').getByRole('button', { name: messages.design.remove, exact: true }).click();
    await expect(entries(page)).toHaveCount(1);
    await button(page, messages.design.removed).click();
    await expect(entries(page)).toContainText([line]);
    await entries(page).first().getByRole('button', { name: line }).first().click();
    await expect(cards(page).first()).toContainText(/0:0\d/u);
  },
);

test(
  'a candidate whose voice was deleted can be chosen and saved again, in the language of its text, and begins with the words of before',
  { tag: '@beside' },
  async ({ page }) => {
    await openDesign(page);
    // Such a prompt alone is no German to the service.
    await design(page, 'Eine alte Wirtin mit rauer Stimme', { text: 'Kommen Sie herein, draußen ist es kalt, und das Essen ist fertig.' });
    await cards(page).first().getByRole('button', { name: messages.design.choose }).click();
    await expect(page.getByRole('combobox', { name: messages.design.language })).toHaveValue(/^German/u);
    const name = page.getByRole('textbox', { name: messages.design.name });
    await expect(name).toHaveValue('Alte Wirtin');
    await name.fill('Old Tom');
    await name.press('Enter');
    const saved = cards(page).filter({ hasText: messages.design.savedAsNamed('Old Tom') });
    await expect(saved).toHaveCount(1);
    await button(page, messages.design.showInVoices).click();
    await expect(page.getByRole('complementary')).toContainText('German');
    await page.getByRole('button', { name: messages.voices.deleteEllipsis }).click();
    const dialog = page.getByRole('dialog', { name: messages.voices.deleteTitle('Old Tom') });
    await dialog.getByRole('button', { name: messages.voices.deleteVoice }).click();
    await expect(dialog).toBeHidden();

    await page.getByRole('navigation', { name: messages.window.panels }).getByRole('button', { name: messages.window.design }).click();
    const gone = page.getByText(messages.design.goneAtService);
    await expect(gone).toHaveCount(1);
    await expect(saved).toHaveCount(0);
    await button(page, messages.design.saveAsVoice).press('Enter');
    await expect(name).toHaveValue('Old Tom');
    await name.press('Enter');
    await expect(saved).toHaveCount(1);
    await expect(button(page, messages.design.useInNarration).and(page.locator(':enabled'))).toHaveCount(1);
    await expect(gone).toHaveCount(1);
  },
);
