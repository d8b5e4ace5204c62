import type { Node } from '@tiptap/pm/model';
import type { BlockId, ChapterId } from '../ids.ts';
import type { ImportedChapter } from './imported-text.ts';
import type { MatchedBlock, RevisedBlock } from './paragraph-blocks.ts';
import type { Unit } from './units.ts';

/** The versions of a manuscript, and what a comparison of them finds. */

export interface ProjectChapter {
  id: ChapterId;
  title: string;
  document: Node;
}

/** A chapter as a manuscript has it, with who speaks each block; `undefined` where it does not say. */
export interface RevisedChapter {
  title: string;
  /** `false`: the manuscript has no title for it, and this one stands in. */
  isTitled?: boolean;
  blocks: readonly RevisedBlock[];
}

export interface Versions {
  /** The chapters of the script that are compared. */
  script: readonly ProjectChapter[];
  /** The text that was imported last. Without it the script counts as that text: whatever differs is a change of the manuscript then. */
  imported?: readonly ImportedChapter[] | undefined;
  /** Chapters that were imported from a file whose text was not kept: of these, the script counts as that text. */
  unknown?: ReadonlySet<ChapterId>;
  manuscript: readonly RevisedChapter[];
  hasAudio?: (blockId: BlockId) => boolean;
}

type RowKind = 'added' | 'changed' | 'moved' | 'removed' | 'chapter-moved' | 'renamed';

/** What the manuscript changed at one place, to be taken or left out. */
export interface Row {
  /** The same whenever the same versions are compared. */
  key: string;
  kind: RowKind;
  /** The script was changed there as well, in another way: what it says stays unless a person chooses the manuscript. */
  isConflict: boolean;
  /** Of the chapter that it is shown with. */
  chapter: string;
  /** What was imported; only where it is known. */
  base?: string;
  /** What the script says; `undefined` where it has no such paragraph. */
  yours?: string;
  /** What the manuscript says; `undefined` where it has none any more. */
  theirs?: string;
  /** It stands elsewhere, whatever else changed. */
  isMoved: boolean;
  /** Who speaks it, where the manuscript gives it to somebody else than the script. */
  characterId?: string;
}

/** What a person changed in the script and the manuscript did not. */
export interface OwnEdit {
  key: string;
  kind: 'added' | 'changed' | 'moved' | 'removed' | 'chapter-moved' | 'renamed';
  /** The chapter that has it, or had it. */
  title: string;
  base?: string;
  yours?: string;
}

/** A chapter of either version. */
export interface ComparedChapter {
  key: string;
  /** `undefined` for one that the manuscript adds. */
  id: ChapterId | undefined;
  title: string;
  kind: 'added' | 'removed' | 'kept';
  /** Its blocks in the script that no row changes. */
  same: number;
}

/** The paragraph of a unit, as it is compared. */
export interface ComparedUnit {
  unit: Unit;
  nodes: Node[];
  row: Row | undefined;
  /** The blocks that the manuscript would make of it, with or without a row. */
  theirs: MatchedBlock[] | undefined;
  /** Speakers whom its sentences name now, and did not before. */
  isRecast: boolean;
}

export interface Comparison {
  versions: Versions;
  /** Whether anything was imported whose text is known. */
  isThreeWay: boolean;
  rows: Row[];
  own: OwnEdit[];
  /** In the order of the manuscript; chapters that it does not have come last. */
  chapters: ComparedChapter[];
  /** Blocks that differ in their typography alone and stay as they are. */
  keepsTypography: boolean;
  parts: {
    compared: ReadonlyMap<Unit, ComparedUnit>;
    /** The units of each chapter of the script, and of each of the manuscript, in order. */
    ours: ReadonlyMap<ChapterId, readonly Unit[]>;
    theirs: readonly { id: ChapterId | undefined; title: string; units: readonly Unit[] }[];
    chapterRows: ReadonlyMap<ChapterId, { moved?: Row; renamed?: Row }>;
    /** The paragraphs of the manuscript, in order. */
    paragraphs: readonly (readonly RevisedBlock[])[];
  };
}
