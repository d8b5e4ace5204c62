/** Events of one file, at most. */
const stepsOfFile = 200;

interface Place {
  index: number;
  of: number;
  name: string;
}

/** How far an export of several files is, some of them made at once. The file that it names is the first that is not whole. */
export class ExportProgress {
  readonly #names: readonly string[];
  readonly #emit: (progress: Place & { fraction: number }) => void;
  /** Of each file; 1 when it is whole. */
  readonly #fractions: number[];

  constructor(names: readonly string[], emit: (progress: Place & { fraction: number }) => void) {
    this.#names = names;
    this.#emit = emit;
    this.#fractions = names.map(() => 0);
  }

  begin(): void {
    this.#report();
  }

  /** Passes on so many steps, at most. */
  advance(index: number, fraction: number): void {
    const step = Math.floor(fraction * stepsOfFile);
    if (step / stepsOfFile <= (this.#fractions[index] ?? 0) || step >= stepsOfFile) return;
    this.#fractions[index] = step / stepsOfFile;
    this.#report();
  }

  finish(index: number): void {
    this.#fractions[index] = 1;
  }

  #report(): void {
    const of = this.#names.length;
    const index = Math.max(
      0,
      this.#fractions.findIndex((fraction) => fraction < 1),
    );
    const fraction = this.#fractions.reduce((sum, one) => sum + one, 0) / of;
    this.#emit({ fraction, index, of, name: this.#names[index] ?? '' });
  }
}
