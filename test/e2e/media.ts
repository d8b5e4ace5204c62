import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';
import { messages } from '#shared/messages/index.ts';
import { openWorkshop, type Workshop } from '../contract/local-service/media/media-support.ts';

/** Videos and sounds for journeys, in a kind that the test's browser plays: Chromium alone has no H.264 and no AAC. */
export interface Media {
  workshop: Workshop;
  folder: string;
  /** A test picture with a tone, VP8 and Opus in WebM. */
  video(name: string, seconds: number): Promise<string>;
  /** A tone, Opus. */
  tone(name: string, seconds: number): Promise<string>;
}

export async function openMedia(): Promise<Media> {
  const workshop = await openWorkshop();
  const folder = await mkdtemp(join(tmpdir(), 'voicewright-clips-'));
  const make = async (name: string, ...parts: string[]): Promise<string> =>
    workshop.put(name, await workshop.make(`made-${name}`, ...parts));
  return {
    workshop,
    folder,
    video: (name, seconds) =>
      make(
        name,
        ...['-f', 'lavfi', '-i', `testsrc=size=320x180:rate=25:duration=${seconds}`, '-f', 'lavfi', '-i', `sine=duration=${seconds}`],
        ...['-c:v', 'libvpx', '-deadline', 'realtime', '-cpu-used', '8', '-g', '25', '-c:a', 'libopus'],
      ),
    tone: (name, seconds) => make(name, '-f', 'lavfi', '-i', `sine=frequency=330:sample_rate=48000:duration=${seconds}`, '-c:a', 'libopus'),
  };
}

/** Drags files of this machine from outside to a point of the window, and lets them go; `before` is done while they hang over it. */
export async function dropAt(
  page: Page,
  point: { x: number; y: number },
  files: readonly string[],
  before?: () => Promise<void>,
): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const at = { ...point, data: { items: [], files: [...files], dragOperationsMask: 1 } };
  await devtools.send('Input.dispatchDragEvent', { type: 'dragEnter', ...at });
  await devtools.send('Input.dispatchDragEvent', { type: 'dragOver', ...at });
  await before?.();
  await devtools.send('Input.dispatchDragEvent', { type: 'drop', ...at });
  await devtools.detach();
}

/** Drags files from outside onto an element, and lets them go. */
export async function dropOn(page: Page, selector: string, files: readonly string[]): Promise<void> {
  const target = page.locator(selector);
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  if (box === null) throw new Error(`${selector} is not on screen.`);
  await dropAt(page, { x: box.x + 12, y: box.y + 12 }, files);
}

/** Where a slot is filled, on the stage or in the form: `lip-sync.video`, `recording`. */
export const zoneOf = (slot: string): string => `[data-drop-zone][data-fills="${slot}"]`;

/** Its button for a file. */
export const chooserOf = (page: Page, slot: string): Locator =>
  page.locator(zoneOf(slot)).getByRole('button', { name: messages.shapes.chooseAFile });

/** Goes to an element by Tab alone, or back by Shift+Tab, from where the focus is; every stop on the way shows that it has the focus. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  for (let stops = 0; stops < 80; stops += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
    // Behind the last stop is the window's own frame, then the first again.
    expect(await page.evaluate(() => document.activeElement?.matches('body, :focus-visible'))).toBe(true);
  }
  throw new Error(`${key} does not lead to ${target.toString()}.`);
}

/** The same, and the names of the stops on the way, the last among them. */
export async function stopsTo(page: Page, target: Locator): Promise<string[]> {
  const names: string[] = [];
  while (!(await target.evaluate((element) => element === document.activeElement))) {
    expect(names.length).toBeLessThan(80);
    await page.keyboard.press('Tab');
    names.push(
      await page.evaluate(() => {
        const held = document.activeElement;
        if (held === null || !held.matches(':focus-visible')) return 'nothing in sight';
        const label = held instanceof HTMLInputElement ? held.labels?.[0]?.textContent : undefined;
        return held.ariaLabel ?? label ?? held.textContent;
      }),
    );
  }
  return names;
}

/** Opens a panel by the command palette. */
export async function openByKeys(page: Page, panel: string): Promise<void> {
  // While somebody listens, no dialog of the system's own opens.
  page.on('filechooser', () => undefined);
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog', { name: messages.window.commandPalette }).waitFor();
  await page.keyboard.type(panel);
  await page.keyboard.press('Enter');
  await page.getByRole('main', { name: panel }).waitFor();
}

/** Presses the button that opens the system's file dialog, by keys, and gives it a file. */
export async function chooseByKeys(page: Page, chooser: Locator, file: string): Promise<void> {
  // Listening takes effect some time after it is asked for: before the press, or the system's own dialog opens.
  page.on('filechooser', () => undefined);
  await tabTo(page, chooser);
  const [dialog] = await Promise.all([page.waitForEvent('filechooser'), page.keyboard.press('Enter')]);
  await dialog.setFiles(file);
}
