import { setTimeout as sleep } from 'node:timers/promises';
import { toFailure } from '#shared/failure.ts';
import type { Finding } from '#shared/narration/pickup-kinds.ts';
import type { Take } from '#shared/narration/take.ts';
import { isPlayed, type EditedTake } from '#shared/narration/edited-take.ts';
import { buildTimeline, type TimelineBlock } from '#shared/narration/chapter-timeline.ts';
import type { Log } from '../../infra/platform.ts';
import type { LibraryService } from '../../library/library.ts';
import { Aligner } from '../../media/alignment/aligner.ts';
import type { LearnedVoice } from '../../media/alignment/alignment-thread.ts';
import type { LanguageHints } from '../../media/alignment/language.ts';
import { maximumFindings, type CheckedTake } from '../../media/proof/check-take.ts';
import { addNeighbours, compareWithNeighbours } from '../../media/proof/neighbours.ts';
import { VoiceModels } from './voice-models.ts';

/** Takes whose checks are remembered, and that wait, at most; further ones are checked when they are asked for again. */
const maximumTakes = 10_000;
const usualRestMs = 3000;
/** While takes go on coming, checks wait no longer than this, in milliseconds. */
const longestRestMs = 60_000;
/** A take that was checked when its voice was known from less speech than this, in seconds, is checked again once four times as much is. */
const fewSeconds = 45;
const muchMore = 4;

/** A block of a chapter, and what is wrong in its take; the worst first. */
export interface CheckedBlock {
  block: TimelineBlock;
  findings: readonly Finding[];
}

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
  pickups?: LibraryService['pickups'];
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
  /** When a take came last. */
  #last = 0;
  readonly #ended = new AbortController();
  #closed = false;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#aligner = parts.aligner ?? new Aligner({ onUnexpected: (text, facts) => parts.log.error(text, facts) });
    this.#voices = new VoiceModels((projectId, takes) => this.#learn(projectId, takes));
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
    if (this.#closed) return;
    const waiting = this.#waiting.get(projectId) ?? new Set();
    for (const take of takes) if (canBeChecked(take) && !this.#checked.has(take.id) && waiting.size < maximumTakes) waiting.add(take.id);
    if (waiting.size === 0) return;
    this.#waiting.set(projectId, waiting);
    this.#last = performance.now();
    this.#running ??= this.#run().finally(() => (this.#running = undefined));
  }

  /** Blocks whose takes were edited: how loud they are by their neighbours is judged as they are heard now. */
  #judgeAgain(projectId: string, blockIds: readonly string[]): void {
    if (this.#closed) return;
    const waiting = this.#waiting.get(projectId) ?? new Set();
    for (const id of blockIds) {
      if (waiting.size >= maximumTakes) break;
      waiting.add(id);
      this.#edited.add(id);
    }
    this.#waiting.set(projectId, waiting);
    this.#last = performance.now();
    this.#running ??= this.#run().finally(() => (this.#running = undefined));
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
    for (const chapterId of this.#parts.library.takes.chapterIds(projectId)) {
      const blocks = await this.#readBlocks(projectId, chapterId);
      const isNew = blocks.map(({ blockId, take }) => ids.has(take.id) || ids.has(blockId));
      if (isNew.includes(true)) await this.#checkBlocks(projectId, blocks, isNew);
    }
  }

  async #readBlocks(projectId: string, chapterId: string): Promise<readonly TimelineBlock[]> {
    const { library, connectionId } = this.#parts;
    const { document, takes, ...defaults } = await library.chapter(projectId, chapterId);
    return buildTimeline(document, takes, defaults, connectionId()).blocks;
  }

  /** Checks the wanted blocks and those that they are compared with, and hands over what is found in the wanted ones and in those near them. */
  async #checkBlocks(
    projectId: string,
    blocks: readonly TimelineBlock[],
    isWanted: readonly boolean[],
    onChecked: (blocks: number) => void = () => undefined,
  ): Promise<CheckedBlock[]> {
    this.#voices.add(
      projectId,
      blocks.map(({ take }) => take).filter((take) => canBeChecked(take)),
    );
    const voiceIds = blocks.map(({ take }) => take.voiceId);
    const isReported = addNeighbours(voiceIds, isWanted);
    const isChecked = addNeighbours(voiceIds, isReported);
    const checks: (CheckedTake | undefined)[] = [];
    for (const [index, { take }] of blocks.entries()) {
      checks.push(isChecked[index] === true ? await this.#check(projectId, take) : undefined);
      onChecked(index + 1);
    }
    const facts = checks.map((check, index) => check && { ...toHeard(check.facts, blocks[index]?.take), voiceId: voiceIds[index] ?? '' });
    return blocks.map((block, index) => {
      const findings = [...(checks[index]?.findings ?? []), ...compareWithNeighbours(facts, index)]
        .sort((one, other) => other.score - one.score)
        .slice(0, maximumFindings);
      if (checks[index] !== undefined && isReported[index] === true) this.#report(projectId, block.take, findings);
      return { block, findings: findings.filter((finding) => isPlayed(block.take, finding)) };
    });
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

const canBeChecked = ({ state, samples, text }: Take): boolean => state === 'complete' && samples > 0 && text.trim() !== '';
