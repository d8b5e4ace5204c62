import { vi } from 'vitest';
import type { LiveSound } from '../../src-renderer/audio/live-sound.ts';

/**
 * The speaker of Live with its own audio thread, which is run by hand: one quantum of 128 frames after another, all of it in this process. To be
 * called in a test whose file has mocked `live.worklet.ts?worker&url`.
 */
export interface HandSpeaker {
  sound: LiveSound;
  /** What has left the audio thread so far. */
  rendered: number[];
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
      readonly sampleRate = rate;
      readonly audioWorklet = { addModule: () => Promise.resolve() };
    },
  );
  vi.stubGlobal(
    'AudioWorkletNode',
    class {
      // Messages of the page are cloned on their way, as between threads.
      readonly port = {
        onmessage: null as ((event: { data: unknown }) => void) | null,
        postMessage: (data: unknown) => processor?.port.onmessage?.({ data: structuredClone(data) }),
      };
      constructor() {
        if (!registered) throw new Error('no processor was registered');
        processor = new registered();
        processor.port.postMessage = (data) => this.port.onmessage?.({ data });
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
