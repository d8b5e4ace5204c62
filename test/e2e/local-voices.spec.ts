import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { messages } from '#shared/messages/index.ts';
import { writeVoiceFile } from '../helpers/voice-file.ts';
import { seriousTroubles } from './axe.ts';
import { expect, test as base } from './fixtures.ts';
import { dropOn, tabTo } from './media.ts';
import { blocks, script } from './with-service.ts';

/** A folder with a voice file and its licence. */
const test = base.extend<{ folder: string }>({
  folder: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'voicewright-voice-'));
    await writeVoiceFile(join(folder, 'my_voice.flitevox'), 'slt');
    writeFileSync(join(folder, 'LICENSE'), 'This voice is free for use for any purpose.');
    writeFileSync(join(folder, 'notes.flitevox'), 'These are notes.');
    await use(folder);
    rmSync(folder, { recursive: true, force: true });
  },
});

const name = 'my voice';
const section = (page: Page) => page.getByRole('region', { name: messages.localVoices.voicesOnThisComputer });
const card = (page: Page) => section(page).getByRole('listitem', { name });
const go = (page: Page, panel: string) =>
  page.getByRole('navigation', { name: messages.window.panels }).getByRole('button', { name: panel }).click();

test(
  'a voice file that is dropped on Account speaks in the script, is removed by keys and put back, and what is no voice says so',
  { tag: '@beside' },
  async ({ page, folder }) => {
    test.slow();
    await go(page, messages.account.account);
    const zone = `[data-drop-zone][aria-label="${messages.localVoices.voiceFile}"]`;
    await dropOn(page, zone, [join(folder, 'notes.flitevox')]);
    const refused = section(page).getByRole('alert');
    await expect(refused).toContainText(messages.localVoices.unknown('notes.flitevox'));
    await expect(section(page)).toContainText(messages.localVoices.noVoices);

    await dropOn(page, zone, [join(folder, 'my_voice.flitevox'), join(folder, 'LICENSE')]);
    await expect(card(page)).toContainText('American English', { timeout: 30_000 });
    await expect(refused).toHaveCount(0);
    await card(page).getByRole('button', { name: messages.localVoices.showLicence }).click();
    await expect(card(page)).toContainText('This voice is free for use for any purpose.');
    expect(await seriousTroubles(page)).toEqual([]);

    await go(page, messages.window.narration);
    await blocks(page).first().locator('p').click();
    const voice = page.getByRole('combobox', { name: messages.narration.voice, exact: true });
    await voice.click();
    await voice.fill(name);
    await page.getByRole('listbox').getByRole('option', { name }).first().click();
    await script(page).press('Control+Enter');
    await expect(blocks(page).first()).toHaveAttribute('data-state', 'done', { timeout: 30_000 });
    await page.getByRole('button', { name: messages.narration.stop, exact: true }).click();

    await go(page, messages.account.account);
    const remove = card(page).getByRole('button', { name: messages.localVoices.removeNamed(name) });
    await section(page).getByRole('button').first().focus();
    await tabTo(page, remove);
    await page.keyboard.press('Enter');
    await expect(card(page)).toHaveCount(0);
    await page.getByRole('button', { name: messages.window.undoOf(messages.localVoices.removed(name)) }).click();
    await expect(card(page)).toBeVisible();
  },
);
