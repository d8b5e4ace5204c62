import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { EventSourceParserStream } from 'eventsource-parser/stream';
import { findBrowser } from '#main/hosts/served/browser.ts';
import { type LocalService, startLocalService } from '../helpers/local-service.ts';
import { startBuiltHost } from '../helpers/served-host.ts';
import { median } from '../helpers/median.ts';
import { openSample } from '../helpers/open-sample.ts';

/**
 * From the press on Generate to the first word that is heard and lit, through the built studio and a browser, against the
 * arrival of the first audio byte at a bare client; the service delays its first packet by 300 ms in both. Milliseconds, medians.
 */
const rounds = 9;
const delayMs = 300;
const sentences = Array.from(
  { length: rounds * 2 + 1 },
  (_, index) => `Reading number ${index} goes to the keeper of the lighthouse, who listens to every word.`,
);

async function firstByte(service: LocalService, voiceId: string, text: string): Promise<number> {
  const started = performance.now();
  const response = await fetch(`${service.baseUrl}/api/open/v3/speech/tts/aligned`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${service.apiKey}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ text, voiceId, format: 'wav' }),
  });
  if (!response.body) throw new Error('no stream');
  let first: number | undefined;
  for await (const event of response.body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream()))
    if (event.event === 'audio') first ??= performance.now() - started;
  if (first === undefined) throw new Error('no audio');
  return first;
}

/** Types the text into the script's only block, presses Generate, and times the first lit word by the page's own clock. */
async function firstSound(page: Page, text: string): Promise<number> {
  await page.getByRole('textbox', { name: 'Script' }).focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText(text);
  await page.getByText('Saved', { exact: true }).waitFor();
  const timed = page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const script = document.querySelector('[role="textbox"][aria-label="Script"]');
        if (!script) throw new Error('no script');
        let pressed = 0;
        document.addEventListener('click', () => (pressed = performance.now()), { capture: true, once: true });
        const watch = new MutationObserver(() => {
          if (!script.hasAttribute('data-playing-word')) return;
          watch.disconnect();
          resolve(performance.now() - pressed);
        });
        watch.observe(script, { attributes: true, attributeFilter: ['data-playing-word'] });
      }),
  );
  await page.getByRole('button', { name: 'Generate', exact: true }).click();
  const took = await timed;
  await page.locator('[data-block][data-state="done"]').waitFor();
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  return took;
}

async function run(): Promise<{ ours: number; peer: number }> {
  const executablePath = findBrowser();
  if (executablePath === undefined) throw new Error('No Chromium or Chrome was found.');
  const service = await startLocalService({ key: 'local-bench' });
  const profile = mkdtempSync(join(tmpdir(), 'voicewright-bench-'));
  const host = await startBuiltHost(profile, { VOICEWRIGHT_BASE_URL: service.baseUrl, VOICEWRIGHT_API_KEY: service.apiKey });
  const browser = await chromium.launch({ executablePath, args: ['--disable-quic', '--disable-background-networking'] });
  try {
    const page = await browser.newPage();
    await page.goto(host.url);
    await openSample(page);
    await page.locator('[data-block][data-voice="Abigail"]').first().waitFor();
    const { items } = (await (
      await fetch(`${service.baseUrl}/api/open/v3/voices?search=Abigail`, { headers: { Authorization: `Bearer ${service.apiKey}` } })
    ).json()) as { items: { voiceId: string; name: string }[] };
    const voiceId = items.find((voice) => voice.name === 'Abigail')?.voiceId;
    if (voiceId === undefined) throw new Error('no voice');
    await service.setFaults([{ on: 'POST /api/open/v3/speech/tts/aligned', kind: 'delay', ms: delayMs, nth: 1, times: 1_000 }]);
    const texts = sentences.values();
    const next = (): string => texts.next().value ?? '';
    await firstSound(page, next()); // the first of all also loads the worklet; afterwards every press is like any other
    const ours: number[] = [];
    const peer: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      ours.push(await firstSound(page, next()));
      peer.push(await firstByte(service, voiceId, next()));
    }
    return { ours: median(ours), peer: median(peer) };
  } finally {
    await browser.close();
    await host.stop();
    await service.stop();
    rmSync(profile, { recursive: true, force: true });
  }
}

export default { name: 'first-sound', atMost: 1.5, run };
