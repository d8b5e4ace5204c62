import type { Page } from '@playwright/test';
import { messages } from '#shared/messages/index.ts';
import { voiceFor } from '../contract/local-service/support.ts';
import { clone, spoken } from '../contract/local-service/voices/voice-support.ts';
import { dubSegments, openExampleDub } from './dub-example.ts';
import { expect, test } from './with-service.ts';

const { dubbing, voices } = messages;
const panel = (page: Page, name: string) =>
  page.getByRole('navigation', { name: messages.window.panels }).getByRole('button', { name, exact: true });

/** A voice of the account's own, which can be deleted. */
async function cloneVoice(service: Parameters<typeof clone>[0], name: string): Promise<string> {
  const { voiceId } = await voiceFor(service, 'en', 'alpha');
  const bytes = await spoken(service, { text: 'The lighthouse keeper counted the waves, as he had every night.', voiceId });
  return (await clone(service, { name, files: [{ name: 'her.wav', bytes }] })).voiceId;
}

test(
  'a voice that a dub uses is deleted with the dub named in the question and its segments ask for another one',
  { tag: '@beside' },
  async ({ page, service }) => {
    test.slow();
    await cloneVoice(service, 'Grandmother');
    await panel(page, messages.window.voices).click();
    await page.getByRole('button', { name: voices.refresh, exact: true }).click();
    await page.getByRole('searchbox', { name: voices.searchVoices }).fill('grandmother');
    const grid = page.getByRole('grid', { name: voices.voices });
    await expect(grid.getByRole('row')).toHaveCount(1);
    // Its person's own name for it is what it is called in the dub, too.
    await grid.getByRole('row').click();
    await page.getByRole('textbox', { name: voices.customName }).fill('Oma');
    await page.keyboard.press('Enter');
    await openExampleDub(page);
    const field = page.getByRole('combobox', { name: dubbing.voiceOfCount('KEEPER', dubbing.segment(2)) });
    await field.fill('Oma');
    await page.getByRole('option', { name: /^Oma/u }).click();
    await expect(dubSegments(page)).toContainText('Oma');
    await panel(page, messages.window.voices).click();
    await grid.getByRole('row').click();
    await page.getByRole('button', { name: voices.deleteEllipsis }).click();
    const dialog = page.getByRole('dialog', { name: voices.deleteTitle('Oma') });
    await expect(dialog.getByRole('list', { name: voices.dubsList })).toContainText(dubbing.segment(2));
    await expect(dialog).not.toContainText(voices.nothingUsesIt);
    await dialog.getByRole('button', { name: voices.deleteVoice }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByText(voices.voiceDeletedNote({ narration: false, dubbing: true })).first()).toBeVisible();

    // The segments say it themselves, and one press leads to another voice for all of them.
    await panel(page, messages.window.dubbing).click();
    const rows = dubSegments(page).getByRole('option');
    await expect(rows.filter({ hasText: dubbing.voiceGoneInShort })).toHaveCount(2);
    const notice = page.getByText(dubbing.voiceGone('Oma', 2));
    await expect(notice).toBeVisible();
    await page.getByRole('button', { name: dubbing.chooseOtherVoice }).click();
    const voice = page.getByRole('combobox', { name: dubbing.voice, exact: true });
    await expect(voice).toBeFocused();
    await expect(page.getByRole('button', { name: dubbing.generate, exact: true })).toHaveAttribute('aria-disabled', 'true');
    await page.keyboard.type('Ada');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(notice).toHaveCount(0);
    await expect(rows.filter({ hasText: 'Ada' })).toHaveCount(2);
  },
);
