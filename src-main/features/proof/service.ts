import { setTimeout as sleep } from 'node:timers/promises';
import { toFailure } from '#shared/failure.ts';
import type { Finding } from '#shared/narration/pickup-kinds.ts';
import { sampleRate, type Take } from '#shared/narration/take.ts';
import { buildTimeline, type TimelineBlock } from '#shared/narration/chapter-timeline.ts';
import type { Log } from '../../infra/platform.ts';
import type { LibraryService } from '../../library/library.ts';
import { Aligner } from '../../media/alignment/aligner.ts';
import { maximumFindings, type CheckedTake } from '../../media/proof/check-take.ts';
import { compareWithNeighbours } from '../../media/proof/neighbours.ts';

/** Takes whose checks are remembered, and that wait, at most; further ones are checked when they are asked for again. */
const maximumTakes = 10_000;
const usualRestMs = 3000;
/** While takes go on coming, checks wait no longer than this, in milliseconds. */
const longestRestMs = 60_000;
/** What a voice is learned from, at least where there is so much, in seconds. */
const learnedSeconds = 180;

/** A block of a chapter, and what is wrong in its take; the worst first. */
export interface CheckedBlock {
  block: TimelineBlock;
  findings: readonly Finding[];
}

interface Parts {
  library: Pick<LibraryService, 'chapter'> & { takes: Pick<LibraryService['takes'], 'chapterIds' | 'listen' | 'pcmPath'> };
  /** Fingerprints, and with them which take stands for a block, depend on it. */
  connectionId: () => string;
  /** BCP 47 tags of the languages that a voice speaks; none where that is not known. */
  voiceLanguages: (voiceId: string) => readonly string[];
  /** Settles when the words of the takes that have come are known. */
  wordsSettled: () => Promise<void>;
  log: Log;
  /** Takes are checked as they arrive where this is given. It gets all findings of a take, again when its neighbours change them. */
  pickups?: LibraryService['pickups'];
  aligner?: Pick<Aligner, 'check' | 'close'>;
  /** Checks begin when no take has come for so long, in milliseconds. */
  restMs?: number;
}

/** Finds what went wrong in the takes of chapters, in a thread of its own. */
export class Proof {
  readonly #parts: Parts;
  readonly #aligner: Pick<Aligner, 'check' | 'close'>;
  /** By take. */
  readonly #checked = new Map<string, CheckedTake>();
  /** What was handed over of a take. */
  readonly #reported = new Map<string, string>();
  /** Takes that have come, by project. */
  readonly #waiting = new Map<string, Set<string>>();
  #running: Promise<void> | undefined;
  /** When a take came last. */
  #last = 0;
  readonly #ended = new AbortController();
  #closed = false;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#aligner = parts.aligner ?? new Aligner({ onUnexpected: (text, facts) => parts.log.error(text, facts) });
    if (parts.pickups !== undefined) parts.library.takes.listen((projectId, takes) => this.#add(projectId, takes));
  }

  /** Checks the takes that stand for the blocks of a chapter. A take that cannot be read has no findings. Fails with `not-found` for a chapter that is not open. */
  async checkTakes(projectId: string, chapterId: string): Promise<CheckedBlock[]> {
    const { library, connectionId } = this.#parts;
    const { document, takes, ...defaults } = await library.chapter(projectId, chapterId);
    const { blocks } = buildTimeline(document, takes, defaults, connectionId());
    const checks: (CheckedTake | undefined)[] = [];
    const voices = new VoiceTakes(blocks.map(({ take }) => take));
    for (const { take } of blocks) checks.push(await this.#check(projectId, take, voices));
    const facts = checks.map((check, index) => {
      const take = blocks[index]?.take;
      return check && take && { ...check.facts, voiceId: take.voiceId };
    });
    return blocks.map((block, index) => {
      const findings = [...(checks[index]?.findings ?? []), ...compareWithNeighbours(facts, index)]
        .sort((one, other) => other.score - one.score)
        .slice(0, maximumFindings);
      if (checks[index] !== undefined) this.#report(projectId, block.take, findings);
      return { block, findings };
    });
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
    const unknown = new Set([...takeIds].filter((id) => known?.has(id) !== true));
    if (unknown.size > 0) await this.#checkChapters(projectId, unknown);
  }

  /** Chapters in which one of these takes stands for a block. */
  async #checkChapters(projectId: string, takeIds: ReadonlySet<string>): Promise<void> {
    const { library, connectionId } = this.#parts;
    for (const chapterId of library.takes.chapterIds(projectId)) {
      const { document, takes, ...defaults } = await library.chapter(projectId, chapterId);
      const { blocks } = buildTimeline(document, takes, defaults, connectionId());
      if (blocks.some(({ take }) => takeIds.has(take.id))) await this.checkTakes(projectId, chapterId);
    }
  }

  async #check(projectId: string, take: Take, voices: VoiceTakes): Promise<CheckedTake | undefined> {
    const known = this.#checked.get(take.id);
    if (known !== undefined || !canBeChecked(take)) return known;
    try {
      const sound = await this.#findSound(projectId, take);
      if (sound === undefined) return undefined;
      const others = voices.find(take);
      const heard = await Promise.all(others.map(async (other) => ({ text: other.text, sound: await this.#findSound(projectId, other) })));
      const takes = heard.flatMap(({ text, sound: path }) => (path === undefined ? [] : [{ text, sound: path }]));
      const checked = await this.#aligner.check({
        sound,
        text: take.text,
        others: { key: others.map(({ id }) => id).join(' '), takes },
        language: take.controls?.language,
        voiceLanguages: this.#parts.voiceLanguages(take.voiceId),
      });
      if (this.#checked.size >= maximumTakes) this.#checked.clear();
      this.#checked.set(take.id, checked);
      return checked;
    } catch (thrown) {
      const { kind } = toFailure(thrown);
      if (kind === 'not-found' || kind === 'cancelled') throw thrown;
      this.#parts.log.info('a take could not be checked', { takeId: take.id, kind });
      return undefined;
    }
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

/** The takes of a chapter that its voices are learned from. */
class VoiceTakes {
  readonly #byVoice = new Map<string, Take[]>();

  constructor(takes: readonly Take[]) {
    const seconds = new Map<string, number>();
    for (const take of takes) {
      const { voiceId, samples, controls } = take;
      const key = JSON.stringify([voiceId, controls?.language]);
      const before = seconds.get(key) ?? 0;
      const others = this.#byVoice.get(key) ?? [];
      this.#byVoice.set(key, others);
      if (!canBeChecked(take) || others.includes(take) || before >= learnedSeconds) continue;
      others.push(take);
      seconds.set(key, before + samples / sampleRate);
    }
  }

  find({ voiceId, controls }: Take): readonly Take[] {
    return this.#byVoice.get(JSON.stringify([voiceId, controls?.language])) ?? [];
  }
}

const canBeChecked = ({ state, samples, text }: Take): boolean => state === 'complete' && samples > 0 && text.trim() !== '';
