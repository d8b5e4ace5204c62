import { setTimeout as sleep } from 'node:timers/promises';
import { fail, toFailure } from '#shared/failure.ts';
import { message } from '#shared/messages/message.ts';
import type { Services } from '#shared/operations/index.ts';
import type { Finding } from '#shared/narration/pickup-kinds.ts';
import { canBeChecked } from '#shared/narration/pickups.ts';
import type { Take } from '#shared/narration/take.ts';
import { isPlayed, type EditedTake } from '#shared/narration/edited-take.ts';
import { buildTimeline, type TimelineBlock } from '#shared/narration/chapter-timeline.ts';
import type { Log } from '../../infra/platform.ts';
import type { LibraryService } from '../../library/library.ts';
import { Aligner } from '../../media/alignment/aligner.ts';
import type { LearnedVoice } from '../../media/alignment/alignment-thread.ts';
import type { LanguageHints } from '../../media/alignment/language.ts';
import { maximumFindings, type CheckedTake } from '../../media/proof/check-take.ts';
import { addNeighbours, compareWithNeighbours, type TakeFacts } from '../../media/proof/neighbours.ts';
import { placeByWords } from '../../media/proof/place-by-words.ts';
import { VoiceModels } from './voice-models.ts';

/** Takes whose checks are remembered, and that wait, at most; further ones are checked when they are asked for again. */
const maximumTakes = 10_000;
const usualRestMs = 3000;
/**
 * While takes go on coming, checks wait no longer than this, in milliseconds. A voice is known from more speech by then, and what was found with less of it
 * is not taken back.
 */
const longestRestMs = 180_000;
/** A take that was checked when its voice was known from less speech than this, in seconds, is checked again once twice as much is. */
const fewSeconds = 45;
const muchMore = 2;
/** Windows hear at most this often how far the checks are, in milliseconds. */
const tellEveryMs = 250;
/** Findings of a long chapter are handed over after so many checks, but for the last ones, whose neighbours are not known yet. */
const handOverEvery = 50;
const notYet = 12;

/** How many of a project's takes are checked, of those that are to be; none of none once that is over. */
interface ChecksProgress {
  done: number;
  total: number;
}

/** A block of a chapter, and what is wrong in its take; the worst first. */
export interface CheckedBlock {
  block: TimelineBlock;
  findings: readonly Finding[];
}

/** `unedited`: its take as it was made, which findings are placed in. */
type BlockToCheck = TimelineBlock & { unedited: Take };

interface Parts {
  library: Pick<LibraryService, 'chapter'> & {
    takes: Pick<LibraryService['takes'], 'chapterIds' | 'listen' | 'listenToEdits' | 'pcmPath'>;
  };
  /** Fingerprints, and with them which take stands for a block, depend on it. */
  connectionId: () => string;
  /** BCP 47 tags of the languages that a voice speaks; none where that is not known. */
  voiceLanguages: (voiceId: string) => readonly string[];
  /** Settles when the words of the takes that have come are known. */
  wordsSettled: () => Promise<void>;
  log: Log;
  /** Takes are checked as they arrive where this is given. It gets all findings of a take, again when its neighbours change them. */
  pickups?: Pick<LibraryService['pickups'], 'checkedTakes' | 'onFindings'>;
  /** How far the checks of a project's new takes are. */
  onProgress?: (projectId: string, progress: ChecksProgress) => void;
  aligner?: Pick<Aligner, 'check' | 'close' | 'learn'>;
  /** Checks begin when no take has come for so long, in milliseconds. */
  restMs?: number;
}

/** Finds what went wrong in the takes of chapters, in a thread of its own. */
export class Proof {
  readonly #parts: Parts;
  readonly #aligner: Pick<Aligner, 'check' | 'close' | 'learn'>;
  readonly #voices: VoiceModels;
  /** By take, with the speech that its voice was known from, in seconds. */
  readonly #checked = new Map<string, CheckedTake & { voiceSeconds: number }>();
  /** What was handed over of a take. */
  readonly #reported = new Map<string, string>();
  /** Takes that have come, and blocks whose takes were edited, by project. */
  readonly #waiting = new Map<string, Set<string>>();
  /** Of those that wait, the blocks whose takes were edited. */
  readonly #edited = new Set<string>();
  #running: Promise<void> | undefined;
  /** Stops the checks that run, of the project that they are of. */
  #stopping: { projectId: string; controller: AbortController } | undefined;
  readonly services: Pick<Services, 'pickups.check' | 'pickups.stop-checks'>;
  /** When a take came last. */
  #last = 0;
  readonly #ended = new AbortController();
  #closed = false;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#aligner = parts.aligner ?? new Aligner({ onUnexpected: (text, facts) => parts.log.error(text, facts) });
    this.#voices = new VoiceModels((projectId, takes) => this.#learn(projectId, takes));
    this.services = {
      'pickups.check': ({ projectId }) => this.#checkRest(projectId),
      'pickups.stop-checks': ({ projectId }) => this.#stop(projectId),
    };
    if (parts.pickups === undefined) return;
    parts.library.takes.listen((projectId, takes) => this.#add(projectId, takes));
    parts.library.takes.listenToEdits((projectId, blockIds) => this.#judgeAgain(projectId, blockIds));
  }

  /**
   * Checks the takes that stand for the blocks of a chapter. A take that cannot be read has no findings. `onChecked` gets how many blocks were
   * checked. Fails with `not-found` for a chapter that is not open, and with `cancelled` once this is closed.
   */
  async checkTakes(projectId: string, chapterId: string, onChecked: (blocks: number) => void = () => undefined): Promise<CheckedBlock[]> {
    const blocks = await this.#readBlocks(projectId, chapterId);
    return this.#checkBlocks(
      projectId,
      blocks,
      blocks.map(() => true),
      onChecked,
    );
  }

  /** Settles when no take waits any more. */
  async settled(): Promise<void> {
    while (this.#running !== undefined) await this.#running;
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#ended.abort();
    this.#waiting.clear();
    await this.#aligner.close();
    await this.settled();
  }

  #add(projectId: string, takes: readonly Take[]): void {
    this.#wait(
      projectId,
      takes.filter((take) => canBeChecked(take) && !this.#checked.has(take.id)).map(({ id }) => id),
    );
  }

  /** Takes, or blocks whose takes were edited. */
  #wait(projectId: string, ids: readonly string[]): void {
    if (this.#closed || ids.length === 0) return;
    const waiting = this.#waiting.get(projectId) ?? new Set();
    for (const id of ids) if (waiting.size < maximumTakes) waiting.add(id);
    this.#waiting.set(projectId, waiting);
    this.#last = performance.now();
    this.#running ??= this.#run().finally(() => (this.#running = undefined));
  }

  /** Checks what was stopped, and whatever else is not checked yet. */
  async #checkRest(projectId: string): Promise<null> {
    const { library, pickups } = this.#parts;
    const known = await pickups?.checkedTakes(projectId);
    for (const chapterId of library.takes.chapterIds(projectId)) {
      const takes = (await this.#readBlocks(projectId, chapterId)).map(({ take }) => take);
      this.#wait(
        projectId,
        takes.filter((take) => canBeChecked(take) && known?.has(take.id) !== true).map(({ id }) => id),
      );
    }
    return null;
  }

  /** The takes that wait are left unchecked; those that come later are checked as ever. */
  #stop(projectId: string): Promise<null> {
    this.#waiting.delete(projectId);
    if (this.#stopping?.projectId === projectId) this.#stopping.controller.abort();
    return Promise.resolve(null);
  }

  /** Blocks whose takes were edited: how loud they are by their neighbours is judged as they are heard now. */
  #judgeAgain(projectId: string, blockIds: readonly string[]): void {
    if (this.#closed) return;
    for (const id of blockIds) this.#edited.add(id);
    this.#wait(projectId, blockIds);
  }

  async #run(): Promise<void> {
    for (;;) {
      await this.#rest();
      await this.#parts.wordsSettled();
      const [next] = this.#waiting;
      if (next === undefined || this.#closed) return;
      const [projectId, takeIds] = next;
      this.#waiting.delete(projectId);
      await this.#checkNew(projectId, takeIds).catch((thrown: unknown) => {
        this.#parts.log.info('the takes of a project could not be checked', { projectId, kind: toFailure(thrown).kind });
      });
    }
  }

  /** Settles when no take has come for a while, so that a run of them is checked together and does not wait for this. */
  async #rest(): Promise<void> {
    const { restMs = usualRestMs } = this.#parts;
    const begun = performance.now();
    for (;;) {
      const now = performance.now();
      const wait = Math.min(this.#last + restMs - now, begun + longestRestMs - now);
      if (wait <= 0 || this.#closed) return;
      await sleep(wait, undefined, { signal: this.#ended.signal, ref: false }).catch(() => undefined);
    }
  }

  async #checkNew(projectId: string, takeIds: ReadonlySet<string>): Promise<void> {
    const known = await this.#parts.pickups?.checkedTakes(projectId);
    const unknown = new Set([...takeIds].filter((id) => this.#edited.delete(id) || known?.has(id) !== true));
    if (unknown.size > 0) await this.#checkChapters(projectId, unknown);
  }

  /** In the chapters in which they stand for a block, with the takes around them, which they are compared with. */
  async #checkChapters(projectId: string, ids: ReadonlySet<string>): Promise<void> {
    const { library, onProgress = () => undefined } = this.#parts;
    const isNew = ({ blockId, take }: TimelineBlock): boolean => ids.has(take.id) || ids.has(blockId);
    const chapterIds: string[] = [];
    let [total, done, told] = [0, 0, 0];
    for (const chapterId of library.takes.chapterIds(projectId)) {
      const blocks = await this.#readBlocks(projectId, chapterId);
      // A voice is known from all that it says in the project, before the first of it is judged.
      this.#addToVoices(projectId, blocks);
      const count = blocks.filter(isNew).length;
      if (count > 0) chapterIds.push(chapterId);
      total += count;
    }
    const controller = new AbortController();
    this.#stopping = { projectId, controller };
    try {
      for (const chapterId of chapterIds) {
        const blocks = await this.#readBlocks(projectId, chapterId);
        const areNew = blocks.map(isNew);
        const onChecked = (count: number): void => {
          if (areNew[count - 1] === true) done += 1;
          if (performance.now() < told + tellEveryMs) return;
          told = performance.now();
          onProgress(projectId, { done, total });
        };
        await this.#checkBlocks(projectId, blocks, areNew, onChecked, controller.signal);
      }
    } finally {
      this.#stopping = undefined;
      onProgress(projectId, { done: 0, total: 0 });
    }
  }

  async #readBlocks(projectId: string, chapterId: string): Promise<readonly BlockToCheck[]> {
    const { library, connectionId } = this.#parts;
    const { document, takes, ...defaults } = await library.chapter(projectId, chapterId);
    const byId = new Map(takes.map((take) => [take.id, take]));
    return buildTimeline(document, takes, defaults, connectionId()).blocks.map((block) => ({
      ...block,
      unedited: byId.get(block.take.id) ?? block.take,
    }));
  }

  /** Checks the wanted blocks and those that they are compared with, and hands over what is found in the wanted ones and in those near them. */
  async #checkBlocks(
    projectId: string,
    blocks: readonly BlockToCheck[],
    isWanted: readonly boolean[],
    onChecked: (blocks: number) => void = () => undefined,
    signal?: AbortSignal,
  ): Promise<CheckedBlock[]> {
    this.#addToVoices(projectId, blocks);
    const voiceIds = blocks.map(({ take }) => take.voiceId);
    const isReported = addNeighbours(voiceIds, isWanted);
    const isChecked = addNeighbours(voiceIds, isReported);
    const checks: (CheckedTake | undefined)[] = [];
    const facts: (TakeFacts | undefined)[] = [];
    const handOver = (index: number, { take, unedited }: BlockToCheck): Finding[] => {
      const findings = [...placeByWords(checks[index]?.findings ?? [], unedited), ...compareWithNeighbours(facts, index)]
        .sort((one, other) => other.score - one.score)
        .slice(0, maximumFindings);
      if (checks[index] !== undefined && isReported[index] === true) this.#report(projectId, take, findings);
      return findings;
    };
    let handedOver = 0;
    for (const [index, { take }] of blocks.entries()) {
      if (signal?.aborted === true) throw fail('cancelled', message('alignment.ended'));
      const check = isChecked[index] === true ? await this.#check(projectId, take) : undefined;
      checks.push(check);
      facts.push(check && { ...toHeard(check.facts, take), voiceId: voiceIds[index] ?? '' });
      onChecked(index + 1);
      if (index < handedOver + handOverEvery + notYet) continue;
      for (const [at, block] of blocks.slice(handedOver, index - notYet).entries()) handOver(handedOver + at, block);
      handedOver = index - notYet;
    }
    return blocks.map((block, index) => ({
      block,
      findings: handOver(index, block).filter((finding) => isPlayed(block.take, finding)),
    }));
  }

  #addToVoices(projectId: string, blocks: readonly TimelineBlock[]): void {
    const takes = blocks.map(({ take }) => take);
    this.#voices.add(
      projectId,
      takes.filter((take) => canBeChecked(take)),
    );
  }

  async #check(projectId: string, take: Take): Promise<CheckedTake | undefined> {
    if (!canBeChecked(take)) return undefined;
    try {
      const known = this.#checked.get(take.id);
      if (known !== undefined && known.voiceSeconds >= fewSeconds) return known;
      const sound = await this.#findSound(projectId, take);
      if (sound === undefined) return known;
      const voice = await this.#voices.find(projectId, take);
      if (known !== undefined && voice.seconds < known.voiceSeconds * muchMore) return known;
      const checked = await this.#aligner.check({
        sound,
        text: take.text,
        learned: voice.learned,
        voiceSeconds: voice.seconds,
        ...this.#findHints(take),
      });
      if (this.#checked.size >= maximumTakes) this.#checked.clear();
      this.#checked.set(take.id, { ...checked, voiceSeconds: voice.seconds });
      return checked;
    } catch (thrown) {
      const { kind } = toFailure(thrown);
      if (kind === 'not-found' || kind === 'cancelled') throw thrown;
      this.#parts.log.info('a take could not be checked', { takeId: take.id, kind });
      return undefined;
    }
  }

  /** `takes`: of one voice; at least one. */
  async #learn(projectId: string, takes: readonly Take[]): Promise<LearnedVoice | undefined> {
    const sounds = await Promise.all(takes.map(async (take) => ({ text: take.text, sound: await this.#findSound(projectId, take) })));
    const [first] = takes;
    return this.#aligner.learn({
      takes: sounds.flatMap(({ text, sound }) => (sound === undefined ? [] : [{ text, sound }])),
      ...(first && this.#findHints(first)),
    });
  }

  #findHints({ controls, voiceId }: Take): LanguageHints {
    return { language: controls?.language, voiceLanguages: this.#parts.voiceLanguages(voiceId) };
  }

  async #findSound(projectId: string, { id }: Take): Promise<{ path: string; coding: 'pcm' } | undefined> {
    const path = await this.#parts.library.takes.pcmPath(projectId, id);
    return path === undefined ? undefined : { path, coding: 'pcm' };
  }

  #report(projectId: string, take: Take, findings: readonly Finding[]): void {
    const { pickups, log } = this.#parts;
    const text = JSON.stringify(findings);
    if (pickups === undefined || this.#reported.get(take.id) === text) return;
    if (this.#reported.size >= maximumTakes) this.#reported.clear();
    this.#reported.set(take.id, text);
    pickups.onFindings(projectId, take, findings).catch((thrown: unknown) => {
      this.#reported.delete(take.id);
      log.info('the findings of a take could not be saved', { takeId: take.id, kind: toFailure(thrown).kind });
    });
  }
}

/** A take that is played louder is as loud as that. */
const toHeard = (facts: CheckedTake['facts'], take: EditedTake | undefined): CheckedTake['facts'] => ({
  ...facts,
  speechDb: facts.speechDb + (take?.edit?.gainDb ?? 0),
});
