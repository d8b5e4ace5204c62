import type { Node } from '@tiptap/pm/model';
import type { Failure } from '#shared/failure.ts';
import type { BlockId, ChapterId } from '#shared/ids.ts';
import type { Outline } from '#shared/narration/outline.ts';
import { spreadWords } from '#shared/narration/spread-words.ts';
import type { Take } from '#shared/narration/take.ts';
import type { Project } from '#shared/operations/project.ts';
import type { SaveState } from './project-editor.ts';

/** What the window shows of the open project, and how it is made of what main answers. */

export type Details = Omit<Project, 'chapters' | 'removedChapters' | 'place' | 'takes'>;
export type DetailsChange = Partial<Pick<Details, 'title' | 'voiceId' | 'modelId' | 'cast' | 'pronunciations' | 'sources'>>;

export interface ProjectState {
  status: 'opening' | 'open' | 'none';
  details: Details | undefined;
  /** The chapters by name and order. */
  outline: Outline;
  /** The one that is shown. */
  chapterId: ChapterId | undefined;
  /** The current chapter as it is now. */
  document: Node | undefined;
  takes: readonly Take[];
  saving: SaveState;
  canUndo: boolean;
  canRedo: boolean;
  /** Blocks that the selection touches, in order. */
  selected: readonly BlockId[];
  /** Why the project that was asked for is not open. */
  failure: Failure | undefined;
  /** The path that was asked for last, to try again. */
  asked: string | undefined;
  /** How often main has opened the shown project again, over a new wire. */
  reopened: number;
  /** How often the text of any chapter changed; the chapter need not be shown. */
  edits: number;
}

export const nothingOpen = {
  details: undefined,
  outline: [],
  chapterId: undefined,
  document: undefined,
  takes: [],
  saving: { state: 'saved' },
  canUndo: false,
  canRedo: false,
  selected: [],
} satisfies Partial<ProjectState>;

export function detailsOf(project: Project): Details {
  const { projectId, path, title, voiceId, modelId, cast, pronunciations, sharedPronunciations, sources } = project;
  return { projectId, path, title, voiceId, modelId, cast, pronunciations, sharedPronunciations, sources };
}

/** A take as the window shows it: every word has a time in which it is lit. */
export function withLitWords(take: Take): Take {
  const words = spreadWords(take.words);
  return words === take.words ? take : { ...take, words: [...words] };
}
