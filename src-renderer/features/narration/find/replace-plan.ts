import type { BlockId, ChapterId } from '#shared/ids.ts';
import { blocksOf, maximumChapterSize } from '#shared/narration/document.ts';
import { maximumReplacedCharacters, replaceMatches, type Match } from '#shared/narration/find.ts';
import { findNewlyStale } from '#shared/narration/made-stale.ts';
import { withTitle, type Outline } from '#shared/narration/outline.ts';
import { replaceInChapter } from '#shared/narration/replace-in-chapter.ts';
import type { ProjectDefaults } from '#shared/narration/shape.ts';
import type { Estimate } from '../../../core/generation/generation-store.ts';
import { attempt } from '../../../core/host/attempt.ts';
import type { StudioClient } from '../../../core/host/client.ts';
import type { Manuscript } from '../../../core/project/project-editor.ts';
import type { ProjectStore } from '../../../core/project/project-store.ts';
import type { Line } from './find-sections.ts';

/** What replacing all would do. */
export interface ReplaceCost {
  /** Blocks with sound that would be of an earlier text. */
  stale: number;
  /** Of generating those; `undefined` where it is not known yet. */
  estimate: Pick<Estimate, 'characters' | 'credits'> | undefined;
}

type Transform = ReturnType<typeof replaceInChapter>;

/** The project after replacing: its chapters by name, and those whose text changes. */
export function planReplace(
  manuscript: Manuscript,
  matchesOf: (line: Line) => readonly Match[],
): { outline: Outline; changes: { chapterId: ChapterId; transform: Transform }[] } {
  let { outline } = manuscript;
  const changes = manuscript.outline.flatMap(({ id: chapterId, title }) => {
    const inTitle = matchesOf({ chapterId, blockId: null, text: title });
    outline = withTitle(outline, chapterId, replaceMatches(title, inTitle));
    const transform = replaceInChapter(manuscript.document(chapterId), (blockId, text) => matchesOf({ chapterId, blockId, text }));
    return transform.steps.length === 0 ? [] : [{ chapterId, transform }];
  });
  return { outline, changes };
}

/** Whether main would refuse the edit. */
export function isTooLong({ doc, steps }: Transform): boolean {
  if (doc.content.size > maximumChapterSize) return true;
  let characters = 0;
  for (const step of steps) step.getMap().forEach((_from, _to, start, end) => (characters += end - start));
  return characters > maximumReplacedCharacters;
}

interface StaleTexts {
  chapterId: ChapterId;
  texts: Record<BlockId, string>;
}

/** The blocks whose sound would be of an earlier text, with what they would say. */
export function findStaleTexts(
  changes: readonly { chapterId: ChapterId; transform: Transform }[],
  { defaults, ...ground }: Parameters<typeof findNewlyStale>[2] & { defaults: ProjectDefaults },
): StaleTexts[] {
  return changes.flatMap(({ chapterId, transform }) => {
    const ids = new Set(findNewlyStale({ document: transform.before, defaults }, { document: transform.doc, defaults }, ground));
    const stale = blocksOf(transform.doc).filter(({ attributes }) => ids.has(attributes.id));
    return stale.length === 0 ? [] : [{ chapterId, texts: Object.fromEntries(stale.map(({ attributes, text }) => [attributes.id, text])) }];
  });
}

/** What generating them would send and cost; `undefined` where nobody knows. */
export async function estimateStale(
  { client, project }: { client: StudioClient; project: Pick<ProjectStore, 'flushProject'> },
  projectId: string,
  stale: readonly StaleTexts[],
  signal: AbortSignal,
): Promise<ReplaceCost['estimate']> {
  if ((await project.flushProject()) || signal.aborted) return undefined;
  const sum: NonNullable<ReplaceCost['estimate']> = { characters: 0, credits: 0 };
  for (const { chapterId, texts } of stale) {
    const input = { projectId, chapterId, blockIds: Object.keys(texts), texts };
    const answer = await attempt(() => client.run('speech.estimate', input, { signal }));
    if (!answer.ok) return undefined;
    sum.characters += answer.value.characters;
    sum.credits = sum.credits === null || answer.value.credits === null ? null : sum.credits + answer.value.credits;
  }
  return sum;
}
