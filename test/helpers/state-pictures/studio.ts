import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, Locator, Page } from '@playwright/test';
import { language, messages } from '#shared/messages/index.ts';
import { agreeToUnknownPrices } from '../agree-to-unknown-prices.ts';
import { leaveLostWork } from '../lost-work.ts';
import { type LocalService, startLocalService } from '../local-service.ts';
import { openSample } from '../open-sample.ts';
import { interview, writeRecogniser } from '../recogniser.ts';
import { type RunningHost, startBuiltHost } from '../served-host.ts';
import { waitUntilDrawn } from '../wait-until-drawn.ts';

/** A theme and a width, such as `dark-1024`. */
export interface Shot {
  theme: 'light' | 'dark';
  width: number;
  height: number;
}

export interface Wanted {
  folder: string;
  /** None is all. */
  panels: ReadonlySet<string>;
  states: ReadonlySet<string>;
  shots: readonly Shot[];
}

/** What a journey begins with. */
export interface Beginning {
  /** The sample is open; else the Start screen of a first start is shown. */
  opensSample?: boolean;
  /** Questions before a purchase are left open, to be seen. */
  asks?: boolean;
  /** The service’s address is one where nobody listens. */
  isAlone?: boolean;
  /** The profile has work of an earlier run whose answers were lost. */
  hasLostWork?: boolean;
  /** What a new account of the service has. */
  credits?: number;
}

interface Show {
  /** Another page than that of the studio. */
  page?: Page;
  /** What it shows is in the drawer of the small size, which is opened. */
  inspector?: boolean;
}

/** A way through the program that comes by states of panels. */
export interface Journey {
  /** The panels that it takes pictures of. */
  panels: readonly string[];
  beginning?: Beginning;
  run(studio: PicturedStudio): Promise<void>;
}

/** How long a state may take to be reached. */
const longest = 60_000;
const sizeOfWork = { width: 1440, height: 900 };

/** A studio of a journey’s own, with the service that it uses, and the pictures that are taken of it. */
export class PicturedStudio {
  readonly page: Page;
  readonly service: LocalService;
  readonly folder: string;
  readonly failures: string[] = [];
  readonly #wanted: Wanted;
  readonly #closings: (() => unknown)[];

  private constructor(parts: { page: Page; service: LocalService; folder: string; wanted: Wanted; closings: (() => unknown)[] }) {
    this.page = parts.page;
    this.service = parts.service;
    this.folder = parts.folder;
    this.#wanted = parts.wanted;
    this.#closings = parts.closings;
  }

  static async open(browser: Browser, wanted: Wanted, beginning: Beginning = {}): Promise<PicturedStudio> {
    const closings: (() => unknown)[] = [];
    try {
      const folder = mkdtempSync(join(tmpdir(), 'voicewright-states-'));
      closings.push(() => rmSync(folder, { recursive: true, force: true }));
      const [profile, data] = [join(folder, 'profile'), join(folder, 'service')];
      for (const each of [profile, data]) mkdirSync(each);
      if (beginning.asks !== true) writeFileSync(join(profile, 'preferences.json'), JSON.stringify({ settings: { confirmAbove: null } }));
      const recogniser = writeRecogniser(interview);
      closings.push(recogniser.remove);
      const service = await startLocalService({
        key: 'local-pictures',
        dataDirectory: data,
        recogniser: recogniser.program,
        ...(beginning.credits !== undefined && { credits: beginning.credits }),
      });
      closings.push(() => service.stop());
      if (beginning.hasLostWork === true) await leaveLostWork(profile, service);
      const host: RunningHost = await startBuiltHost(profile, {
        VOICEWRIGHT_BASE_URL: beginning.isAlone === true ? 'http://127.0.0.1:9' : service.baseUrl,
        VOICEWRIGHT_REALTIME_URL: beginning.isAlone === true ? 'ws://127.0.0.1:9' : service.realtimeUrl,
        VOICEWRIGHT_API_KEY: service.apiKey,
        VOICEWRIGHT_LANGUAGE: language(),
      });
      closings.push(() => host.stop());
      const context: BrowserContext = await browser.newContext({ viewport: sizeOfWork, locale: language() });
      closings.push(() => context.close());
      if (beginning.asks !== true) await agreeToUnknownPrices(context);
      const page = await context.newPage();
      page.setDefaultTimeout(longest);
      await page.goto(host.url);
      await page.getByRole('region', { name: messages.start.start, exact: true }).waitFor();
      const studio = new PicturedStudio({ page, service, folder, wanted, closings });
      if (beginning.opensSample === true) await openSample(page);
      return studio;
    } catch (thrown) {
      await closeAll(closings);
      throw thrown;
    }
  }

  close(): Promise<void> {
    return closeAll(this.#closings);
  }

  /** Reaches a state and takes its pictures. A state that is not reached is named at the end, and the journey goes on with the next. */
  readonly picture = async (
    panel: string,
    state: string,
    reach: () => Promise<unknown> = () => Promise.resolve(),
    show: Show = {},
  ): Promise<void> => {
    const name = `${panel}-${state}-${language()}`;
    try {
      await reach();
    } catch (thrown) {
      this.failures.push(`${name}: ${thrown instanceof Error ? (thrown.message.split('\n')[0] ?? '') : String(thrown)}`);
      await this.page.screenshot({ path: join(this.#wanted.folder, `${name}-not-reached.png`) }).catch(() => undefined);
      return;
    }
    await this.take(name, panel, state, show);
  };

  /** The same of any page, such as one that was exported. */
  readonly take = async (name: string, panel: string, state: string, { page = this.page, inspector = false }: Show = {}): Promise<void> => {
    const { panels, states, shots, folder } = this.#wanted;
    if ((panels.size > 0 && !panels.has(panel)) || (states.size > 0 && !states.has(state))) return;
    await page.mouse.move(0, 0);
    for (const { theme, width, height } of shots) {
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme: theme });
      const drawer = inspector && width < 1100 && this.button(messages.commands.inspector);
      if (drawer) await drawer.click();
      await page.mouse.move(0, 0);
      await waitUntilDrawn(page);
      await page.screenshot({ path: join(folder, `${name}-${theme}-${width}.png`) });
      if (drawer) await drawer.click();
    }
    await page.setViewportSize(sizeOfWork);
    await page.emulateMedia({ colorScheme: 'light' });
  };

  readonly go = async (panel: string): Promise<void> => {
    await this.page
      .getByRole('navigation', { name: messages.window.panels, exact: true })
      .getByRole('button', { name: panel, exact: true })
      .click();
    await this.page.getByRole('main', { name: panel, exact: true }).waitFor();
  };

  readonly button = (name: string): Locator => this.page.getByRole('button', { name, exact: true });
  readonly box = (name: string): Locator => this.page.getByRole('textbox', { name, exact: true });
  readonly region = (name: string): Locator => this.page.getByRole('region', { name, exact: true });
  readonly alert = (name?: string): Locator =>
    this.page
      .getByRole('main')
      .getByRole('alert', name === undefined ? {} : { name })
      .first();

  /** Runs a command of the palette. */
  readonly command = async (title: string): Promise<void> => {
    await this.page.keyboard.press('Control+k');
    await this.page.getByRole('dialog', { name: messages.window.commandPalette }).getByRole('combobox').waitFor();
    await this.page.keyboard.insertText(title);
    await this.page.getByRole('option', { name: title }).first().waitFor();
    await this.page.keyboard.press('Enter');
  };

  /** Writes these blocks in place of the script. */
  readonly write = async (lines: readonly string[]): Promise<void> => {
    await this.box(messages.narration.script).focus();
    await this.page.keyboard.press('Control+a');
    for (const [index, line] of lines.entries()) {
      if (index > 0) await this.page.keyboard.press('Enter');
      await this.page.keyboard.insertText(line);
    }
    await this.page.waitForFunction((count) => document.querySelectorAll('[data-block]').length === count, lines.length);
  };

  /** Waits until a block has come to a state; the first is 0. */
  readonly block = (place: number, state: string): Promise<void> =>
    this.page.locator(`[data-block]:nth-child(${place + 1})[data-state="${state}"]`).waitFor();
}

async function closeAll(closings: readonly (() => unknown)[]): Promise<void> {
  for (const close of closings.toReversed()) await close();
}
