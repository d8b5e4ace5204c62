import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { messages } from '#shared/messages/index.ts';
import { fileURLToPath } from 'node:url';
import { language } from '../../src-renderer/lib/format.ts';
import { writeWhisperFolder } from '../helpers/tiny-whisper.ts';
import { installStandIn, writePiperFolder } from '../helpers/tiny-voice.ts';
import { writeVoiceFile } from '../helpers/voice-file.ts';
import { seriousTroubles } from './axe.ts';
import { expect, test as base } from './fixtures.ts';
import { dropOn, tabTo, zoneOf } from './media.ts';
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

test.describe('on a machine without a recogniser', () => {
  test.use({ hostEnvironment: { PATH: '/nowhere' } });

  test(
    'a Whisper folder that is dropped on Account is named in Transcribe before a file is chosen, transcribes, and is removed and put back by keys',
    { tag: '@beside' },
    async ({ page, folder, profileDirectory }) => {
      test.slow();
      installStandIn(join(profileDirectory, 'local-service', 'packages'));
      await go(page, messages.window.transcribe);
      await expect(page.getByRole('note', { name: messages.transcribe.noRecognizer })).toContainText(messages.transcribe.modelWay);

      await go(page, messages.account.account);
      const zone = `[data-drop-zone][aria-label="${messages.localVoices.voiceFile}"]`;
      const incomplete = writeWhisperFolder(join(folder, 'incomplete'));
      rmSync(join(incomplete, 'tiny.en-tokens.txt'));
      await dropOn(page, zone, [incomplete]);
      const refused = section(page).getByRole('alert');
      await expect(refused).toContainText(messages.localVoices.filesMissing('incomplete', 'tiny.en-tokens.txt'));
      await dropOn(page, zone, [writeWhisperFolder(join(folder, 'whisper'), { licence: 'MIT License' })]);
      const added = section(page).getByRole('listitem', { name: 'Whisper tiny.en' });
      await expect(added).toContainText(messages.localVoices.inUse, { timeout: 30_000 });
      await expect(refused).toHaveCount(0);
      expect(await seriousTroubles(page)).toEqual([]);

      await go(page, messages.window.transcribe);
      await expect(page.getByRole('main')).toContainText(messages.transcribe.modelServiceNote('Whisper tiny.en'));
      const spoken = page.getByRole('combobox', { name: messages.transcribe.language });
      await spoken.click();
      await spoken.fill(language('de'));
      await page.getByRole('option', { name: language('de'), exact: true }).click();
      const note = messages.transcribe.languageUnknown('Whisper tiny.en', language('en'), language('de'));
      await expect(page.getByRole('main')).toContainText(note);
      expect(await seriousTroubles(page)).toEqual([]);
      await spoken.click();
      await spoken.fill(language('en'));
      await page.getByRole('option', { name: language('en'), exact: true }).click();
      await expect(page.getByRole('main')).not.toContainText(note);

      const reading = fileURLToPath(new URL('../fixtures/reading/three-sentences.ogg', import.meta.url));
      await dropOn(page, zoneOf('recording'), [reading]);
      await page.getByRole('button', { name: messages.transcribe.transcribe, exact: true }).last().click();
      const segments = page.getByRole('list', { name: messages.transcribe.segments }).getByRole('listitem');
      await expect(segments.first()).toContainText('english for', { timeout: 60_000 });

      await go(page, messages.account.account);
      const remove = added.getByRole('button', { name: messages.localVoices.removeNamed('Whisper tiny.en') });
      await section(page).getByRole('button').first().focus();
      await tabTo(page, remove);
      await page.keyboard.press('Enter');
      await expect(added).toHaveCount(0);
      await page.getByRole('button', { name: messages.window.undoOf(messages.localVoices.removed('Whisper tiny.en')) }).click();
      await expect(added).toBeVisible();
    },
  );
});
