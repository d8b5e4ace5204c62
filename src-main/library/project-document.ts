import { Step } from '@tiptap/pm/transform';
import type { Node } from '@tiptap/pm/model';
import { fail } from '#shared/failure.ts';
import { documentFromJson, documentProblem, editProblem, maximumChapterSize, schema } from '#shared/narration/document.ts';
import { maximumTitle } from '#shared/narration/outline.ts';
import { projectSubject } from './project-checks.ts';
import type { StoredChapter } from './project-file.ts';
import { message, formatMessage, type Message } from '#shared/messages/message.ts';

/** A chapter's document as main and the thread of its file have it, and what may be done to it. Pure. */

/** JSON characters of one edit. A book has a tenth of this; more is a mistaken paste. */
export const maximumEditCharacters = 4 * 1024 * 1024;
/** What one `speech.generate` can name. */
const maximumBlocks = 20_000;

export interface Edit {
  document: Node;
  /** The steps as they are stored. */
  steps: string[];
}

/**
 * Applies steps as they came over the wire. Fails with `invalid-input` when one is no step, does not fit, or would leave something that
 * is not a chapter, and with `too-large` past the bounds; the document given stays what it was.
 */
export function applySteps(before: Node, steps: readonly unknown[]): Edit {
  const stored = steps.map((step) => JSON.stringify(step));
  const characters = stored.reduce((sum, step) => sum + step.length, 0);
  if (characters > maximumEditCharacters)
    throw fail('too-large', message('library.pasteTooLarge', megabytes(characters), megabytes(maximumEditCharacters)), {
      field: 'steps',
    });
  let document = before;
  steps.forEach((json, index) => {
    const field = `steps.${index}`;
    let reason: Message | string;
    try {
      const result = Step.fromJSON(schema, json).apply(document);
      if (result.doc) {
        document = result.doc;
        return;
      }
      reason = result.failed?.slice(0, 200) ?? message('library.stepDoesNotFit');
    } catch (thrown) {
      reason = thrown instanceof Error ? thrown.message.slice(0, 200) : message('library.notADocument');
    }
    throw fail('invalid-input', message('library.editFailed', reason), { field });
  });
  if (isTooLong(document)) throw fail('too-large', message('library.chapterTooLongAfter'), { field: 'steps' });
  const problem = editProblem(before, document);
  if (problem !== undefined) throw fail('invalid-input', message('library.editBreaksChapter', problem), { field: 'steps' });
  return { document, steps: stored };
}

/** Steps that are applied and checked together. */
const stepsAtOnce = 2000;

/** The same for any number of steps. */
export function applyManySteps(before: Node, steps: readonly unknown[]): Edit {
  const all: Edit = { document: before, steps: [] };
  for (let from = 0; from < steps.length; from += stepsAtOnce) {
    const { document, steps: stored } = applySteps(all.document, steps.slice(from, from + stepsAtOnce));
    all.document = document;
    all.steps.push(...stored);
  }
  return all;
}

const isTooLong = ({ content, childCount }: Node): boolean => content.size > maximumChapterSize || childCount > maximumBlocks;

/** The document of a chapter that comes over the wire. Fails with `invalid-input` or `too-large`, naming `field`. */
export function newChapterDocument(json: unknown, field: string): Node {
  let document: Node;
  try {
    document = documentFromJson(json);
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message.slice(0, 200) : '';
    throw fail('invalid-input', message('library.newChapterNeedsDocument', reason), { field });
  }
  if (isTooLong(document)) throw fail('too-large', message('library.chapterTooLong'), { field });
  return document;
}

function megabytes(characters: number): string {
  return `${(characters / 1024 / 1024).toFixed(1)} MB`;
}

/**
 * The document of a stored chapter after the last of its steps. Fails with `damaged` or `too-large`, by the names of the file and of the
 * chapter.
 */
export function restoreChapter({ title, document: json, steps }: StoredChapter, path: string): Node {
  const named = message('library.theChapter', title.slice(0, maximumTitle));
  let document: Node;
  try {
    document = documentFromJson(JSON.parse(json));
    for (const step of steps) document = applyStored(document, step);
    const problem = steps.length === 0 ? undefined : documentProblem(document);
    if (problem !== undefined) throw new Error(formatMessage(problem));
  } catch (thrown) {
    throw fail('damaged', message('library.chapterUnreadable', projectSubject(path), named), { next: 'choose-file', cause: thrown });
  }
  if (isTooLong(document))
    throw fail('too-large', message('library.chapterTooLarge', projectSubject(path), named), { next: 'choose-file' });
  return document;
}

function applyStored(document: Node, step: string): Node {
  const result = Step.fromJSON(schema, JSON.parse(step)).apply(document);
  if (!result.doc) throw new Error(result.failed ?? 'a stored step does not fit');
  return result.doc;
}
