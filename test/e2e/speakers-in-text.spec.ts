import { spawnSync } from 'node:child_process';
import type { Page, TestInfo } from '@playwright/test';
import { messages } from '#shared/messages/index.ts';
import { seriousTroubles } from './axe.ts';
import { dropAt, tabTo } from './media.ts';
import { blocks, expect, paidRequests, script, test } from './with-service.ts';

const story = `# The gate

“Come in,” said Thomas. The door stood open.

The lamp burned all night.

Agnes asked: “Why here?”

“It is dry,” Thomas said, and sat down.

“So it is,” said Agnes.
`;
/** Of the blocks above, the title first, who speaks them once Thomas is a character and his paragraphs are split at the quotation marks. */
const thomasSpeaks = ['', 'Thomas', '', '', '', 'Thomas', '', ''];

/** A Word file as pandoc writes it. */
function writeStory(info: TestInfo): string {
  const path = info.outputPath('The gate.docx');
  const { status, stderr } = spawnSync('pandoc', ['-f', 'markdown', '-o', path], { input: story, encoding: 'utf8' });
  expect(status, stderr).toBe(0);
  return path;
}

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });
/** Of each block, the character that speaks it. */
const speakers = (page: Page) =>
  blocks(page).evaluateAll((all) =>
    all.map((block) => (block.getAttribute('data-speaker')?.startsWith('cast-') === true ? block.getAttribute('data-voice') : '')),
  );

/** The preview of the Word file, as one that is added to the sample. */
async function openPreview(page: Page, info: TestInfo): Promise<ReturnType<typeof dialog>> {
  await expect(blocks(page)).toHaveCount(10);
  await dropAt(page, { x: 600, y: 300 }, [writeStory(info)]);
  const preview = dialog(page, messages.manuscript.importTitle);
  const characters = preview.getByRole('list', { name: messages.manuscript.characters });
  for (const name of ['Thomas', 'Agnes']) {
    await expect(characters.getByRole('checkbox', { name })).not.toBeChecked();
    await expect(characters.getByRole('checkbox', { name })).toHaveAccessibleDescription(messages.manuscript.speaksIn(2));
  }
  return preview;
}

test(
  'a speaker that is ticked in the preview of a Word file speaks those blocks of the chapter, and one undo takes it back',
  { tag: '@beside' },
  async ({ page, service }, info) => {
    const preview = await openPreview(page, info);
    const all = preview.getByRole('checkbox', { name: messages.manuscript.allSpeakers(2) });
    await all.check();
    await expect(preview.getByRole('combobox', { name: messages.voicing.voiceOf('Agnes') })).toBeVisible();
    await expect(preview.getByRole('checkbox', { name: 'Thomas' })).toBeChecked();
    await all.uncheck();
    await preview.getByRole('checkbox', { name: 'Thomas' }).check();
    await expect(all).not.toBeChecked();
    // Who is a character can be given a voice at once; the others cannot.
    await expect(preview.getByRole('combobox', { name: messages.voicing.voiceOf('Thomas') })).toBeVisible();
    await expect(preview.getByRole('combobox', { name: messages.voicing.voiceOf('Agnes') })).toHaveCount(0);
    expect(await seriousTroubles(page)).toEqual([]);
    await expect(preview.getByRole('checkbox', { name: messages.manuscript.splitSpeech })).toBeChecked();
    await preview.getByRole('button', { name: messages.manuscript.import, exact: true }).click();
    await expect(blocks(page)).toHaveCount(8);
    await expect.poll(() => speakers(page)).toEqual(thomasSpeaks);
    // Who speaks is said, and no word of the text is changed.
    await expect(blocks(page).locator('p').nth(1)).toHaveText('“Come in,”');
    await expect(blocks(page).locator('p').nth(2)).toHaveText('said Thomas. The door stood open.');
    const cast = page.getByRole('region', { name: messages.voicing.cast });
    await expect(cast.getByRole('textbox', { name: messages.voicing.nameOf('Thomas') })).toHaveValue('Thomas');
    await expect(cast.getByRole('listitem').first()).toContainText(messages.narration.block(2));
    expect((await paidRequests(service)).settled).toBe(0);
    // Nobody has chosen a voice yet: the script says so, and leads to where one is chosen.
    const voiceless = page.getByRole('status').filter({ hasText: messages.voicing.withoutVoice('Thomas', 1) });
    await expect(voiceless).toContainText(messages.voicing.withoutVoiceNote(messages.narration.block(2), 2));
    expect(await seriousTroubles(page)).toEqual([]);
    await page.getByRole('button', { name: messages.voicing.chooseVoice }).press('Enter');
    await expect(cast.getByRole('combobox', { name: messages.voicing.voiceOf('Thomas') })).toBeFocused();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: messages.window.undo, exact: true }).click();
    await expect(blocks(page)).toHaveCount(10);
  },
);

test(
  'by keyboard alone: speakers are found in the text by Cast, those that are ticked speak their blocks, and one undo takes it back',
  { tag: '@beside' },
  async ({ page }, info) => {
    const preview = await openPreview(page, info);
    await tabTo(page, preview.getByRole('button', { name: messages.manuscript.import, exact: true }));
    await page.keyboard.press('Enter');
    await expect(blocks(page)).toHaveCount(6);
    await expect.poll(() => speakers(page)).toEqual(['', '', '', '', '', '']);

    await tabTo(page, page.getByRole('button', { name: messages.voicing.findSpeakers }));
    await page.keyboard.press('Enter');
    const found = dialog(page, messages.voicing.speakersTitle);
    const add = found.getByRole('button', { name: messages.voicing.addToCast });
    await expect(add).toBeDisabled();
    // Escape changes nothing, and leads back to where the dialog was opened.
    await page.keyboard.press('Escape');
    await expect(found).toBeHidden();
    await expect(page.getByRole('button', { name: messages.voicing.findSpeakers })).toBeFocused();
    await page.keyboard.press('Enter');
    await tabTo(page, found.getByRole('checkbox', { name: 'Thomas' }));
    await page.keyboard.press('Space');
    await expect(found.getByRole('checkbox', { name: 'Agnes' })).not.toBeChecked();
    expect(await seriousTroubles(page)).toEqual([]);
    await tabTo(page, add);
    await page.keyboard.press('Enter');
    await expect(found).toBeHidden();
    await expect(blocks(page)).toHaveCount(8);
    await expect.poll(() => speakers(page)).toEqual(thomasSpeaks);
    await expect(page.getByRole('textbox', { name: messages.voicing.nameOf('Thomas') })).toBeVisible();

    await script(page).focus();
    await page.keyboard.press('Control+z');
    await expect.poll(() => speakers(page)).toEqual(['', '', '', '', '', '']);
    await expect(page.getByRole('textbox', { name: messages.voicing.nameOf('Thomas') })).toHaveCount(0);
  },
);
