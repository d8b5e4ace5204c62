/** What this project uses of `@echogarden/rnnoise-wasm`, which ships no types. */
declare module '@echogarden/rnnoise-wasm' {
  /** Addresses are bytes in the module's memory. */
  export interface NoiseModule {
    /** Replaced whenever the memory grows. */
    readonly HEAPF32: Float32Array;
    _malloc(bytes: number): number;
    _free(address: number): void;
    /** 0: the model that is inside. */
    _rnnoise_create(model: number): number;
    _rnnoise_destroy(state: number): void;
    /** 480 samples at 48 kHz, at the scale of 16 bits. Answers with the probability of a voice, 0 to 1. */
    _rnnoise_process_frame(state: number, output: number, input: number): number;
  }
  export default function initialise(): Promise<NoiseModule>;
}
