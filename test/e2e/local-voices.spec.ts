import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { messages } from '#shared/messages/index.ts';
import { installStandIn, writePiperFolder } from '../helpers/tiny-voice.ts';
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

test(
  'a model folder is refused without its package, whose command is shown, speaks once the package is there, and names what a folder lacks',
  { tag: '@beside' },
  async ({ page, folder, profileDirectory }) => {
    test.slow();
    const model = writePiperFolder(join(folder, 'piper'));
    const packages = join(profileDirectory, 'local-service', 'packages');
    await go(page, messages.account.account);
    const zone = `[data-drop-zone][aria-label="${messages.localVoices.voiceFile}"]`;
    await expect(section(page)).toContainText(`npm install --prefix "${packages}" sherpa-onnx-node`);
    expect(await seriousTroubles(page)).toEqual([]);
    await dropOn(page, zone, [model]);
    const refused = section(page).getByRole('alert');
    await expect(refused).toContainText(messages.localVoices.noPackage('sherpa-onnx-node'));

    installStandIn(packages);
    await section(page).getByRole('button', { name: messages.localVoices.checkAgain }).click();
    await expect(section(page)).toContainText(messages.localVoices.packageReady('sherpa-onnx-node', '0.0.1'));
    rmSync(join(model, 'en_US-tiny-low.onnx.json'));
    await dropOn(page, zone, [model]);
    await expect(refused).toContainText(messages.localVoices.filesMissing('piper', 'en_US-tiny-low.onnx.json'));
    await expect(section(page)).toContainText(messages.localVoices.noVoices);

    writePiperFolder(model);
    const chooser = page.waitForEvent('filechooser');
    await section(page).getByRole('button', { name: messages.shapes.chooseAFolder }).press('Enter');
    await (await chooser).setFiles(model);
    const added = section(page).getByRole('listitem', { name: 'Tiny low' });
    await expect(added).toContainText(messages.localVoices.kinds.piper, { timeout: 30_000 });

    await go(page, messages.window.narration);
    await blocks(page).first().locator('p').click();
    const voice = page.getByRole('combobox', { name: messages.narration.voice, exact: true });
    await voice.click();
    await voice.fill('Tiny low');
    await page.getByRole('listbox').getByRole('option', { name: 'Tiny low' }).first().click();
    await script(page).press('Control+Enter');
    await expect(blocks(page).first()).toHaveAttribute('data-state', 'done', { timeout: 30_000 });
  },
);
