import { z } from 'zod';
import type { ChapterId, ProjectId } from '#shared/ids.ts';

/** Projects of which it is known; the one shown longest ago is forgotten first. */
const kept = 50;
const key = 'chapters';
const stored = z.array(z.tuple([z.string(), z.string()])).catch([]);

function read(): [ProjectId, ChapterId][] {
  try {
    return stored.parse(JSON.parse(localStorage.getItem(key) ?? '[]'));
  } catch {
    return [];
  }
}

/** The chapter that was shown last of each project. May be lost without harm. */
export const lastChapters = {
  of: (projectId: ProjectId): ChapterId | undefined => read().find(([id]) => id === projectId)?.[1],
  set(projectId: ProjectId, chapterId: ChapterId): void {
    const others = read().filter(([id]) => id !== projectId);
    localStorage.setItem(key, JSON.stringify([[projectId, chapterId], ...others].slice(0, kept)));
  },
};
