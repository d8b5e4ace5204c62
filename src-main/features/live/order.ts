/** Where a frame belongs: in its order behind all that came, in a place that others have passed, or nowhere, as it came before. */
export type Place = 'next' | 'late' | 'copy';

/** Holes in the order that are remembered, in case that what belongs there comes late. */
const rememberedHoles = 256;

/**
 * The order of the audio frames of one segment on one connection. Their sequence increases: where it starts and how far it jumps says nothing
 * (interface, "Realtime TTS v2"), so no frame waits for another one. A frame that comes twice is known by its sequence; one that another
 * frame has passed is late. From a service whose frames are not numbered so they are taken as they come.
 */
export class FrameOrder {
  /** What came, as stretches without a hole, in their order. The last one grows. */
  readonly #stretches: { from: number; to: number }[] = [];
  #last: { from: number; to: number } | undefined;
  #lastSum: number | undefined;
  #numbered = true;
  #arrived = 0;

  /** `sum`: a check sum of the frame, which tells a copy from another frame of the same number. */
  take(sequence: number | undefined, sum: number): Place {
    const last = this.#last;
    if (last !== undefined && sequence === last.to + 1 && this.#numbered) {
      last.to = sequence;
      this.#lastSum = sum;
      return 'next';
    }
    return this.#place(sequence, sum);
  }

  /** Where the frame that was taken last lies among all of its segment: it grows with them. */
  position(sequence: number | undefined): number {
    return this.#numbered && sequence !== undefined ? sequence : this.#arrived;
  }

  #place(sequence: number | undefined, sum: number): Place {
    const last = this.#last;
    // Numbered all alike, or no more: from here on the order of arrival is all there is.
    if (this.#numbered && (sequence === undefined || (sequence === last?.to && sum !== this.#lastSum))) this.#ignoreNumbers();
    if (!this.#numbered || sequence === undefined) {
      this.#arrived += 1;
      return 'next';
    }
    if (last === undefined || sequence > last.to) {
      this.#last = { from: sequence, to: sequence };
      this.#stretches.push(this.#last);
      if (this.#stretches.length > rememberedHoles) this.#forgetOldest();
      this.#lastSum = sum;
      return 'next';
    }
    return this.#fill(sequence) ? 'late' : 'copy';
  }

  #ignoreNumbers(): void {
    this.#numbered = false;
    this.#arrived = Math.max(0, this.#last?.to ?? 0);
  }

  /** False where it came before. */
  #fill(sequence: number): boolean {
    const at = this.#stretches.findIndex(({ to }) => to >= sequence);
    const behind = this.#stretches[at];
    if (behind === undefined || behind.from <= sequence) return false;
    this.#stretches.splice(at, 0, { from: sequence, to: sequence });
    if (this.#stretches.length > rememberedHoles) this.#forgetOldest();
    return true;
  }

  #forgetOldest(): void {
    const [first, second] = this.#stretches.splice(0, 2);
    if (first !== undefined && second !== undefined) this.#stretches.unshift({ from: first.from, to: second.to });
  }
}

/** Puts what came together in order: frames of one segment that follow one another, by their sequence. What is in order stays as it is. */
export function inSequence<Event extends { event: string; segmentId?: string | undefined; sequence?: number | undefined }>(
  events: readonly Event[],
): readonly Event[] {
  const follows = (one: Event, next: Event): boolean => next.event === 'audio' && one.event === 'audio' && one.segmentId === next.segmentId;
  const isBehind = (one: Event, next: Event): boolean => (next.sequence ?? Infinity) < (one.sequence ?? -Infinity);
  let inOrder = true;
  for (let at = 1; at < events.length && inOrder; at++) {
    const [one, next] = [events[at - 1], events[at]];
    if (one !== undefined && next !== undefined && follows(one, next) && isBehind(one, next)) inOrder = false;
  }
  if (inOrder) return events;
  const sorted: Event[] = [];
  for (let from = 0; from < events.length;) {
    let to = from + 1;
    while (to < events.length && follows(events[to - 1] as Event, events[to] as Event)) to += 1;
    const run = events.slice(from, to);
    const isNumbered = run.every(({ sequence }) => sequence !== undefined);
    sorted.push(...(isNumbered ? run.sort((one, next) => (one.sequence ?? 0) - (next.sequence ?? 0)) : run));
    from = to;
  }
  return sorted;
}
