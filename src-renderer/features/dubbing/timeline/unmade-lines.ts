import { z } from 'zod';

const key = 'unmade-lines';
const stored = z.record(z.string(), z.array(z.string()));

function readAll(): Record<string, string[]> {
  try {
    return stored.parse(JSON.parse(localStorage.getItem(key) ?? '{}'));
  } catch {
    return {};
  }
}

/**
 * Segments that a run was asked for and has not come to, by the id of their dub, over a reload and a restart. May be lost without harm: then nothing is
 * offered, and Generate all generates them.
 */
export const unmadeLines = {
  get: (dubId: string): readonly string[] => readAll()[dubId] ?? [],
  set(dubId: string, ids: readonly string[]): void {
    const { [dubId]: _before, ...others } = readAll();
    try {
      localStorage.setItem(key, JSON.stringify(ids.length === 0 ? others : { ...others, [dubId]: ids }));
    } catch {
      // There is no room for them, or no storage.
    }
  },
};
