import type { Page } from '@playwright/test';

/** Silence that the audio thread says stood in for samples that were not there: after how many, and how long, in frames. */
interface Gap {
  after: number;
  frames: number;
}

/** Hears everything that goes to the speaker, in the audio thread itself: no sample is lost, resampled or late. */
export async function tapSpeaker(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const heard: Float32Array[] = [];
    const gaps: Gap[] = [];
    const processor = `registerProcessor('tap', class extends AudioWorkletProcessor {
      process([[input]]) { if (input) this.port.postMessage(input.slice()); return true; }
    });`;
    Object.assign(window, { heard, gaps });
    const connect = Object.getOwnPropertyDescriptor(AudioNode.prototype, 'connect')?.value as (this: AudioNode, to: AudioNode) => AudioNode;
    const addModule = Object.getOwnPropertyDescriptor(Worklet.prototype, 'addModule')?.value as (
      this: AudioWorklet,
      url: string,
    ) => Promise<void>;
    // The tap's module is loaded with the page's own, so that it stands before the first sound.
    AudioWorklet.prototype.addModule = async function (url: string | URL) {
      await addModule.call(this, URL.createObjectURL(new Blob([processor], { type: 'text/javascript' })));
      await addModule.call(this, String(url));
    };
    AudioNode.prototype.connect = function (this: AudioNode, to: AudioNode) {
      if (to instanceof AudioDestinationNode && this instanceof AudioWorkletNode) {
        this.port.addEventListener('message', ({ data }: MessageEvent<{ gap?: Gap }>) => {
          if (data.gap) gaps.push(data.gap);
        });
        const tap = new AudioWorkletNode(this.context, 'tap', { numberOfOutputs: 0 });
        tap.port.onmessage = (event: MessageEvent<Float32Array>) => heard.push(event.data);
        connect.call(this, tap);
      }
      return connect.call(this, to);
    } as typeof AudioNode.prototype.connect;
  });
}

interface Tapped {
  heard: Float32Array[];
  gaps: Gap[];
}

/** Forgets what was heard until now. */
export const hearAgain = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const { heard, gaps } = window as unknown as Tapped;
    heard.length = 0;
    gaps.length = 0;
  });

/** Samples heard so far, as they came to the speaker. */
export const heardCount = (page: Page): Promise<number> =>
  page.evaluate(() => (window as unknown as Tapped).heard.reduce((sum, each) => sum + each.length, 0));

export async function heardSamples(page: Page): Promise<{ samples: Int16Array; gaps: Gap[] }> {
  const { base64, gaps } = await page.evaluate(() => {
    const tapped = window as unknown as Tapped;
    const all = new Int16Array(tapped.heard.reduce((sum, each) => sum + each.length, 0));
    let at = 0;
    for (const piece of tapped.heard) for (const value of piece) all[at++] = Math.round(value * 32_768);
    const bytes = new Uint8Array(all.buffer);
    let text = '';
    for (let from = 0; from < bytes.length; from += 32_768) text += String.fromCharCode(...bytes.subarray(from, from + 32_768));
    return { base64: btoa(text), gaps: tapped.gaps };
  });
  return { samples: asSamples(Buffer.from(base64, 'base64')), gaps };
}

/** The chapter's own samples, by the address that the waveform draws from. */
export async function chapterSamples(page: Page): Promise<Int16Array> {
  const base64 = await page.evaluate(async () => {
    const asked = performance.getEntriesByType('resource').map((entry) => entry.name);
    const peaks = asked.findLast((name) => /\/bytes\/chapter\/.*\.peaks/u.test(name)) ?? '';
    const bytes = new Uint8Array(await (await fetch(peaks.replace(/\.peaks.*/u, '.pcm'))).arrayBuffer());
    let text = '';
    for (let from = 0; from < bytes.length; from += 32_768) text += String.fromCharCode(...bytes.subarray(from, from + 32_768));
    return btoa(text);
  });
  return asSamples(Buffer.from(base64, 'base64'));
}

function asSamples(bytes: Buffer): Int16Array {
  return new Int16Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
}

/** `samples` with the silences that the audio thread reported, each where it said. */
export function withSilences(samples: Int16Array, gaps: readonly Gap[]): Int16Array {
  const heard = new Int16Array(samples.length + gaps.reduce((sum, { frames }) => sum + frames, 0));
  let from = 0;
  let at = 0;
  for (const { after, frames } of gaps) {
    heard.set(samples.subarray(from, after), at);
    at += after - from + frames;
    from = after;
  }
  heard.set(samples.subarray(from), at);
  return heard;
}

/** Where `part` begins in `whole`, to the sample, or -1. */
export function find(whole: Int16Array, part: Int16Array): number {
  const bytes = Buffer.from(whole.buffer, whole.byteOffset, whole.byteLength);
  const wanted = Buffer.from(part.buffer, part.byteOffset, part.byteLength);
  for (let at = bytes.indexOf(wanted); at >= 0; at = bytes.indexOf(wanted, at + 1)) if (at % 2 === 0) return at / 2;
  return -1;
}
