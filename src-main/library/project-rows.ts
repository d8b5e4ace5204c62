import { z } from 'zod';
import { idPattern } from '#shared/ids.ts';
import { manuscriptTextsSchema, type ManuscriptText } from '#shared/manuscript/imported-text.ts';
import { sourcesSchema, type ManuscriptSource } from '#shared/manuscript/sources.ts';
import { placeSchema, type Place } from '#shared/narration/place.ts';
import { sampleRate, takeSchema, type Take } from '#shared/narration/take.ts';
import { takeFacts } from './take-facts.ts';

/** Rows of a project file, and what they are read as. */

/** A take and where its sound is. */
export interface StoredTake {
  take: Take;
  operationId: string;
  contentHash: string;
}

/** Of a sound. Also a file's name in the profile: nothing else may stand there. */
export const contentHash = z.string().regex(/^[0-9a-f]{64}$/u);
const id = z.string().regex(idPattern);
const longestTakeSamples = 24 * 3600 * sampleRate;
const latestTime = 8.64e15; // that a date can have

export const takeRow = z.object({
  id,
  operation_id: z.string(),
  block_id: id,
  fingerprint: z.string(),
  content_hash: contentHash,
  created_at: z.int().min(0).max(latestTime),
  samples: z.int().min(0).max(longestTakeSamples),
  state: takeSchema.shape.state,
  starred: z.number(),
  facts: z.string(),
});
export const chapterRow = z.object({
  id,
  title: z.string().max(10_000),
  document: z.string(),
  version: z.int().nonnegative(),
  removed: z.number(),
});
export const stepRow = z.object({ version: z.int(), step: z.string() });

/** A place that cannot be read is none. */
export function parsePlace(json: string | null): Place | null {
  try {
    return json === null ? null : placeSchema.parse(JSON.parse(json));
  } catch {
    return null;
  }
}

/** Where a project came from is no reason to refuse it. */
export function parseSources(json: string | null): ManuscriptSource[] {
  try {
    return json === null ? [] : sourcesSchema.parse(JSON.parse(json));
  } catch {
    return [];
  }
}

export function takeOf(row: z.infer<typeof takeRow>): StoredTake {
  const take: Take = {
    ...takeFacts.parse(JSON.parse(row.facts)),
    id: row.id,
    blockId: row.block_id,
    fingerprint: row.fingerprint,
    createdAt: row.created_at,
    samples: row.samples,
    state: row.state,
    starred: row.starred !== 0,
  };
  return { take, operationId: row.operation_id, contentHash: row.content_hash };
}

/** Texts of manuscripts that cannot be read are none: what was imported is not known any more, and an update says so. */
export function parseTexts(json: string | null): ManuscriptText[] {
  try {
    return json === null ? [] : manuscriptTextsSchema.parse(JSON.parse(json));
  } catch {
    return [];
  }
}
