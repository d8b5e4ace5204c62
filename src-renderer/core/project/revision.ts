import type { Node } from '@tiptap/pm/model';
import type { ChapterId } from '#shared/ids.ts';
import type { ManuscriptText } from '#shared/manuscript/imported-text.ts';
import type { Message } from '#shared/messages/message.ts';
import type { Aside } from '#shared/narration/aside.ts';
import type { Outline } from '#shared/narration/outline.ts';
import type { Operations } from '#shared/operations/index.ts';
import type { In } from '#shared/rpc.ts';
import { replaceBlocks } from './merge.ts';
import type { Manuscript } from './project-editor.ts';
import type { Details } from './project-state.ts';

/** What a revised manuscript makes of the project. */
export interface RevisedProject extends Pick<Details, 'cast' | 'sources'> {
  outline: Outline;
  /** Of the chapters that are new or changed. */
  documents: ReadonlyMap<ChapterId, Node>;
  /** What manuscripts of its sources say, beside what the project has. */
  texts?: ManuscriptText[];
  aside: Aside;
  /** What the act is called when it is undone. */
  name: Message;
}

type Revise = In<Operations['project.revise']>;

/** What `project.revise` is asked for, and what it then changes in the chapters that are there already. */
export function planRevision(
  open: Pick<Manuscript, 'outline' | 'knows' | 'document' | 'storedVersion'>,
  outline: Outline,
  documents: ReadonlyMap<ChapterId, Node>,
): Pick<Revise, 'before' | 'chapters'> & { applied: Parameters<Manuscript['commitStored']>[0] } {
  const applied = [...documents].flatMap(([chapterId, document]) =>
    open.knows(chapterId) ? [{ chapterId, ...replaceBlocks(open.document(chapterId), document) }] : [],
  );
  const chapters = outline.map(({ id, title }) => {
    const document = documents.get(id);
    const version = open.storedVersion(id);
    return { id, title, ...(document && { document: toJson(document), ...(version !== undefined && { version }) }) };
  });
  return { before: [...open.outline], applied, chapters };
}

type Json = Revise['chapters'][number]['document'];
const toJson = (document: Node): Json => document.toJSON() as Json;
