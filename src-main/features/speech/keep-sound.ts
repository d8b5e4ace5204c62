import { rm } from 'node:fs/promises';
import { mapWords } from '#shared/narration/alignment.ts';
import { blocksOf, wordsOf } from '#shared/narration/document.ts';
import { planRepair } from '#shared/narration/repair.ts';
import { chooseTake } from '#shared/narration/choose-take.ts';
import { editTake, findTakeEdit, type EditedTake } from '#shared/narration/edited-take.ts';
import { fingerprintOf, sampleRate, workOf, type Take, type Word } from '#shared/narration/take.ts';
import type { Services } from '#shared/operations/index.ts';
import type { ConnectionKeeper } from '../../service-client/connection.ts';
import type { Library, MadeTake } from '../../library/types.ts';
import type { Splicer } from '../../media/repair/splicer.ts';
import { findWanted, type Wanted } from './plan.ts';
import { repairedFacts } from './repaired-facts.ts';

type Facts = Omit<MadeTake['take'], 'blockId'>;
interface Source {
  take: Take;
  words: readonly Word[];
  path: string;
}
/** A take as it sounds with its edit, which `path` holds too. */
interface EditedSource extends Source {
  take: EditedTake;
}

/** Cuts or joins the takes of blocks that were split or joined, so that their sound stays with their words. Nothing is sent. */
export function createKeepSound({
  library,
  connection,
  splicer,
}: {
  library: Pick<Library, 'liveChapter' | 'pcmPath' | 'writeEdited' | 'temporaryPath' | 'addMadeTake'>;
  connection: Pick<ConnectionKeeper, 'current'>;
  splicer: Pick<Splicer, 'splice' | 'join'>;
}): Services['speech.keep-sound'] {
  return async ({ projectId, chapterId, blockId, takeIds, pauseMs }) => {
    const chapter = library.liveChapter(projectId, chapterId);
    const block = blocksOf(chapter.document()).find(({ attributes }) => attributes.id === blockId);
    const now = block && findWanted(block, chapter.defaults(), connection.current().id);
    const takes = chapter.takes().map(({ take }) => take);
    // Written on meanwhile, or there already.
    if (!block || !now || chooseTake(takes, { ...block.attributes, text: block.text }, now.fingerprint)?.stale === false)
      return { takeId: null };
    const sources: Source[] = [];
    for (const takeId of takeIds) {
      const take = takes.find(({ id }) => id === takeId);
      const path = take && mayBeCut(take, now) ? await library.pcmPath(projectId, takeId) : undefined;
      if (!take || path === undefined) return { takeId: null };
      sources.push({ take, words: wordsOfTake(take), path });
    }
    const outPath = library.temporaryPath();
    const editedPaths: string[] = [];
    try {
      const made = sources.length === 1 ? await cut(sources[0], outPath) : await join(await Promise.all(sources.map(edited)), outPath);
      if (!made) return { takeId: null };
      const { facts, contentHash } = made;
      const take = { ...facts, blockId, derivedAs: 'cut' as const };
      return { takeId: (await library.addMadeTake({ projectId, chapterId, take, sound: { path: outPath, contentHash } })).id };
    } finally {
      for (const path of [outPath, ...editedPaths]) await rm(path, { force: true });
    }

    /** Two takes may be edited in different ways: what is joined is what is heard of them. */
    async function edited(source: Source): Promise<EditedSource> {
      const { takeEdits = {} } = block?.attributes ?? {};
      const edit = findTakeEdit(takeEdits, source.take, (id) => takes.find((take) => take.id === id));
      if (Object.keys(edit).length === 0) return source;
      const path = library.temporaryPath();
      editedPaths.push(path);
      await library.writeEdited({ projectId, takeId: source.take.id, edit, path });
      const take = editTake(source.take, edit);
      return { take, words: wordsOfTake(take), path };
    }

    async function cut(source: Source | undefined, path: string): Promise<{ facts: Facts; contentHash: string } | undefined> {
      if (!source || !now) return undefined;
      const { take: base, words } = source;
      const plan = planRepair(now.shape.text, base.text, undefined, now.shape.controls.language);
      if (plan.isWhole || plan.runs.length === 0 || plan.runs.some(({ text }) => text !== '')) return undefined;
      const partPaths = plan.runs.map(() => undefined);
      const spliced = await splicer.splice({ basePath: source.path, words, runs: plan.runs, partPaths, outPath: path });
      return { facts: repairedFacts({ now, base, words, ...plan }, partPaths, spliced), contentHash: spliced.contentHash };
    }

    async function join(all: readonly EditedSource[], path: string): Promise<{ facts: Facts; contentHash: string } | undefined> {
      const [first] = all;
      if (!first || !now) return undefined;
      const texts = wordsOf(now.shape.text).map(({ text }) => text);
      const said = all.flatMap(({ take }) => wordsOf(take.text).map(({ text }) => text));
      if (texts.length !== said.length || texts.some((text, index) => text !== said[index])) return undefined;
      const pauseSamples = Math.round((pauseMs * sampleRate) / 1000);
      const joined = await splicer.join({ paths: all.map((one) => one.path), pauseSamples, outPath: path });
      const moved = all.map(({ words }, index) => moveWords(words, (joined.starts[index] ?? 0) / (sampleRate / 1000)));
      const { fingerprint, shape } = now;
      return {
        contentHash: joined.contentHash,
        facts: {
          fingerprint,
          text: shape.text,
          voiceId: shape.voiceId,
          modelId: shape.modelId,
          controls: shape.controls,
          samples: joined.samples,
          alignment: all.every(({ take }) => take.alignment === first.take.alignment) ? first.take.alignment : 'partial',
          words: moved.flat(),
          creditsUsed: 0,
          requestId: null,
          ignoredParameters: first.take.ignoredParameters,
          derivedFrom: all.map(({ take: { id, samples, edit } }) => {
            const startMs = edit?.trimStartMs ?? 0;
            return { takeId: id, startMs, endMs: startMs + (samples * 1000) / sampleRate, gainDb: edit?.gainDb ?? 0 };
          }),
        },
      };
    }
  };
}

/** It is whole, its words have times, and it was made as the block would be. */
const mayBeCut = (take: Take, now: Wanted): boolean =>
  take.state === 'complete' && take.words.length > 0 && workOf(take) === fingerprintOf({ ...now.shape, text: take.text });

function wordsOfTake({ text, words }: Take): readonly Word[] {
  const tokens = wordsOf(text).map((token) => token.text);
  return words.length === tokens.length ? words : mapWords(tokens, words);
}

const moveWords = (words: readonly Word[], byMs: number): Word[] =>
  words.map((word) => ({ ...word, startMs: word.startMs + byMs, endMs: word.endMs + byMs }));
