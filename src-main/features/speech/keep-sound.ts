import { rm } from 'node:fs/promises';
import { mapWords } from '#shared/narration/alignment.ts';
import { blocksOf, wordsOf, type Block } from '#shared/narration/document.ts';
import { isMadeLike, planCut, planRepair } from '#shared/narration/repair.ts';
import { chooseTake, mayStandFor } from '#shared/narration/choose-take.ts';
import { editTake, findTakeEdit, type EditedTake } from '#shared/narration/edited-take.ts';
import type { TakeEdits } from '#shared/narration/take-edit.ts';
import { blockFingerprint, shapeOf, spokenOf, type ProjectDefaults } from '#shared/narration/shape.ts';
import { fingerprintOf, sampleRate, workOf, type Shape, type Take, type Word } from '#shared/narration/take.ts';
import type { Services } from '#shared/operations/index.ts';
import type { ConnectionKeeper } from '../../service-client/connection.ts';
import type { Library, MadeTake } from '../../library/types.ts';
import type { Splicer } from '../../media/repair/splicer.ts';
import type { Wanted } from './plan.ts';
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

interface Tools {
  library: Pick<Library, 'liveChapter' | 'pcmPath' | 'writeEdited' | 'temporaryPath' | 'addMadeTake'>;
  connection: Pick<ConnectionKeeper, 'current'>;
  splicer: Pick<Splicer, 'splice' | 'join'>;
}
type Made = { facts: Facts; contentHash: string } | undefined;

/** Cuts or joins the takes of blocks that were split or joined, so that their sound stays with their words. Nothing is sent. */
export function createKeepSound(tools: Tools): Services['speech.keep-sound'] {
  const { library, connection, splicer } = tools;
  return async ({ projectId, chapterId, blockId, takeIds, pauseMs }) => {
    const chapter = library.liveChapter(projectId, chapterId);
    const block = blocksOf(chapter.document()).find(({ attributes }) => attributes.id === blockId);
    if (!block) return { takeId: null };
    const takes = chapter.takes().map(({ take }) => take);
    const project = chapter.defaults();
    const connectionId = connection.current().id;
    const base = takeIds.length === 1 ? takes.find(({ id }) => id === takeIds[0]) : undefined;
    const now = findPart(block, project, connectionId, base);
    // Written on meanwhile, or there already.
    if (!now || isThere(takes, block, blockFingerprint(block, project, connectionId), now)) return { takeId: null };
    const sources = await findSources(library, projectId, takeIds, takes, now);
    const [first] = sources ?? [];
    if (!sources || !first) return { takeId: null };
    const outPath = library.temporaryPath();
    const edits = new EditedTakes(library, projectId, block.attributes.takeEdits, takes);
    try {
      const made =
        sources.length === 1
          ? await cut(splicer, now, first, first.take.blockId !== blockId, outPath)
          : await join(splicer, now, await edits.of(sources), pauseMs, outPath);
      if (!made) return { takeId: null };
      const { facts, contentHash } = made;
      const take = { ...facts, blockId, derivedAs: 'cut' as const };
      return { takeId: (await library.addMadeTake({ projectId, chapterId, take, sound: { path: outPath, contentHash } })).id };
    } finally {
      await rm(outPath, { force: true });
      await edits.remove();
    }
  };
}

/**
 * What a block is to sound like: as it would be generated; or, with a take `base` that was made otherwise, as that take. So a part that another
 * character speaks now keeps its own words of the take until it is generated: it is stale, and says nothing of the others.
 */
function findPart(block: Block, project: ProjectDefaults, connectionId: string, base: Take | undefined): Wanted | undefined {
  const { text } = spokenOf(block, project);
  if (text === '') return undefined;
  const shape = shapeOf(block, project, connectionId);
  if (!base || (shape && isMadeLike(base, shape))) return shape && { shape, fingerprint: fingerprintOf(shape) };
  const asBase: Shape = { connectionId, text, voiceId: base.voiceId, modelId: base.modelId, controls: base.controls ?? {} };
  return isMadeLike(base, asBase) ? { shape: asBase, fingerprint: fingerprintOf(asBase) } : undefined;
}

/** Whether a block has a take that is up to date, or has its part already. */
function isThere(takes: readonly Take[], { attributes, text }: Block, current: string | undefined, now: Wanted): boolean {
  const { id, takeId } = attributes;
  const isPart = (take: Take): boolean => take.blockId === id && take.state === 'complete' && workOf(take) === now.fingerprint;
  return (
    chooseTake(takes, { ...attributes, text }, current ?? '')?.stale === false ||
    takes.some((take) => isPart(take) && mayStandFor(take, takeId))
  );
}

/** The takes by their ids, with their words and their sound; `undefined` where one of them cannot be used. */
async function findSources(
  library: Tools['library'],
  projectId: string,
  takeIds: readonly string[],
  takes: readonly Take[],
  now: Wanted,
): Promise<Source[] | undefined> {
  const sources: Source[] = [];
  for (const takeId of takeIds) {
    const take = takes.find(({ id }) => id === takeId);
    const path = take && mayBeCut(take, now) ? await library.pcmPath(projectId, takeId) : undefined;
    if (!take || path === undefined) return undefined;
    sources.push({ take, words: wordsOfTake(take), path });
  }
  return sources;
}

/** Two takes may be edited in different ways: what is joined is what is heard of them, in files that are there until `remove`. */
class EditedTakes {
  readonly #library: Tools['library'];
  readonly #projectId: string;
  readonly #edits: TakeEdits;
  readonly #takes: readonly Take[];
  readonly #paths: string[] = [];

  constructor(library: Tools['library'], projectId: string, edits: TakeEdits, takes: readonly Take[]) {
    this.#library = library;
    this.#projectId = projectId;
    this.#edits = edits;
    this.#takes = takes;
  }

  of(sources: readonly Source[]): Promise<EditedSource[]> {
    return Promise.all(sources.map((source) => this.#edited(source)));
  }

  async remove(): Promise<void> {
    for (const path of this.#paths) await rm(path, { force: true });
  }

  async #edited(source: Source): Promise<EditedSource> {
    const edit = findTakeEdit(this.#edits, source.take, (id) => this.#takes.find((take) => take.id === id));
    if (Object.keys(edit).length === 0) return source;
    const path = this.#library.temporaryPath();
    this.#paths.push(path);
    await this.#library.writeEdited({ projectId: this.#projectId, takeId: source.take.id, edit, path });
    const take = editTake(source.take, edit);
    return { take, words: wordsOfTake(take), path };
  }
}

/** The part of a take that the block still says; `undefined` where the block says anything else. */
async function cut(
  splicer: Tools['splicer'],
  now: Wanted,
  { take: base, words, path: basePath }: Source,
  prefersEnd: boolean,
  outPath: string,
): Promise<Made> {
  const plan =
    planCut(now.shape.text, base.text, prefersEnd) ?? planRepair(now.shape.text, base.text, undefined, now.shape.controls.language);
  if (plan.isWhole || plan.runs.length === 0 || plan.runs.some(({ text }) => text !== '')) return undefined;
  const partPaths = plan.runs.map(() => undefined);
  const spliced = await splicer.splice({ basePath, words, runs: plan.runs, partPaths, outPath });
  return { facts: repairedFacts({ now, base, words, ...plan }, partPaths, spliced), contentHash: spliced.contentHash };
}

/** The takes one after another, with a pause between; `undefined` where the block does not say their words. */
async function join(splicer: Tools['splicer'], now: Wanted, all: readonly EditedSource[], pauseMs: number, outPath: string): Promise<Made> {
  const [first] = all;
  if (!first) return undefined;
  const texts = wordsOf(now.shape.text).map(({ text }) => text);
  const said = all.flatMap(({ take }) => wordsOf(take.text).map(({ text }) => text));
  if (texts.length !== said.length || texts.some((text, index) => text !== said[index])) return undefined;
  const pauseSamples = Math.round((pauseMs * sampleRate) / 1000);
  const { contentHash, samples, starts } = await splicer.join({ paths: all.map(({ path }) => path), pauseSamples, outPath });
  const { fingerprint, shape } = now;
  const facts: Facts = {
    fingerprint,
    text: shape.text,
    voiceId: shape.voiceId,
    modelId: shape.modelId,
    controls: shape.controls,
    samples,
    alignment: all.every(({ take }) => take.alignment === first.take.alignment) ? first.take.alignment : 'partial',
    words: all.flatMap(({ words }, index) => moveWords(words, (starts[index] ?? 0) / (sampleRate / 1000))),
    creditsUsed: 0,
    requestId: null,
    ignoredParameters: first.take.ignoredParameters,
    derivedFrom: all.map(({ take }) => stretchOf(take)),
  };
  return { contentHash, facts };
}

/** What is heard of a take, in the times of its own sound. */
function stretchOf({ id, samples, edit }: EditedTake): NonNullable<Take['derivedFrom']>[number] {
  const startMs = edit?.trimStartMs ?? 0;
  return { takeId: id, startMs, endMs: startMs + (samples * 1000) / sampleRate, gainDb: edit?.gainDb ?? 0 };
}

/** It is whole, its words have times, and it was made as the block is to sound. */
const mayBeCut = (take: Take, now: Wanted): boolean => take.state === 'complete' && take.words.length > 0 && isMadeLike(take, now.shape);

function wordsOfTake({ text, words }: Take): readonly Word[] {
  const tokens = wordsOf(text).map((token) => token.text);
  return words.length === tokens.length ? words : mapWords(tokens, words);
}

const moveWords = (words: readonly Word[], byMs: number): Word[] =>
  words.map((word) => ({ ...word, startMs: word.startMs + byMs, endMs: word.endMs + byMs }));
