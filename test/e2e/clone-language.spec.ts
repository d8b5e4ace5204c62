import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { german } from '#shared/messages/de/index.ts';
import { spokenLine } from '#shared/messages/spoken-lines.ts';
import { buzz } from '../contract/clone/fixture.ts';
import { dropAt } from './media.ts';
import { showPanel } from './panels.ts';
import { expect, test } from './with-service.ts';

test.use({
  opensSample: false,
  hostEnvironment: async ({ service }, use) =>
    use({
      VOICEWRIGHT_BASE_URL: service.baseUrl,
      VOICEWRIGHT_REALTIME_URL: service.realtimeUrl,
      VOICEWRIGHT_API_KEY: service.apiKey,
      VOICEWRIGHT_LANGUAGE: 'de',
    }),
});

test(
  'in a German window a clone begins as German, says so before it is paid for, and its test line is German',
  { tag: '@beside' },
  async ({ page }) => {
    test.slow();
    const file = join(mkdtempSync(join(tmpdir(), 'voicewright-clone-')), 'Frau Lehmann.wav');
    writeFileSync(file, buzz(4));
    await showPanel(page, german.window.clone, german);
    await dropAt(page, { x: 400, y: 400 }, [file]);
    const form = page.getByRole('complementary', { name: german.clone.aboutVoice });
    const languages = form.getByRole('combobox', { name: german.clone.languages });
    const names = new Intl.DisplayNames(['de'], { type: 'language', style: 'short' });
    await expect(form.getByText(names.of('de-DE') ?? '', { exact: true })).toBeVisible();
    await expect(languages).toHaveAccessibleDescription(german.clone.languagesNote);
    // Emptied, it stays empty, and the form says what the voice would speak.
    await languages.focus();
    await page.keyboard.press('Backspace');
    await expect(languages).toHaveAccessibleDescription(german.clone.noLanguage);
    await page.keyboard.type('deutsch');
    await page.getByRole('option', { name: names.of('de-DE') ?? '', exact: true }).click();
    await page.keyboard.press('Escape');
    await form.getByRole('checkbox', { name: german.clone.consentPrivate, exact: true }).check();
    await page.getByRole('button', { name: german.clone.cloneVoice, exact: true }).click();
    await expect(page.getByRole('textbox', { name: german.clone.testLine })).toHaveValue(spokenLine('clone', 'de'), { timeout: 60_000 });
  },
);
