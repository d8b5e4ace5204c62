/** What the audio thread has beside the language, where DOM's own types are silent: the scope of `*.worklet.ts`. */
interface WorkletPort {
  postMessage(message: unknown, transfer?: ArrayBuffer[]): void;
  onmessage: ((event: { data: unknown }) => void) | null;
}
declare class AudioWorkletProcessor {
  readonly port: WorkletPort;
}
declare function registerProcessor(name: string, processor: new () => AudioWorkletProcessor): void;
/** Of the context, in frames and in hertz. */
declare const currentFrame: number;
declare const sampleRate: number;
