import type { Page } from '@playwright/test';
import { messages } from '#shared/messages/index.ts';

/** Opens the sample where a studio that has no project yet shows Start; then the script is there. */
export async function openSample(page: Page): Promise<void> {
  const script = page.getByRole('textbox', { name: messages.narration.script });
  const sample = page.getByRole('button', { name: messages.start.openSample, exact: true });
  await script.or(sample).first().waitFor();
  if (await sample.isVisible()) await sample.click();
  await script.waitFor();
}
