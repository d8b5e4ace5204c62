/** What this project uses of `fft.js`, which ships no types. */
declare module 'fft.js' {
  export default class FFT {
    /** A power of two, of at least 2. */
    constructor(size: number);
    /** Room for `size` complex numbers, real and imaginary parts in turn. */
    createComplexArray(): number[];
    /** Writes the lower half of the spectrum of `size` real samples. */
    realTransform(out: number[], samples: ArrayLike<number>): void;
    /** Writes the complex samples of a whole spectrum, divided by `size`. */
    inverseTransform(out: number[], spectrum: number[]): void;
  }
}
