import { vi } from 'vitest';
import type { LiveSound } from '../../src-renderer/audio/live-sound.ts';

/**
 * The speaker of Live with its own audio thread, which the test steps: one quantum of 128 frames after another, all of it in this process. To be
 * called in a test whose file has mocked `live.worklet.ts?worker&url`.
 */
export interface HandSpeaker {
  sound: LiveSound;
  /** What has left the audio thread so far, and the rate at which it does. */
  rendered: number[];
  rate(): number;
  render(quanta: number): void;
}

interface Processor {
  port: { onmessage: ((event: { data: unknown }) => void) | null; postMessage: (data: unknown) => void };
  process(inputs: unknown, outputs: Float32Array[][]): boolean;
}

export async function handSpeaker(rate = 22_050): Promise<HandSpeaker> {
  let frame = 0;
  let registered: (new () => Processor) | undefined;
  let processor: Processor | undefined;
  let now = rate;
  vi.stubGlobal(
    'AudioWorkletProcessor',
    class {
      readonly port = { onmessage: null, postMessage: (): void => undefined };
    },
  );
  vi.stubGlobal('registerProcessor', (_name: string, made: new () => Processor) => (registered = made));
  vi.stubGlobal('sampleRate', rate);
  vi.stubGlobal('currentFrame', 0);
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined });
  vi.stubGlobal(
    'AudioContext',
    class {
      readonly state = 'running';
      readonly sampleRate: number;
      readonly audioWorklet = { addModule: () => Promise.resolve() };
      constructor({ sampleRate }: { sampleRate: number }) {
        this.sampleRate = sampleRate;
        now = sampleRate;
      }
      close(): Promise<void> {
        return Promise.resolve();
      }
    },
  );
  vi.stubGlobal(
    'AudioWorkletNode',
    class {
      // Messages of the page are cloned on their way, as between threads.
      readonly port = {
        onmessage: null as ((event: { data: unknown }) => void) | null,
        postMessage: (() => undefined) as (data: unknown) => void,
      };
      constructor() {
        if (!registered) throw new Error('no processor was registered');
        const own = (processor = new registered());
        own.port.postMessage = (data) => this.port.onmessage?.({ data });
        this.port.postMessage = (data) => own.port.onmessage?.({ data: structuredClone(data) });
      }
      connect(): void {
        // heard below
      }
    },
  );
  await import('../../src-renderer/audio/live.worklet.ts');
  const { LiveSound: Speaker } = await import('../../src-renderer/audio/live-sound.ts');
  const ignore = (): void => undefined;
  const sound = new Speaker({ onStarted: ignore, onHeard: ignore, onDry: ignore, onFailed: ignore });
  sound.prepare(rate);
  await new Promise((resolve) => setTimeout(resolve)); // its module is loaded
  const rendered: number[] = [];
  return {
    sound,
    rendered,
    rate: () => now,
    render: (quanta) => {
      for (let quantum = 0; quantum < quanta; quantum += 1) {
        const out = new Float32Array(128);
        processor?.process([], [[out]]);
        vi.stubGlobal('currentFrame', (frame += 128));
        rendered.push(...out);
      }
    },
  };
}
