import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { messages } from '#shared/messages/index.ts';
import { liveStudio } from '../helpers/live-studio.ts';
import type { Bench } from './run.ts';

/**
 * Memory of main and of the window while an hour of speech goes through Live as fast as it is made: the most of the last nine tenths, against
 * the first tenth. The audio thread is one that hears at once, as no clock can be hurried; everything else is the studio's own.
 */
const hours = 1;
const tenths = 10;
const samplesOfAnHour = hours * 3600 * 22_050;

/** A speaker without a clock: what it is given counts as heard. */
const hurriedSpeaker = (): void => {
  const own = { samples: 0 };
  Object.assign(window, { spoken: own });
  class HurriedNode extends EventTarget {
    readonly port = {
      onmessage: undefined as ((event: { data: unknown }) => void) | undefined,
      postMessage: (message: { samples?: Int16Array; tag?: number }) => {
        if (!message.samples) return;
        own.samples += message.samples.length;
        const [played, tag] = [own.samples, message.tag];
        setTimeout(() => this.port.onmessage?.({ data: { played, left: 0, started: this.#tag === tag ? [] : [(this.#tag = tag)] } }));
      },
    };
    #tag: number | undefined;
    connect(): void {
      // nothing sounds
    }
  }
  Object.assign(window, { AudioWorkletNode: HurriedNode });
};

/** Megabytes. */
async function memory(page: Page, pid: number): Promise<number> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('HeapProfiler.collectGarbage');
  const usage = (await devtools.send('Runtime.getHeapUsage')) as { usedSize: number; backingStorageSize?: number };
  await devtools.detach();
  const status = readFileSync(`/proc/${String(pid)}/status`, 'utf8');
  const main = Number(/^VmRSS:\s+(\d+)/mu.exec(status)?.[1] ?? Number.NaN) / 1024;
  const page_ = (usage.usedSize + (usage.backingStorageSize ?? 0)) / 1024 ** 2;
  process.stderr.write(`main ${main.toFixed(0)} MB, window ${page_.toFixed(1)} MB\n`);
  return main + page_;
}

const words = 'One after another they came up the hill with lamps in their hands, and nobody said a word. '.repeat(11).trim();

export default {
  name: 'memory of Live over one hour of speech, faster than real time: the most after the first tenth, against then; megabytes',
  atMost: 1.1,
  run: async () => {
    const studio = await liveStudio((page) => page.addInitScript(hurriedSpeaker));
    const { page, host } = studio;
    try {
      const say = page.getByRole('textbox', { name: messages.live.say, exact: true });
      const spoken = (): Promise<number> => page.evaluate(() => (window as unknown as { spoken: { samples: number } }).spoken.samples);
      const measured: number[] = [];
      let said = 0;
      while (measured.length < tenths) {
        await say.focus();
        await page.keyboard.insertText(`${String(++said)}. ${words}`);
        await page.keyboard.press('Enter');
        await page
          .locator(`[data-phrase="spoken"]:has-text("${String(said)}. One after")`)
          .first()
          .waitFor({ timeout: 60_000 });
        if ((await spoken()) >= (samplesOfAnHour / tenths) * (measured.length + 1))
          measured.push(await memory(page, host.process.pid ?? 0));
      }
      process.stderr.write(`${String(said)} phrases\n`);
      return { ours: Math.max(...measured.slice(1)), peer: measured[0] ?? Number.NaN };
    } finally {
      await studio.close();
    }
  },
} satisfies Bench;
