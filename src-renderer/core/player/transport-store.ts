/** What Space plays in a panel that has sound of its own: in place of the chapter, while it is shown. */
export interface Transport {
  toggle(): void;
  stop(): void;
  /** Why it cannot play now, in words. */
  unavailable(): string | undefined;
}

/** What Space plays in a panel that has sound of its own. */
export class TransportStore {
  readonly #shown: Transport[] = [];

  /** Answers with what gives the keys back. */
  readonly takeTransport = (transport: Transport): (() => void) => {
    this.#shown.push(transport);
    return () => {
      const at = this.#shown.indexOf(transport);
      if (at >= 0) this.#shown.splice(at, 1);
    };
  };

  /** The panel's own, where it has one. */
  readonly transport = (): Transport | undefined => this.#shown.at(-1);
}
