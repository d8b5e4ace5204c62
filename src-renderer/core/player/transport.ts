/** What Space plays in a panel that has sound of its own: in place of the chapter, while it is shown. */
export interface Transport {
  toggle(): void;
  stop(): void;
  /** Why it cannot play now, in words. */
  unavailable(): string | undefined;
}

const shown: Transport[] = [];

/** Answers with what gives the keys back. */
export function takeTransport(transport: Transport): () => void {
  shown.push(transport);
  return () => {
    const at = shown.indexOf(transport);
    if (at >= 0) shown.splice(at, 1);
  };
}

/** The panel's own, where it has one. */
export const transport = (): Transport | undefined => shown.at(-1);
