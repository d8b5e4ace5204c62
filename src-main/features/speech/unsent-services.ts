import { blocksOf } from '#shared/narration/document.ts';
import { findMadeWorks } from '#shared/narration/choose-take.ts';
import type { Services } from '#shared/operations/index.ts';
import { toFailure } from '#shared/failure.ts';
import { isWireClosed } from '#shared/rpc-server.ts';
import type { ConnectionKeeper } from '../../service-client/connection.ts';
import { isSpeech, type Ledger } from '../../paid-requests/ledger/types.ts';
import type { Library, LiveChapter } from '../../library/types.ts';
import { findWanted, type Wanted } from './plan.ts';
import type { Unsent } from './unsent.ts';

/** What the window offers to resume of a project, and how it is forgotten. */
export function createUnsentServices(options: {
  unsent: Unsent;
  library: Pick<Library, 'liveChapter'>;
  ledger: Pick<Ledger, 'pending' | 'unsettled'>;
  connection: Pick<ConnectionKeeper, 'current'>;
  /** Aborted when the studio closes. */
  closing: AbortSignal;
}): Pick<Services, 'speech.unsent' | 'speech.forget-unsent' | 'speech.announce'> {
  const { unsent, library, ledger, connection, closing } = options;

  /** Blocks whose request left: their outcome is shown as such, and asking for them again is a choice of its own. */
  const sentBlocks = async (projectId: string): Promise<ReadonlySet<string>> => {
    const entries = [...(await ledger.pending()), ...(await ledger.unsettled())].filter(isSpeech);
    return new Set(entries.flatMap(({ purpose }) => (purpose.projectId === projectId ? [purpose.blockId] : [])));
  };

  return {
    'speech.unsent': async ({ projectId }) => {
      const lists = unsent.earlier(projectId);
      if (lists.length === 0) return { chapters: [] };
      const sent = await sentBlocks(projectId);
      const chapters = lists.flatMap(({ chapterId, blockIds }) => {
        const chapter = openChapter(library, projectId, chapterId);
        const wanted = new Set(blockIds.filter((id) => !sent.has(id)));
        const { blocks, made } = chapter === undefined ? nothing : missingBlocks(chapter, wanted, connection.current().id);
        // Edited later, they are changed blocks like any other, and no run of theirs was cut off.
        unsent.drop(projectId, chapterId, new Set([...blockIds.filter((id) => sent.has(id)), ...made]));
        return blocks.length === 0 ? [] : [{ chapterId, blocks }];
      });
      if (chapters.length === 0) unsent.forget(projectId);
      return { chapters };
    },
    'speech.announce': async ({ projectId, chapters }, { signal }) => {
      const orders = unsent.announce(projectId, chapters);
      await aborted(AbortSignal.any([signal, closing]));
      if (closing.aborted || isWireClosed(signal)) orders.leave();
      else orders.end();
      return null;
    },
    'speech.forget-unsent': ({ projectId }) => {
      unsent.forget(projectId);
      return Promise.resolve(null);
    },
  };
}

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true });
    if (signal.aborted) resolve();
  });

/** `undefined` for a chapter that was deleted. Throws where the project is not open. */
function openChapter(library: Pick<Library, 'liveChapter'>, projectId: string, chapterId: string): LiveChapter | undefined {
  try {
    return library.liveChapter(projectId, chapterId);
  } catch (thrown) {
    if (toFailure(thrown).field === 'chapterId') return undefined;
    throw thrown;
  }
}

const nothing: ReturnType<typeof missingBlocks> = { blocks: [], made: [] };

/** The blocks among `wanted` that have words, no sound of what they are now, and are not locked; and those that have their sound. */
function missingBlocks(
  chapter: LiveChapter,
  wanted: ReadonlySet<string>,
  connectionId: string,
): { blocks: { id: string; text: string }[]; made: string[] } {
  const inChapter = blocksOf(chapter.document());
  const chosen = inChapter.map(({ attributes }) => attributes.takeId);
  const isMade = findMadeWorks(
    chapter.takes().map(({ take }) => take),
    chosen,
  );
  const blocks: { id: string; text: string }[] = [];
  const made: string[] = [];
  for (const block of inChapter) {
    const { id, locked } = block.attributes;
    const now = wanted.has(id) ? wishOf(() => findWanted(block, chapter.defaults(), connectionId)) : undefined;
    if (now === undefined) continue;
    if (isMade(id, now.fingerprint)) made.push(id);
    else if (!locked) blocks.push({ id, text: block.text });
  }
  return { blocks, made };
}

/** A block without a voice cannot be generated yet. */
function wishOf(find: () => Wanted | undefined): Wanted | undefined {
  try {
    return find();
  } catch {
    return undefined;
  }
}
