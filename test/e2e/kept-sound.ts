import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';

/** The samples of a session's sounds as they are kept, one phrase after another, at the rate of the service. */
export async function keptSamples(page: Page): Promise<Int16Array> {
  const base64 = await page.evaluate(async () => {
    const url = document.querySelector<HTMLElement>('[data-session-sound]')?.dataset['sessionSound'] ?? '';
    const bytes = new Uint8Array(await (await fetch(url)).arrayBuffer());
    let text = '';
    for (let from = 0; from < bytes.length; from += 32_768) text += String.fromCharCode(...bytes.subarray(from, from + 32_768));
    return btoa(text);
  });
  const bytes = Buffer.from(base64, 'base64').subarray(44);
  return new Int16Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
}

/** Renders the session's kept sound through the worklet, in one piece and in fifty that were cut by chance, and compares. */
export function renderedAlike(page: Page): Promise<boolean> {
  const assets = fileURLToPath(new URL('../../dist/renderer/assets', import.meta.url));
  const worklet = readdirSync(assets).find((name) => /^live\.worklet.*\.js$/u.test(name)) ?? '';
  return page.evaluate(async (moduleUrl) => {
    const url = document.querySelector<HTMLElement>('[data-session-sound]')?.dataset['sessionSound'] ?? '';
    const kept = new Int16Array((await (await fetch(url)).arrayBuffer()).slice(44));
    const render = async (cuts: readonly number[]): Promise<Float32Array> => {
      // Messages come to the audio thread when they come: it is stopped now and then so that they do, and has time behind the sound.
      const context = new OfflineAudioContext(1, kept.length + 10 * 22_050, 22_050);
      for (let at = 0; at < 10 * 22_050; at += 4096)
        void context.suspend(at / 22_050).then(async () => {
          await new Promise((resolve) => setTimeout(resolve));
          await context.resume();
        });
      await context.audioWorklet.addModule(moduleUrl);
      const node = new AudioWorkletNode(context, 'voicewright-live', { numberOfInputs: 0, outputChannelCount: [1] });
      node.connect(context.destination);
      const places = [0, ...cuts.toSorted((one, other) => one - other), kept.length];
      for (const [index, from] of places.entries()) node.port.postMessage({ samples: kept.slice(from, places[index + 1]), tag: index });
      node.port.postMessage({ flush: true });
      return (await context.startRendering()).getChannelData(0).filter((value) => value !== 0);
    };
    let seed = 20_261_121;
    const chance = (): number => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
    const whole = await render([]);
    const cut = await render(Array.from({ length: 50 }, () => Math.floor(chance() * kept.length)));
    const sounding = kept.filter((value) => value !== 0);
    const same = (rendered: Float32Array): boolean =>
      rendered.length === sounding.length && rendered.every((value, index) => value * 32_768 === sounding[index]);
    return same(whole) && same(cut);
  }, `/assets/${worklet}`);
}
