import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { messages } from '#shared/messages/index.ts';
import { buzz } from '../contract/clone/fixture.ts';
import { call, voiceFor } from '../contract/local-service/support.ts';
import { dropAt } from './media.ts';
import { expect, test } from './with-service.ts';

const go = (page: Page, panel: string) =>
  page.getByRole('navigation', { name: messages.window.panels }).getByRole('button', { name: panel, exact: true }).click();
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test(
  'one clone and one live phrase look like no fault of the accounts; what another program spends does',
  { tag: '@beside' },
  async ({ page, service }) => {
    test.slow();
    const file = join(mkdtempSync(join(tmpdir(), 'voicewright-reconciliation-')), 'Anna.wav');
    writeFileSync(file, buzz(4));
    await go(page, messages.window.clone);
    await dropAt(page, { x: 400, y: 400 }, [file]);
    await page.getByRole('checkbox', { name: /^I have the consent of the person whose voice this is/u }).check();
    await button(page, messages.clone.cloneVoice).click();
    // The local service measures and tries voices for it, which takes two cores half a minute beside another journey.
    await expect(button(page, messages.clone.generateTestLine)).toBeFocused({ timeout: 90_000 });
    await go(page, messages.jobs.live);
    await expect(button(page, messages.live.speak)).toHaveAttribute('aria-disabled', 'false', { timeout: 30_000 });
    await page.getByRole('textbox', { name: messages.live.say, exact: true }).focus();
    await page.keyboard.insertText('The lamps are lit in every window.');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('list', { name: messages.live.phrases, exact: true }).getByRole('listitem').first()).toHaveAttribute(
      'data-phrase',
      'spoken',
      { timeout: 30_000 },
    );
    await button(page, messages.live.endSession).click();

    await go(page, messages.jobs.jobs);
    const balance = page.getByRole('region', { name: messages.account.jobsAndBalance });
    await expect(balance).toContainText(/not reported|Jobs and your balance match/u, { timeout: 30_000 });
    await expect(balance.locator('[data-status="incomplete"]')).toHaveCount(0);
    await go(page, messages.account.account);
    const main = page.getByRole('main');
    await expect(main).toContainText(/not reported|Jobs and your balance match/u);
    await expect(main.locator('[data-status="incomplete"]')).toHaveCount(0);

    // Counted from now, so that nothing of the studio is open or unpriced.
    await button(page, messages.account.countFromNow).click();
    await expect(main).toContainText(messages.account.agrees);
    const { voiceId } = await voiceFor(service, 'en');
    await (await call(service, 'POST', '/api/open/v3/speech/tts', { body: { text: 'Spent by another program.', voiceId } })).arrayBuffer();
    await button(page, messages.account.refresh).first().click();
    await expect(main.locator('[data-status="incomplete"]')).toContainText('lower than Jobs shows', { timeout: 30_000 });
  },
);
