import type { Locator, Page } from '@playwright/test';
import { messages } from '#shared/messages/index.ts';
import type { Messages } from '#shared/messages/shape.ts';

/** The names of all panels in the order of the rail, in a language. */
export const namesOfPanels = ({ window }: Pick<Messages, 'window'>): readonly string[] => [
  window.narration,
  window.voices,
  window.clone,
  window.design,
  window.live,
  window.lipSync,
  window.dubbing,
  window.transcribe,
  window.imagesVideo,
  window.jobs,
  window.account,
  window.settings,
];

export const panelNames = namesOfPanels(messages);

export const panelButton = (page: Page, panel: string, { window }: Pick<Messages, 'window'> = messages): Locator =>
  page.getByRole('navigation', { name: window.panels, exact: true }).getByRole('button', { name: panel, exact: true });

/** Shows a panel, and waits until it is there. */
export async function showPanel(page: Page, panel: string, texts: Pick<Messages, 'window'> = messages): Promise<void> {
  await panelButton(page, panel, texts).click();
  await page.getByRole('main', { name: panel, exact: true }).waitFor();
}
