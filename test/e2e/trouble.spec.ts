import { messages } from '#shared/messages/index.ts';
import { expect, test as plain } from './fixtures.ts';
import { blocks, generateAll, generateEverything, paidRequests, script, test } from './with-service.ts';

test('an empty script offers nothing to pay for and says why', async ({ page }) => {
  await expect(blocks(page)).toHaveCount(10);
  await script(page).focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Backspace');
  await expect(blocks(page)).toHaveCount(1);
  await expect(generateAll(page)).toBeDisabled();
  await page.keyboard.press('Control+z');
  await expect(blocks(page)).toHaveCount(10);
});

test(
  'a text over the model’s limit is refused before anything is sent, with both numbers',
  { tag: '@beside' },
  async ({ page, service }) => {
    await expect(generateAll(page)).toBeEnabled();
    await script(page).focus();
    await page.keyboard.press('Control+a');
    await page.keyboard.insertText('A long sentence without an end, '.repeat(400));
    await expect(blocks(page)).toHaveCount(1);
    await expect(generateAll(page)).toBeDisabled();
    await expect(
      page
        .getByRole('main')
        .or(page.getByRole('complementary'))
        .getByText(/12,?800|12,?799/u)
        .first(),
    ).toBeVisible();
    expect((await paidRequests(service)).settled).toBe(0);
  },
);

test(
  'a service killed in the middle keeps what arrived, says what is not known, and offers the next step',
  { tag: '@beside' },
  async ({ page, service }) => {
    test.slow();
    await expect(generateAll(page)).toBeEnabled();
    await service.setFaults([{ on: 'POST /api/open/v3/speech/tts/aligned', kind: 'cut-after-events', nth: 2, times: 1, events: 3 }]);
    await generateAll(page).click();
    const card = page.getByRole('alert', { name: messages.shapes.titleInterrupted });
    await expect(card).toBeVisible();
    await expect(card).toContainText(messages.shapes.maybeCharged);
    await expect(card.getByRole('button', { name: messages.narration.generateAgain })).toBeVisible();
    await expect(blocks(page).nth(1)).toHaveAttribute('data-state', 'incomplete');
    await expect(blocks(page).nth(2)).toHaveAttribute('data-state', 'done');
    await expect(page.getByText(messages.window.withoutResponse(messages.window.paidRequest(1)))).toBeVisible();
    // Asked for while the run goes on, it would wait for the rest of it.
    await expect(generateAll(page)).toBeVisible({ timeout: 45_000 });
    await card.getByRole('button', { name: messages.narration.generateAgain }).click();
    await expect(blocks(page).nth(1)).toHaveAttribute('data-state', 'done');
    // It does not just vanish from the bar: what became of it stays to be read.
    await expect(page.getByText(messages.window.withoutResponse(messages.window.paidRequest(1)))).toHaveCount(0);
    await expect(page.getByRole('alert').filter({ hasText: messages.window.endedTwice })).toContainText('was requested again');
  },
);

test('a balance that is spent stops the batch and says so', { tag: '@beside' }, async ({ page, service }) => {
  await expect(generateAll(page)).toBeEnabled();
  // Requests go out side by side: whichever had left before the first refusal came is refused too, as the balance stays spent.
  await service.setFaults([
    { on: 'POST /api/open/v3/speech/tts/aligned', kind: 'status', status: 402, code: 'ERR_INSUFFICIENT_CREDITS', nth: 2, times: 100 },
  ]);
  await generateAll(page).click();
  const cards = page.getByRole('alert', { name: messages.shapes.titleNoCredits });
  await expect(cards.first()).toContainText(messages.shapes.notCharged);
  await expect(blocks(page).nth(0)).toHaveAttribute('data-state', 'done');
  await expect(cards).toHaveCount(1);
  await expect(cards).toContainText(messages.narration.block(9));
  expect((await paidRequests(service)).settled).toBe(1);
  await service.clearFaults();
  await generateEverything(page);
});

plain.describe('a key the service does not know', () => {
  let close: () => Promise<unknown> = () => Promise.resolve();
  plain.use({
    hostEnvironment: async ({}, use) => {
      const { startLocalService } = await import('../helpers/local-service.ts');
      const service = await startLocalService({ key: 'local-right' });
      close = () => service.stop();
      await use({ VOICEWRIGHT_BASE_URL: service.baseUrl, VOICEWRIGHT_API_KEY: 'wrong-key-of-the-e2e-suite' });
      await close();
    },
  });
  plain('is said with its next step, and stands nowhere on the page', async ({ page }) => {
    await expect(page.getByRole('alert').filter({ hasText: /key/iu }).first()).toBeVisible();
    expect(await page.content()).not.toContain('wrong-key-of');
    await expect(script(page)).toBeVisible();
  });
});

plain.describe('a service that is not running', () => {
  plain.use({ hostEnvironment: { VOICEWRIGHT_BASE_URL: 'http://127.0.0.1:9', VOICEWRIGHT_API_KEY: 'local-nobody' } });
  plain('leaves the script to be written, and says what to do', async ({ page }) => {
    await expect(page.getByRole('alert').filter({ hasText: messages.shapes.titleUnreachable }).first()).toBeVisible();
    await expect(generateAll(page)).toBeDisabled();
    await script(page).focus();
    await page.keyboard.press('Control+Home');
    await page.keyboard.type('Still here. ');
    await expect(page.getByText(messages.window.saved, { exact: true })).toBeVisible();
  });
});
