import { z } from 'zod';
import { nextVariant } from '#shared/dubbing/fit.ts';
import type { Dub, Segment } from '#shared/dubbing/timeline.ts';

const key = 'asked-takes';
const askedSchema = z.object({ segmentId: z.string(), text: z.string(), variant: z.int().nonnegative() });
const stored = z.record(z.string(), z.array(askedSchema));
type AskedTake = z.infer<typeof askedSchema>;

function readAll(): Record<string, AskedTake[]> {
  try {
    return stored.parse(JSON.parse(localStorage.getItem(key) ?? '{}'));
  } catch {
    return {};
  }
}

function write(dubId: string, asked: readonly AskedTake[]): void {
  const { [dubId]: _before, ...others } = readAll();
  try {
    localStorage.setItem(key, JSON.stringify(asked.length === 0 ? others : { ...others, [dubId]: asked }));
  } catch {
    // There is no room for them, or no storage.
  }
}

/**
 * Other takes of lines that were asked for and have not come, by the id of their dub, over a reload and a restart: one that is paid for by then is
 * taken in. May be lost without harm: who asks for another take again gets the same one, for nothing.
 */
export const askedTakes = {
  add(dubId: string, { id, text }: Segment, variant: number): void {
    this.remove(dubId, id);
    write(dubId, [...(readAll()[dubId] ?? []), { segmentId: id, text: text.trim(), variant }]);
  },
  remove(dubId: string, segmentId: string): void {
    const known = readAll()[dubId] ?? [];
    if (known.some((asked) => asked.segmentId === segmentId))
      write(
        dubId,
        known.filter((asked) => asked.segmentId !== segmentId),
      );
  },
  /** Those of segments that say what they said, and lack that take. */
  of({ id, segments, takes }: Dub): { segment: Segment; variant: number }[] {
    return (readAll()[id] ?? []).flatMap(({ segmentId, text, variant }) => {
      const segment = segments.find((one) => one.id === segmentId && one.text.trim() === text);
      return segment && nextVariant(segment, takes) === variant ? [{ segment, variant }] : [];
    });
  },
};
