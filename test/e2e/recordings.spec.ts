import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { messages } from '#shared/messages/index.ts';
import { seriousTroubles } from './axe.ts';
import { blocks, expect, generateAll, paidRequests, script, test } from './with-service.ts';

const { recordedTakes, shapes } = messages;
const text = 'It was late in the evening when the two travellers came down from the hills. Nobody in the village had seen them before.';
const shots = process.env['RECORDING_SHOTS'];

let folder: string;
test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'voicewright-m4a-'));
  execFileSync('flite', ['-voice', 'slt', '-t', text, '-o', join(folder, 'phone.wav')]);
  execFileSync('ffmpeg', ['-v', 'error', '-i', join(folder, 'phone.wav'), '-c:a', 'aac', '-b:a', '64k', join(folder, 'phone.m4a')]);
});
test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

test(
  'a recording of a telephone (AAC) becomes the sound of a block, with its progress and a way to stop it, and nothing is charged',
  { tag: '@beside' },
  async ({ page, service }) => {
    test.slow();
    await expect(generateAll(page)).toBeEnabled();
    await script(page).focus();
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Backspace');
    await expect(blocks(page)).toHaveCount(1);
    await page.keyboard.insertText(text);
    await page.keyboard.press('Shift+F10');
    const chosen = page.waitForEvent('filechooser');
    await page.getByRole('menuitem', { name: recordedTakes.importForBlocks(1) }).click();
    const toast = page.getByRole('alert').filter({ hasText: recordedTakes.importing('phone.m4a') });
    await (await chosen).setFiles(join(folder, 'phone.m4a'));
    await expect(toast.getByRole('button', { name: shapes.stop })).toBeVisible();
    await expect(toast.getByRole('progressbar')).toBeVisible();
    if (shots !== undefined)
      for (const scheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme: scheme });
        await page.screenshot({ path: `${shots}/importing-${scheme}.png` });
      }
    await expect(page.getByText(recordedTakes.imported(1))).toBeVisible({ timeout: 60_000 });
    await expect(blocks(page).first()).toHaveAttribute('data-state', 'done');
    await expect(page.getByText(recordedTakes.recordingIn('phone.m4a'), { exact: true })).toBeVisible();
    expect(await seriousTroubles(page)).toEqual([]);
    expect((await paidRequests(service)).settled).toBe(0);
  },
);
