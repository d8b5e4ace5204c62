import type { Node } from '@tiptap/pm/model';
import type { ProjectDefaults } from '#shared/narration/shape.ts';
import type { TakeEdit } from '#shared/narration/take-edit.ts';
import type { Take, Word } from '#shared/narration/take.ts';
import type { AudioFormat } from '#shared/wire/common.ts';
import type { StoredTake } from './project-rows.ts';

/** What is known of a paid sound besides its bytes. */
export interface ResultFacts {
  fingerprint: string;
  text: string;
  voiceId: string;
  modelId: string | null;
  requestId: string | null;
  creditsUsed: number | null;
  alignment: Take['alignment'];
  words: Word[];
  ignoredParameters: string[];
  controls?: Take['controls'];
  variant?: Take['variant'];
  source?: Take['source'];
  fileName?: Take['fileName'];
  /** Where it was wanted; a result whose project is closed waits for it. */
  purpose: { projectId: string; chapterId: string; blockId: string };
}

/** A result in the profile's content-addressed store. */
export interface PaidResult extends ResultFacts {
  /** SHA-256 of the encoded bytes, hex. */
  contentHash: string;
  operationId: string;
  format: AudioFormat;
  bytes: number;
  /** Samples at 48 kHz. */
  samples: number;
  createdAt: number;
  state: 'complete' | 'incomplete';
}

/** A take that was put together on this machine. */
export interface MadeTake {
  projectId: string;
  chapterId: string;
  take: Omit<Take, 'id' | 'createdAt' | 'starred' | 'state'>;
  /** WAV. */
  sound: { path: string; contentHash: string };
}

/** A result of the store, without what was said in it. */
export interface HeldSound extends Pick<PaidResult, 'operationId' | 'contentHash' | 'bytes' | 'createdAt'> {
  /** Of the project that it was made for. */
  projectId: string;
  /** Its project was not open when it came, and has not taken it in yet. */
  waits: boolean;
}

/**
 * Sound on its way in: every write is on disk (spooled under the operation's id) before it is decoded and heard. A spool
 * that a crash left behind is found again by its operation id.
 */
export interface Arrival {
  /** Answers with the decoded PCM (s16le, mono, 48 kHz) from the start, and goes on until the sound is whole. */
  readonly liveUrl: string;
  write(bytes: Uint8Array): Promise<void>;
  /** The result is whole, synced and indexed by its fingerprint when this settles. */
  complete(facts: ResultFacts): Promise<PaidResult>;
  /** Keeps what arrived, as incomplete; `undefined` when no sound can be had from it. */
  interrupted(facts: ResultFacts): Promise<PaidResult | undefined>;
}

/** Edits of chapters, by the steps that lead on from their `version`, and new titles. */
export interface ProjectEdit {
  chapters: readonly { chapterId: string; version: number; steps: readonly unknown[] }[];
  titles: readonly { id: string; title: string }[];
}

/** An open chapter: each question is answered as it is now, and fails with `not-found` when the project was closed. */
export interface LiveChapter {
  /** The same object until the chapter is edited. */
  document(): Node;
  /** What its blocks fall back to. */
  defaults(): ProjectDefaults;
  /** Of the whole project, in the order in which they came. */
  takes(): readonly StoredTake[];
}

/** The part of the library that the speech domain stands on. */
export interface Library {
  findPaid(fingerprint: string): Promise<PaidResult | undefined>;
  /** Which of these fingerprints are paid for and whole in the profile. */
  findAllPaid(fingerprints: readonly string[]): Promise<string[]>;
  receive(operationId: string, format: AudioFormat): Promise<Arrival>;
  /** Turns the spool that a crash left into an incomplete result; `undefined` when there is none or nothing can be heard of it. */
  recover(operationId: string, format: AudioFormat, facts: ResultFacts): Promise<PaidResult | undefined>;
  /** Copies the result into its project, if that is open, else keeps it for when it is. Answers with the take, if open. */
  addTake(result: PaidResult): Promise<Take | undefined>;
  /** A take's sound as a file of s16le PCM, mono, 48 kHz; `undefined` where it is damaged. Fails with `not-found` for a project that is not open. */
  pcmPath(projectId: string, takeId: string): Promise<string | undefined>;
  /** Writes a take as it sounds with an edit, in the same form. Fails with `not-found` for a take or a project that is not there. */
  writeEdited(order: { projectId: string; takeId: string; edit: TakeEdit; path: string }): Promise<void>;
  /** A path for a file that is soon removed again; what a crash leaves of it is removed with the next start. */
  temporaryPath(): string;
  /** Copies a sound that was made on this machine into its open project, as a new take. Fails with `not-found` for a project that is not open. */
  addMadeTake(made: MadeTake): Promise<Take>;
  /** Fails with `not-found` when the project is not open or has no such chapter. */
  liveChapter(projectId: string, chapterId: string): LiveChapter;
  /** Edits several chapters and titles: all of it or nothing. Fails as `project.edit` does. */
  editAll(projectId: string, edit: ProjectEdit): Promise<void>;
  /** A chapter as it is at the moment. Fails as `liveChapter` does. */
  chapter(projectId: string, chapterId: string): Promise<ProjectDefaults & { document: Node; takes: readonly Take[] }>;
}
