import type { BrowserContext } from '@playwright/test';
import { messages } from '#shared/messages/index.ts';

/** Each first purchase asks, as its price is not known yet; in pages of this context it is agreed to. */
export async function agreeToUnknownPrices(context: BrowserContext): Promise<void> {
  await context.addInitScript(agree, messages.account.unknownPriceQuestion('|').split('|'));
}

/** The titles of such questions begin and end so. */
function agree([start = '', end = '']: string[]): void {
  const press = (): void => {
    for (const dialog of document.querySelectorAll<HTMLElement>('[role="dialog"]')) {
      const title = dialog.querySelector('h2')?.textContent ?? '';
      if (title.startsWith(start) && title.endsWith(end)) dialog.querySelector<HTMLElement>('button[data-autofocus]')?.click();
    }
  };
  document.addEventListener('DOMContentLoaded', () =>
    new MutationObserver(press).observe(document.body, { childList: true, subtree: true }),
  );
}
