import { fail, type Failure } from '#shared/failure.ts';
import { sampleRate } from '#shared/narration/take.ts';
import workletUrl from './recorder.worklet.ts?worker&url';
import { message, type Message } from '#shared/messages/message.ts';

export interface Microphone {
  id: string;
  name: string;
}

/** The microphones there are. Their names are known only once a recording was allowed. */
export async function microphones(): Promise<Microphone[]> {
  const devices = await navigator.mediaDevices.enumerateDevices().catch(() => []);
  return devices
    .filter(({ kind, deviceId, label }) => kind === 'audioinput' && deviceId !== '' && deviceId !== 'default' && label !== '')
    .map(({ deviceId, label }) => ({ id: deviceId, name: label }));
}

interface Listeners {
  /** A tenth of a second, and its peak from 0 to 1. */
  onSamples(samples: Int16Array<ArrayBuffer>, peak: number): void;
  /** The microphone was pulled out, or taken away by the system. */
  onLost(): void;
}

/** An open microphone; it hears from the first moment, so that its level can be seen before it is recorded. */
export class Recorder {
  readonly #stream: MediaStream;
  readonly #context: AudioContext;
  readonly #node: AudioWorkletNode;

  private constructor(stream: MediaStream, context: AudioContext, node: AudioWorkletNode) {
    this.#stream = stream;
    this.#context = context;
    this.#node = node;
  }

  /** Asks for the microphone: this is where the system asks the person. Nothing is done to the sound: a copy is made of the voice, not of a filter. */
  static async open(deviceId: string | undefined, listeners: Listeners): Promise<Recorder> {
    const plain = { echoCancellation: false, noiseSuppression: false, autoGainControl: false, channelCount: 1 };
    let stream: MediaStream;
    try {
      stream = await navigator.mediaDevices.getUserMedia({
        audio: { ...plain, ...(deviceId !== undefined && { deviceId: { exact: deviceId } }) },
      });
    } catch (thrown) {
      throw fail(...refusal(thrown));
    }
    // oxlint-disable-next-line eslint-js/no-restricted-syntax -- it records, and plays nothing
    const context = new AudioContext({ sampleRate });
    try {
      await context.audioWorklet.addModule(workletUrl);
      const node = new AudioWorkletNode(context, 'recorder', { numberOfInputs: 1, numberOfOutputs: 0 });
      node.port.onmessage = ({ data }: MessageEvent<{ samples?: Int16Array<ArrayBuffer>; peak?: number }>) => {
        if (data.samples) listeners.onSamples(data.samples, data.peak ?? 0);
      };
      context.createMediaStreamSource(stream).connect(node);
      for (const track of stream.getTracks()) track.addEventListener('ended', () => listeners.onLost(), { once: true });
      await context.resume();
      return new Recorder(stream, context, node);
    } catch (thrown) {
      for (const track of stream.getTracks()) track.stop();
      await context.close();
      throw thrown;
    }
  }

  /** Settles when the last sample was handed on, and the microphone is let go. */
  async close(): Promise<void> {
    const { port } = this.#node;
    await new Promise<void>((resolve) => {
      // A context that the system took away with its device answers nothing.
      const late = setTimeout(resolve, 500);
      port.addEventListener('message', ({ data }: MessageEvent<{ ended?: boolean }>) => {
        if (data.ended !== true) return;
        clearTimeout(late);
        resolve();
      });
      port.postMessage({ stop: true });
    });
    for (const track of this.#stream.getTracks()) track.stop();
    await this.#context.close();
  }
}

/** Why there is no microphone, in words that say what to do. */
function refusal(thrown: unknown): [kind: Failure['kind'], text: Message] {
  const name = thrown instanceof DOMException ? thrown.name : '';
  if (name === 'NotAllowedError' || name === 'SecurityError') return ['forbidden', message('shapes.microphoneDenied')];
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return ['not-found', message('shapes.microphoneMissing')];
  if (name === 'NotReadableError') return ['file-in-use', message('shapes.microphoneBusy')];
  return ['file-failed', message('shapes.microphoneFailed')];
}
