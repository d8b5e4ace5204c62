import { create } from 'zustand';
import {
  currentTake,
  nextVariant,
  toLine,
  sameLine,
  voiceless,
  wanting,
  willNotFit,
  type IsVoiceGone,
  type Line,
} from '#shared/dubbing/fit.ts';
import type { Dub, DubTake, Segment } from '#shared/dubbing/timeline.ts';
import type { VoiceText } from '#shared/dubbing/voice-languages.ts';
import type { Failure } from '#shared/failure.ts';
import type { Operations } from '#shared/operations/index.ts';
import type { Out } from '#shared/rpc.ts';
import { attempt } from '../../../core/host/attempt.ts';
import { newId } from '#shared/ids.ts';
import { overBudget } from '../../../lib/failure-words.ts';
import { askedTakes } from './asked-takes.ts';
import { unmadeLines } from './unmade-lines.ts';
import { messages } from '#shared/messages/index.ts';
import type { UnknownPriceStore } from '../../../core/account/unknown-price-store.ts';
import type { StudioClient } from '../../../core/host/client.ts';
import { findGoneVoices } from '../../../core/voices/gone-voices.ts';
import { findTextLanguages } from '../../../core/voices/text-languages.ts';
import type { HostStore } from '../../../core/host/host-store.ts';
import type { DubsStore } from '../../../core/dubbing-timeline/dubs-store.ts';
import type { StudioStore } from '../../../core/studio/studio-store.ts';
import type { VoicesStore } from '../../../core/voices/voices-store.ts';
import type { announce } from '../../../lib/live-region.tsx';

/** The takes of a dub, as they are made. */
interface MakingState {
  running: { dubId: string; total: number; done: number; failed: number; stopping: boolean } | undefined;
  /** Segments whose line is with the service, or waits for its turn. */
  under: ReadonlyMap<string, 'waiting' | 'saying'>;
  failures: ReadonlyMap<string, Failure>;
  /** Segments of the open dub that a run was asked for, and did not come to before it ended with its window or its wire. */
  unmade: readonly string[];
  /** The languages of what voices are to say, where they were found. */
  languages: ReadonlyMap<string, string>;
  /** The language of what the dub says, where it is plain. */
  dubLanguage: string | undefined;
  /** What the last run came to, in words. */
  summary: string;
  /** Asked before lines are generated of which some are expected not to fit. */
  question: UnfitQuestion | undefined;
}

/** All lines that were asked for, and those of them that fit. */
interface UnfitQuestion {
  all: readonly Segment[];
  fitting: readonly Segment[];
}

export interface MakingDependencies {
  client: StudioClient;
  host: Pick<HostStore, 'whenOpened'>;
  studio: Pick<StudioStore, 'onOperation' | 'store'>;
  dubs: Pick<DubsStore, 'store' | 'putTake' | 'flushDub'>;
  voices: Pick<VoicesStore, 'markVoice'>;
  unknownPrice: Pick<UnknownPriceStore, 'mayBuy'>;
  announce: typeof announce;
}

/** Generates the lines of a dub. */
export class MakingStore {
  readonly store = create<MakingState>(() => ({
    running: undefined,
    under: new Map(),
    failures: new Map(),
    unmade: [],
    languages: new Map(),
    dubLanguage: undefined,
    summary: '',
    question: undefined,
  }));
  readonly #deps: MakingDependencies;
  readonly #set = this.store.setState;
  readonly #now = this.store.getState;
  #controller: AbortController | undefined;
  #answer: (chosen: keyof UnfitQuestion | undefined) => void = () => undefined;
  /** Segments whose line ended with the wire, or was with the service when the run was stopped, as long as nothing has come of it. */
  readonly #ended = new Set<string>();
  /** What each segment said that failed. */
  readonly #failedLines = new Map<string, Line>();
  /** Lines that the last run came to before it was stopped, and has come to since; undefined where it was not stopped. */
  #madeBeforeStop: number | undefined;
  #looking = false;
  #lookAgain = false;

  constructor(dependencies: MakingDependencies) {
    this.#deps = dependencies;
    this.#deps.host.whenOpened(() => void this.#onOpened());
    // Main goes on with what was sent before it ended: its sound may come long after the wire.
    this.#deps.studio.onOperation(({ state, projectId }) => {
      if (state !== 'done') return;
      void this.#takePaid();
      if (projectId === this.#deps.dubs.store.getState().dub?.id) void this.#takeOpened();
    });
    this.#deps.dubs.store.subscribe(({ dub }, before) => {
      if (dub?.id === before.dub?.id) return;
      this.#answer(undefined);
      this.#set({ dubLanguage: undefined, unmade: dub ? unmadeLines.get(dub.id) : [] });
      void this.#takeOpened();
    });
    this.#deps.dubs.store.subscribe(({ dub }, before) => {
      if (dub?.takes !== before.dub?.takes) this.#settleUnmade();
      if (dub?.segments !== before.dub?.segments) this.#forgetChanged();
    });
    this.#deps.studio.store.subscribe(({ connection }, before) => {
      const isOther = connection?.id !== before.connection?.id || connection?.state !== before.connection?.state;
      if (isOther) void this.#takeOpened();
    });
  }

  /** What an interrupted run left is settled for each line that has its take, whatever is written in it later. */
  #settleUnmade(): void {
    const { dub } = this.#deps.dubs.store.getState();
    if (!dub || this.#now().running) return;
    const made = new Set(dub.segments.filter((segment) => currentTake(segment, dub.takes)).map(({ id }) => id));
    const known = unmadeLines.get(dub.id);
    const left = known.filter((id) => !made.has(id));
    if (left.length === known.length) return;
    unmadeLines.set(dub.id, left);
    this.#set({ unmade: left });
  }

  /** A segment that says something else by now, or the same with another voice, has not failed: what failed was its line of before. */
  #forgetChanged(): void {
    const { dub } = this.#deps.dubs.store.getState();
    const { failures } = this.#now();
    const left = [...failures].filter(([id]) => {
      const [segment, failed] = [dub?.segments.find((one) => one.id === id), this.#failedLines.get(id)];
      return !segment || !failed || sameLine(toLine(segment), failed);
    });
    if (left.length < failures.size) this.#set({ failures: new Map(left) });
  }

  /** Takes in what is paid for of a dub that is opened: an earlier window may have ended before it came. */
  async #takeOpened(): Promise<void> {
    const { dub } = this.#deps.dubs.store.getState();
    if (!dub || this.#now().running || this.#deps.studio.store.getState().connection?.state !== 'ready') return;
    const lacking = wanting(dub);
    const price = lacking.length > 0 ? await this.estimateSegments(lacking, new AbortController().signal) : undefined;
    const paid = price && price.free > 0 ? await this.#findPaid(lacking) : [];
    const variants = await this.#findPaidTakes(dub);
    await this.#takeIn(dub, paid, variants);
  }

  /** Takes in lines, and other takes of segments, that are paid for. */
  async #takeIn(dub: Dub, lines: readonly Segment[], variants: ReadonlyMap<Segment, number>, before?: number): Promise<void> {
    const all = [...lines, ...variants.keys()];
    if (all.length > 0 && this.#deps.dubs.store.getState().dub?.id === dub.id) await this.#make(all, { before, paidOnly: true, variants });
  }

  /** The other takes that were asked for in this dub, have not come into it, and are paid for. */
  async #findPaidTakes(dub: Dub): Promise<ReadonlyMap<Segment, number>> {
    const paid = new Map<Segment, number>();
    for (const { segment, variant } of askedTakes.of(dub)) {
      const price = await this.estimateTake(segment, variant, new AbortController().signal);
      if (price?.free === 1) paid.set(segment, variant);
    }
    return paid;
  }

  /** What ended with the wire has not failed: it is to be generated again, for nothing where it was paid. */
  async #onOpened(): Promise<void> {
    const { failures } = this.#now();
    const ended = new Set([...failures].flatMap(([id, { kind }]) => (kind === 'disconnected' ? [id] : [])));
    if (ended.size === 0) return;
    const left = new Map([...failures].filter(([id]) => !ended.has(id)));
    this.#set({ failures: left, summary: left.size > 0 ? this.#now().summary : '' });
    // A take that came while nobody could save it is saved now.
    await this.#deps.dubs.flushDub();
    for (const id of ended) this.#ended.add(id);
    await this.#takePaid();
  }

  /** Takes in the lines that ended with the wire, or with a stop, and are paid for by now. */
  async #takePaid(): Promise<void> {
    this.#lookAgain = true;
    if (this.#looking) return;
    this.#looking = true;
    while (this.#lookAgain && !this.#now().running) {
      this.#lookAgain = false;
      const { dub } = this.#deps.dubs.store.getState();
      if (!dub) break;
      const paid = await this.#findPaid(this.#ended.size > 0 ? wanting(dub).filter(({ id }) => this.#ended.has(id)) : []);
      await this.#takeIn(dub, paid, await this.#findPaidTakes(dub), this.#madeBeforeStop);
    }
    this.#looking = false;
  }

  async #findPaid(segments: readonly Segment[]): Promise<Segment[]> {
    const { signal } = new AbortController();
    const paid: Segment[] = [];
    for (const segment of segments) {
      const price = await this.estimateSegments([segment], signal);
      if (price && price.lines > 0 && price.free === price.lines) paid.push(segment);
    }
    return paid;
  }

  readonly estimateSegments = (segments: readonly Segment[], signal: AbortSignal): Promise<DubEstimate | undefined> =>
    this.#estimate(
      segments.flatMap((segment) => sayable(segment) ?? []),
      signal,
    );

  /** What a take of a segment's line would cost that it has not got yet; nothing where it was paid for. */
  readonly estimateTake = async (segment: Segment, variant: number, signal: AbortSignal): Promise<DubEstimate | undefined> => {
    const line = sayable(segment);
    return line && this.#estimate([{ ...line, ...asVariant(variant) }], signal);
  };

  async #estimate(lines: (Sayable & AsVariant)[], signal: AbortSignal): Promise<DubEstimate | undefined> {
    const answer = await attempt(() => this.#deps.client.run('dubs.estimate', { lines }, { signal }));
    return answer.ok ? answer.value : undefined;
  }

  /** The languages of texts by their voices, each where it is plain. */
  readonly findLanguages = async (texts: readonly VoiceText[], signal: AbortSignal): Promise<ReadonlyMap<string, string> | undefined> => {
    const said = texts.map(({ text }) => text);
    const languages = await findTextLanguages(this.#deps.client, said, signal);
    if (!languages) return undefined;
    const found = new Map(
      texts.flatMap(({ voiceId }, index): [string, string][] => (languages[index] == null ? [] : [[voiceId, languages[index]]])),
    );
    this.#set({ languages: found });
    return found;
  };

  readonly findDubLanguage = async (text: string, signal: AbortSignal): Promise<void> => {
    const [language] = (await findTextLanguages(this.#deps.client, [text], signal)) ?? [];
    if (!signal.aborted) this.#set({ dubLanguage: language ?? undefined });
  };

  /** Makes the lines of these segments, each once; one failure does not stop the rest. What is under way when it is stopped is kept when it comes. */
  readonly generate = (segments: readonly Segment[]): Promise<void> => this.#make(segments);

  /** Makes another take of a segment's line, which the segment then sounds with; its others stay. */
  readonly makeAnother = async (segment: Segment): Promise<void> => {
    const variant = nextVariant(segment, this.#deps.dubs.store.getState().dub?.takes ?? []);
    if (variant !== undefined) await this.#make([segment], { variants: new Map([[segment, variant]]) });
  };

  /**
   * `before`: lines that a run which was stopped has come to, of which these are the rest that is paid for. `paidOnly`: nothing is bought.
   * `variants`: which segments get another take than the first of their line, and which.
   */
  async #make(
    segments: readonly Segment[],
    {
      before,
      paidOnly = false,
      variants = new Map(),
    }: { before?: number | undefined; paidOnly?: boolean; variants?: ReadonlyMap<Segment, number> } = {},
  ): Promise<void> {
    const { dub } = this.#deps.dubs.store.getState();
    if (!dub || this.#now().running) return;
    const jobs: { line: Sayable; ids: string[]; variant?: number | undefined }[] = [];
    for (const segment of segments) {
      const line = sayable(segment);
      const variant = variants.get(segment);
      if (!line || (variant === undefined && currentTake(segment, dub.takes))) continue;
      const same = jobs.find((job) => sameLine(job.line, line) && job.variant === variant);
      if (same) same.ids.push(segment.id);
      else jobs.push({ line, ids: [segment.id], variant });
    }
    if (jobs.length === 0) return;
    const { signal } = (this.#controller = new AbortController());
    const asked = new Set(jobs.flatMap(({ ids }) => ids));
    for (const id of asked) this.#ended.delete(id);
    for (const [segment, variant] of variants) askedTakes.add(dub.id, segment, variant);
    this.#set({
      running: { dubId: dub.id, total: jobs.length, done: 0, failed: 0, stopping: false },
      under: new Map([...asked].map((id) => [id, 'waiting'])),
      failures: new Map([...this.#now().failures].filter(([id]) => !asked.has(id))),
      summary: '',
    });
    // What is taken in for nothing is no run that anybody asked for. A segment that gets another take has one.
    const others = unmadeLines.get(dub.id).filter((id) => paidOnly || !asked.has(id));
    const unmade = new Set(paidOnly ? [] : jobs.flatMap(({ ids, variant }) => (variant === undefined ? ids : [])));
    unmadeLines.set(dub.id, [...others, ...unmade]);
    let [reused, stopped, gone, cutOff] = [0, 0, 0, 0];
    const runId = newId();
    const left = [...jobs];
    const work = async (): Promise<void> => {
      for (let job = left.shift(); job && !signal.aborted; job = left.shift()) {
        const { line, ids, variant } = job;
        this.#mark(ids, 'saying');
        const order = { ...line, ...(variant !== undefined && asVariant(variant)), dubId: dub.id, runId, ...(paidOnly && { paidOnly }) };
        const answer = await attempt(() => this.#deps.client.run('dubs.say', order, { signal }));
        this.#mark(ids, undefined);
        // One that was stopped, or left by the wire, may come yet.
        const isOver = answer.ok || !['cancelled', 'disconnected'].includes(answer.failure.kind);
        if (variant !== undefined && isOver) for (const id of ids) askedTakes.remove(dub.id, id);
        if (answer.ok) {
          await this.#deps.dubs.putTake(dub.id, answer.value.take, variant === undefined ? [] : ids);
          if (answer.value.reused) reused += 1;
          void this.#deps.voices.markVoice(line.voiceId, { used: true });
        } else if (answer.failure.kind === 'cancelled') {
          stopped += 1;
          if (variant === undefined) for (const id of ids) this.#ended.add(id);
          // Its sound is gone: it is to be generated, by the user.
        } else if (paidOnly && answer.failure.kind === 'not-found') gone += 1;
        else {
          for (const id of ids) this.#failedLines.set(id, line);
          this.#set({ failures: new Map([...this.#now().failures, ...ids.map((id) => [id, answer.failure] as const)]) });
        }
        // Nobody is there to send the rest: it is not sent, and has not failed.
        if (!answer.ok && answer.failure.kind === 'disconnected') {
          left.length = 0;
          cutOff += 1;
        } else {
          for (const id of ids) unmade.delete(id);
          unmadeLines.set(dub.id, [...others, ...unmade]);
        }
        // The cap stops the run: what comes after it waits for its turn, and has not failed.
        if (!answer.ok && answer.failure.code === overBudget) this.#leave(left.splice(0));
        const failed = !answer.ok && this.#now().failures.has(ids[0] ?? '');
        // Read only now: other lines have been counted while the take was put in.
        const { running } = this.#now();
        if (running) this.#set({ running: { ...running, done: running.done + 1, failed: running.failed + (failed ? 1 : 0) } });
      }
    };
    await Promise.all(Array.from({ length: atATime }, work));
    const failed = this.#now().running?.failed ?? 0;
    const made = (this.#now().running?.done ?? 0) - failed - stopped - gone;
    this.#madeBeforeStop = signal.aborted || before !== undefined ? (before ?? 0) + made : undefined;
    const summary =
      this.#madeBeforeStop !== undefined
        ? messages.dubbing.generationStopped(messages.dubbing.line(this.#madeBeforeStop))
        : made === 0 && failed > 0
          ? messages.dubbing.onlyFailed(messages.dubbing.line(failed))
          : messages.dubbing.generatedSummary(
              messages.dubbing.line(made),
              reused > 0 ? messages.dubbing.reusedCount(String(reused)) : '',
              failed > 0 ? messages.dubbing.failedCountSummary(String(failed)) : '',
            );
    unmadeLines.set(dub.id, cutOff > 0 ? [...others, ...unmade] : others);
    const isOpen = this.#deps.dubs.store.getState().dub?.id === dub.id;
    this.#set({ running: undefined, under: new Map(), summary, ...(isOpen && { unmade: unmadeLines.get(dub.id) }) });
    this.#settleUnmade();
    this.#deps.announce(summary);
    await this.#deps.dubs.flushDub();
    void this.#takePaid();
  }

  /** Lines that are not sent. */
  #leave(jobs: readonly { ids: readonly string[] }[]): void {
    for (const { ids } of jobs) this.#mark(ids, undefined);
  }

  #mark(ids: readonly string[], state: 'saying' | undefined): void {
    const under = new Map(this.#now().under);
    for (const id of ids) {
      if (state === undefined) under.delete(id);
      else under.set(id, state);
    }
    this.#set({ under });
  }

  readonly generateAll = (): Promise<void> => this.#generateAsked(messages.dubbing.generateAll, () => true);

  /** Goes on with what a run did not come to. */
  readonly resumeUnmade = (): Promise<void> => this.#generateAsked(messages.dubbing.resume, ({ id }) => this.#now().unmade.includes(id));

  /** Lines that failed, once more. */
  readonly generateAgain = (ids: readonly string[]): Promise<void> =>
    this.#generateAsked(messages.dubbing.generateAgain, ({ id }) => ids.includes(id));

  readonly forgetUnmade = (): void => {
    const { dub } = this.#deps.dubs.store.getState();
    if (dub) unmadeLines.set(dub.id, []);
    this.#set({ unmade: [] });
  };

  /** Asks first where lines are expected not to fit, and where the price is not known. */
  async #generateAsked(act: string, isWanted: (segment: Segment) => boolean): Promise<void> {
    const { dub } = this.#deps.dubs.store.getState();
    if (!dub || this.#now().running || this.#now().question) return;
    const isGone = findGoneVoices(this.#deps.studio.store.getState());
    const stillWanted = (now: Dub | undefined): readonly Segment[] => (now?.id === dub.id ? wanting(now, isGone).filter(isWanted) : []);
    const segments = await this.#askAboutUnfit(dub, stillWanted);
    const price = async (signal: AbortSignal) => (await this.estimateSegments(segments, signal))?.credits;
    if (segments.length > 0 && !(await this.#deps.unknownPrice.mayBuy(act, price))) return;
    await this.generate(segments);
  }

  /** Which of the segments that `findWanted` names to generate: none where the person cancels, or where the audio of all has come meanwhile. */
  async #askAboutUnfit(dub: Dub, findWanted: (dub: Dub | undefined) => readonly Segment[]): Promise<readonly Segment[]> {
    const all = findWanted(dub);
    const fitting = all.filter((segment) => !willNotFit(segment, dub.takes));
    if (fitting.length === all.length) return all;
    const { promise, resolve } = Promise.withResolvers<keyof UnfitQuestion | undefined>();
    this.#answer = resolve;
    this.#set({ question: { all, fitting } });
    const unsubscribe = this.#deps.dubs.store.subscribe((state) => {
      if (findWanted(state.dub).length === 0) resolve(undefined);
    });
    const chosen = await promise;
    unsubscribe();
    this.#set({ question: undefined });
    return chosen === undefined ? [] : { all, fitting }[chosen];
  }

  readonly answerUnfit = (chosen: keyof UnfitQuestion | undefined): void => this.#answer(chosen);

  readonly stopMaking = (): void => {
    const { running } = this.#now();
    if (running) this.#set({ running: { ...running, stopping: true } });
    this.#controller?.abort();
  };

  readonly dismissMakingFailure = (id: string): void => {
    this.#set({ failures: new Map([...this.#now().failures].filter(([other]) => other !== id)) });
  };

  readonly dismissMakingFailures = (): void => this.#set({ failures: new Map() });
}

/** Lines that are made at a time: the first can be heard soon, and the service is not stormed. */
const atATime = 3;

export type DubEstimate = Out<Operations['dubs.estimate']>;

type Sayable = Line & { voiceId: string };

/** As it is asked for: the first take of a line has no number. */
type AsVariant = Pick<DubTake, 'variant'>;
const asVariant = (variant: number): AsVariant => (variant === 0 ? {} : { variant });

const sayable = (segment: Segment): Sayable | undefined =>
  segment.voiceId === null || segment.text.trim() === '' ? undefined : { ...toLine(segment), voiceId: segment.voiceId };

/** Why nothing can be generated, in words. */
export function whyNothing(dub: Dub | undefined, isGone: IsVoiceGone): string | undefined {
  if (!dub || dub.segments.length === 0) return messages.dubbing.needsSegments;
  if (wanting(dub, isGone).length > 0) return undefined;
  if (voiceless(dub, isGone).length > 0) return messages.dubbing.needsVoices;
  return messages.dubbing.allGenerated;
}
