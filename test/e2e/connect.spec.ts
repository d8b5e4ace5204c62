import type { Page } from '@playwright/test';
import { messages } from '#shared/messages/index.ts';
import type { Character } from '../helpers/foreign-service/characters.ts';
import { startForeignService, type ForeignService } from '../helpers/foreign-service/index.ts';
import { seriousTroubles } from './axe.ts';
import { expect, test as base } from './fixtures.ts';
import { blocks, makeChapter, position, script } from './with-service.ts';

/** The studio on its own local service, and a hosted service that somebody else wrote. */
const test = base.extend<{ character: Character; foreign: ForeignService }>({
  character: ['bare', { option: true }],
  foreign: async ({ character }, use) => {
    const foreign = await startForeignService({ character, speech: 'tones' });
    await use(foreign);
    await foreign.stop();
  },
});

const go = (page: Page, panel: string) =>
  page.getByRole('navigation', { name: messages.window.panels }).getByRole('button', { name: panel }).click();
const card = (page: Page, name: string) => page.getByRole('region', { name: messages.account.connections }).getByRole('listitem', { name });
const form = (page: Page) => page.getByRole('form', { name: messages.account.newConnection });
const status = (page: Page) => page.locator('footer');

/** Each block as the script shows it, and the seconds of the chapter. */
async function chapterAsShown(page: Page) {
  const shown = await blocks(page).evaluateAll((elements) =>
    elements.map((element) => {
      const { state, voice } = (element as HTMLElement).dataset;
      return { text: element.querySelector('p')?.textContent, state, voice };
    }),
  );
  return { blocks: shown, seconds: (await position(page)).total };
}

/** Types what the form lacks or has wrong, and presses Enter in the last field, as somebody without a mouse does. */
async function addAndUse(page: Page, typed: { baseUrl?: string; realtimeUrl?: string; key?: string; name?: string }): Promise<void> {
  const labels = {
    baseUrl: messages.account.baseUrl,
    realtimeUrl: messages.account.realtimeUrl,
    key: messages.account.apiKey,
    name: messages.account.name,
  } as const;
  const fields = Object.entries(typed) as [keyof typeof labels, string][];
  for (const [field, value] of fields) await form(page).getByLabel(labels[field], { exact: true }).fill(value);
  await form(page)
    .getByLabel(labels[fields.at(-1)?.[0] ?? 'baseUrl'], { exact: true })
    .press('Enter');
}

async function journey(page: Page, foreign: ForeignService): Promise<void> {
  await makeChapter(page, ['The lighthouse stands at the end of the pier.', 'At night its lamp is lit.']);
  const before = await chapterAsShown(page);
  expect(before.blocks.map(({ state }) => state)).toEqual(['done', 'done']);
  expect(before.seconds).toBeGreaterThan(2);

  await go(page, messages.account.account);
  await page.getByRole('button', { name: messages.account.addConnection }).press('Enter');
  await expect(form(page).getByLabel(messages.account.baseUrl, { exact: true })).toBeFocused();
  const alert = (name: string) => form(page).getByRole('alert', { name });

  // Each thing that can be wrong is named, its field is where the keyboard goes on, and nothing else changes.
  await addAndUse(page, { key: foreign.key, baseUrl: 'http://127.0.0.1:9' });
  await expect(alert(messages.account.baseUrlFailed)).toContainText('nothing listens there');
  await expect(form(page).getByLabel(messages.account.baseUrl, { exact: true })).toBeFocused();
  await addAndUse(page, { baseUrl: foreign.mediaUrl });
  await expect(alert(messages.account.baseUrlFailed)).toContainText('not as a speech service does');
  await addAndUse(page, { baseUrl: foreign.baseUrl, key: foreign.wrongKeyExample });
  await expect(alert(messages.account.keyRejected)).toContainText(messages.account.connectionNotAdded);
  await expect(form(page).getByLabel(messages.account.apiKey, { exact: true })).toBeFocused();
  await addAndUse(page, { key: foreign.key, realtimeUrl: foreign.mediaUrl.replace('http', 'ws') });
  await expect(alert(messages.account.realtimeUrlFailed)).toContainText('Live would not work');
  await expect(form(page).getByLabel(messages.account.realtimeUrl, { exact: true })).toBeFocused();
  await expect(status(page)).toContainText('Local serviceready');
  await go(page, messages.window.narration);
  expect(await chapterAsShown(page)).toEqual(before);

  await go(page, messages.account.account);
  if ((await form(page).count()) === 0) await page.getByRole('button', { name: messages.account.addConnection }).press('Enter');
  const { baseUrl, realtimeUrl, key } = foreign;
  await addAndUse(page, { baseUrl, realtimeUrl, key, name: 'Work' });
  await expect(card(page, 'Work')).toBeFocused();
  await expect(card(page, 'Work')).toContainText(messages.account.inUse);
  await expect(status(page)).toContainText('Workready');

  // Its voices make a block, and its sound is played. Those of the local service are not gone: they are elsewhere.
  await go(page, messages.window.narration);
  await expect(blocks(page).first()).toHaveAttribute('data-problem', 'voice-elsewhere');
  await blocks(page).first().locator('p').click();
  await expect(page.getByText('belongs to Local service')).toBeVisible();
  const charged = foreign.charges.length;
  await blocks(page).nth(1).locator('p').click();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await page.keyboard.insertText('A ship passes far out.');
  const voice = page
    .getByRole('combobox', { name: messages.narration.voice, exact: true })
    .or(page.getByRole('textbox', { name: messages.narration.voice, exact: true }));
  await voice.first().click();
  await page.getByRole('listbox').getByRole('option').nth(1).click();
  await script(page).press('Control+Enter');
  await expect(blocks(page).nth(2)).toHaveAttribute('data-state', 'done', { timeout: 30_000 });
  expect(foreign.charges.length).toBe(charged + 1);
  await page.getByRole('button', { name: messages.narration.stop, exact: true }).click();
  expect((await position(page)).total).toBeGreaterThan(before.seconds);
  const withShip = await chapterAsShown(page);
  expect(withShip.blocks.map((block) => block.voice)).not.toContainEqual(expect.stringMatching(/^[0-9a-f-]{20,}$/u));

  // Back at the local service everything of before is as it was.
  await go(page, messages.account.account);
  await page.getByRole('button', { name: messages.account.addConnection }).focus();
  await page.keyboard.press('Tab');
  await expect(
    card(page, messages.connections.localService).getByRole('button', { name: messages.account.use, exact: true }),
  ).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(status(page)).toContainText('Local serviceready');
  await expect(card(page, messages.connections.localService).getByRole('button', { name: messages.account.testConnection })).toBeFocused();
  await go(page, messages.window.narration);
  await expect(blocks(page).first()).toHaveAttribute('data-state', 'done');
  const after = await chapterAsShown(page);
  expect(after.blocks.slice(0, 2)).toEqual(before.blocks);
  await expect(blocks(page).first()).not.toHaveAttribute('data-problem');
  await expect(blocks(page).nth(2)).toHaveAttribute('data-problem', 'voice-elsewhere');
  expect(after.blocks[2]?.voice).toBe(withShip.blocks[2]?.voice);
  expect(after.seconds).toBeCloseTo(withShip.seconds, 1);
}

test(
  'an account is connected past wrong addresses and a wrong key, used for a block, and left for the local service again',
  { tag: '@beside' },
  async ({ page, foreign }) => {
    test.slow();
    await journey(page, foreign);
  },
);

for (const character of ['rich', 'odd'] as const)
  test.describe(`with a ${character} service`, { tag: '@beside' }, () => {
    test.use({ character });
    test('an account is connected past wrong addresses and a wrong key, used for a block, and left again', async ({ page, foreign }) => {
      test.slow();
      await journey(page, foreign);
    });
  });

test(
  'a connection that is used though it fails changes no block, voice or length, and takes over by itself when it answers',
  { tag: '@beside' },
  async ({ page, foreign }) => {
    test.slow();
    await makeChapter(page, ['The lighthouse stands at the end of the pier.']);
    const before = await chapterAsShown(page);
    foreign.revokeKey(foreign.key);
    await go(page, messages.account.account);
    await page.getByRole('button', { name: messages.account.addConnection }).click();
    await addAndUse(page, { baseUrl: foreign.baseUrl, name: 'Work', key: foreign.key });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await seriousTroubles(page), colorScheme).toEqual([]);
    }
    await form(page).getByRole('button', { name: messages.account.useAnyway }).press('Enter');
    await expect(card(page, 'Work')).toContainText(messages.account.inUseNotAvailable);
    await expect(status(page)).toContainText(`Work${messages.connections.keyNotAccepted}`);
    await go(page, messages.window.narration);
    expect(await chapterAsShown(page)).toEqual(before);
    await expect(page.getByRole('alert').first()).toContainText('does not accept this key');

    // A new key, after which the blocks are the new service's to make.
    await status(page).getByRole('button', { name: messages.window.changeKey }).click();
    await card(page, 'Work').getByRole('button', { name: messages.account.edit }).click();
    await page
      .getByRole('form', { name: messages.account.editNamed('Work') })
      .getByLabel(messages.account.newKey)
      .fill(foreign.openAccount());
    await page
      .getByRole('form', { name: messages.account.editNamed('Work') })
      .getByRole('button', { name: messages.account.save })
      .click();
    await expect(status(page)).toContainText('Workready');
    await card(page, messages.connections.localService).getByRole('button', { name: messages.account.use, exact: true }).click();
    await expect(status(page)).toContainText('Local serviceready');
    await go(page, messages.window.narration);
    expect(await chapterAsShown(page)).toEqual(before);
  },
);

test(
  'the status bar says that a hosted service is lost, and recovers by itself when it is back',
  { tag: '@beside' },
  async ({ page, foreign, character }) => {
    test.slow();
    await go(page, messages.account.account);
    await page.getByRole('button', { name: messages.account.addConnection }).click();
    await addAndUse(page, { baseUrl: foreign.baseUrl, key: foreign.key, name: 'Work' });
    await expect(status(page)).toContainText('Workready');
    const { port } = new URL(foreign.baseUrl);
    await foreign.stop();
    await expect(status(page)).toContainText(`Work${messages.connections.stateUnreachable}${messages.connections.retrying}`, {
      timeout: 30_000,
    });
    const again = await startForeignService({ character, speech: 'tones', key: foreign.key, port: Number(port) });
    await expect(status(page)).toContainText('Workready', { timeout: 40_000 });
    await expect(status(page)).toContainText(messages.shapes.justNow);
    await again.stop();
  },
);
