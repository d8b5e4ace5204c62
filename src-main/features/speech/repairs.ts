import { rm } from 'node:fs/promises';
import { fail, readText, toFailure } from '#shared/failure.ts';
import { message } from '#shared/messages/message.ts';
import type { Operations, Services } from '#shared/operations/index.ts';
import type { Out, Parsed } from '#shared/rpc.ts';
import { isWireClosed } from '#shared/rpc-server.ts';
import type { Take } from '#shared/narration/take.ts';
import type { ConnectionKeeper } from '../../service-client/connection.ts';
import type { Budget } from '../../paid-requests/budget/budget.ts';
import type { Ledger } from '../../paid-requests/ledger/types.ts';
import type { Library } from '../../library/types.ts';
import type { Splicer } from '../../media/repair/splicer.ts';
import type { VoiceDirectory } from '../voices/service.ts';
import { priceWorks } from './estimate.ts';
import { createInOrder } from './in-order.ts';
import type { SpeechRecovery } from './recovery.ts';
import { findRepair, type Repair, type Sentence } from './repair-plan.ts';
import { repairedFacts } from './repaired-facts.ts';
import { createRunCaps, type RunCaps } from './run-caps.ts';
import type { RunTools } from './run.ts';

type Input = Parsed<Operations['speech.repair']>;

interface Parts {
  connection: Pick<ConnectionKeeper, 'current'>;
  ledger: Pick<Ledger, 'price'>;
  library: Library;
  voices: VoiceDirectory;
  budget: Pick<Budget, 'batch'>;
  recovery: Pick<SpeechRecovery, 'crashed' | 'reportEnded' | 'reportUnsettled'>;
  takes: RunTools['takeOf'];
  splicer: Pick<Splicer, 'splice'>;
  closing: AbortSignal;
}

/** The sound of a sentence, and whether it cost something now. */
interface Bought {
  take: Take;
  reused: boolean;
}

/** Sentences of blocks, generated again and put into their takes. */
export class Repairs {
  readonly #parts: Parts;
  readonly services: Pick<Services, 'speech.repair-plan' | 'speech.repair'>;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.services = {
      'speech.repair-plan': (input, { signal }) => this.#plan(input, signal),
      'speech.repair': (input, { signal }) => this.#repair(input, AbortSignal.any([stopOf(signal), parts.closing])),
    };
  }

  #find(input: Input): Repair {
    const { library, connection } = this.#parts;
    return findRepair(input, library.liveChapter(input.projectId, input.chapterId), connection.current().id);
  }

  async #plan(input: Input, signal: AbortSignal): Promise<Out<Operations['speech.repair-plan']>> {
    const { library, ledger, voices, connection } = this.#parts;
    const { sentences, runs, isWhole } = this.#find(input);
    const works = new Map(
      sentences.flatMap((sentence) => (sentence && 'wanted' in sentence ? [[sentence.wanted.fingerprint, sentence.wanted]] : [])),
    );
    for (const paid of await library.findAllPaid([...works.keys()])) works.delete(paid);
    const prices = { ledger, voices: voices.orLastKnown, connectionId: connection.current().id };
    const { characters, credits, learnedFrom } = await priceWorks([...works.values()], prices, signal);
    return { texts: runs.flatMap(({ text }) => (text === '' ? [] : [text])), isWhole, characters, credits, learnedFrom };
  }

  async #repair(input: Input, signal: AbortSignal): Promise<Out<Operations['speech.repair']>> {
    const { recovery, budget } = this.#parts;
    await recovery.crashed();
    const repair = this.#find(input);
    const order = createInOrder(() => 1);
    const caps = createRunCaps(budget.batch(), order, () => undefined);
    const bought: (Bought | undefined)[] = [];
    try {
      for (const sentence of repair.sentences) bought.push(sentence && (await this.#buy(sentence, input, repair, caps, signal)));
      const whole = repair.isWhole ? bought[0]?.take : undefined;
      const take = whole ?? (await this.#splice(input, repair, bought));
      await recovery.reportEnded();
      return { takeId: take.id, beforeTakeId: repair.base.id, ...costs(bought) };
    } catch (thrown) {
      const failure = toFailure(thrown);
      if (failure.charged === 'unknown') await recovery.reportUnsettled();
      if (failure.charged === 'unknown' || bought.every((one) => one === undefined || one.reused)) throw thrown;
      throw fail(failure.kind, message('speech.repairNotMade', readText(failure)), { ...failure, charged: 'yes' });
    }
  }

  async #buy(sentence: Sentence, input: Input, repair: Repair, caps: RunCaps, signal: AbortSignal): Promise<Bought> {
    if ('take' in sentence) return { take: sentence.take, reused: true };
    const { library, takes } = this.#parts;
    const { projectId, chapterId, blockId } = input;
    const { take, reused } = await takes({
      wanted: sentence.wanted,
      purpose: { projectId, chapterId, blockId: repair.isWhole ? blockId : repair.partsId },
      takes: library.liveChapter(projectId, chapterId).takes(),
      takeId: null,
      caps,
      signal,
      byItself: false,
      onEvent: () => undefined,
    });
    if (take === undefined) throw fail('not-found', message('speech.repairProjectClosed'), { charged: reused ? 'no' : 'yes' });
    return { take, reused };
  }

  async #splice(input: Input, repair: Repair, bought: readonly (Bought | undefined)[]): Promise<Take> {
    const { library } = this.#parts;
    const { projectId, chapterId, blockId } = input;
    const pathOf = async (take: Take): Promise<string> => {
      const path = await library.pcmPath(projectId, take.id);
      if (path === undefined) throw fail('damaged', message('speech.repairDamaged'), { next: 'generate-again' });
      return path;
    };
    const parts = bought.map((one) => one?.take);
    const outPath = library.temporaryPath();
    try {
      const spliced = await this.#parts.splicer.splice({
        basePath: await pathOf(repair.base),
        words: repair.words,
        runs: repair.runs,
        partPaths: await Promise.all(parts.map(async (take) => take && (await pathOf(take)))),
        outPath,
      });
      const take = { ...repairedFacts(repair, parts, spliced), blockId };
      return await library.addMadeTake({ projectId, chapterId, take, sound: { path: outPath, contentHash: spliced.contentHash } });
    } finally {
      await rm(outPath, { force: true });
    }
  }
}

/** Ends where a person stops a call, and not with its window: what was agreed to becomes the take that a window which is loaded again looks for. */
function stopOf(signal: AbortSignal): AbortSignal {
  const stop = new AbortController();
  const end = (): void => {
    if (!isWireClosed(signal)) stop.abort(signal.reason);
  };
  if (signal.aborted) end();
  else signal.addEventListener('abort', end, { once: true });
  return stop.signal;
}

/** What all of it cost now; `null` where the service did not say. */
function costs(bought: readonly (Bought | undefined)[]): { reused: boolean; creditsUsed: number | null } {
  const fresh = bought.flatMap((one) => (one === undefined || one.reused ? [] : [one.take]));
  const creditsUsed = fresh.reduce<number | null>(
    (sum, take) => (sum === null || take.creditsUsed === null ? null : sum + take.creditsUsed),
    0,
  );
  return { reused: fresh.length === 0, creditsUsed };
}
