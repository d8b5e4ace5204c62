import { z } from 'zod';
import { sayLimits } from '#shared/operations/paid.ts';

const key = 'audition-voices';
const stored = z.object({ connectionId: z.string(), voiceIds: z.array(z.string()).max(sayLimits.voices) });

/** The voices that were chosen last for an audition, of one connection: the ids of another's mean nothing there. May be lost without harm. */
export const lastChoice = {
  of(connectionId: string): readonly string[] {
    try {
      const kept = stored.parse(JSON.parse(localStorage.getItem(key) ?? ''));
      return kept.connectionId === connectionId ? kept.voiceIds : [];
    } catch {
      return [];
    }
  },
  set: (connectionId: string, voiceIds: readonly string[]): void => localStorage.setItem(key, JSON.stringify({ connectionId, voiceIds })),
};
