import { setImmediate as nextTurn } from 'node:timers/promises';
import { fail, FailureError, isAbort, toFailure, type Failure } from '#shared/failure.ts';
import { blocksOf, type Block } from '#shared/narration/document.ts';
import type { Take } from '#shared/narration/take.ts';
import type { GenerationEvent } from '#shared/operations/speech.ts';
import type { Operations } from '#shared/operations/index.ts';
import type { CallContext, Out, Parsed } from '#shared/rpc.ts';
import { isWireClosed } from '#shared/rpc-server.ts';
import type { AccountKeeper } from '../../paid-requests/account.ts';
import type { Budget } from '../../paid-requests/budget/budget.ts';
import type { ConnectionKeeper } from '../../service-client/connection.ts';
import type { Clock } from '../../paid-requests/clock.ts';
import type { Throttle } from '../../paid-requests/throttle.ts';
import type { StoredTake } from '../../library/project-rows.ts';
import type { LiveChapter, PaidResult } from '../../library/types.ts';
import type { Log } from '../../infra/platform.ts';
import { createInOrder, type InOrder, type Progress } from './in-order.ts';
import { repeatAfter, RunConnection } from './lost-connection.ts';
import { UnmadeError, type MakingEvent } from './operation.ts';
import { chooseVariant, findWanted, type Wanted } from './plan.ts';
import type { SpeechRecovery } from './recovery.ts';
import { createRunCaps, type RunCaps } from './run-caps.ts';
import type { Unsent, UnsentRun } from './unsent.ts';
import { message } from '#shared/messages/message.ts';

/** A block that is to be made now. */
interface BlockOrder {
  wanted: Wanted;
  purpose: PaidResult['purpose'];
  takes: readonly StoredTake[];
  /** The take that a person chose for the block. */
  takeId: string | null;
  caps: RunCaps;
  signal: AbortSignal;
  /** It was sent, its connection was lost, and no person asked for this repeat. */
  byItself: boolean;
  onEvent: (event: MakingEvent) => void;
}

export interface RunTools {
  connection: ConnectionKeeper;
  account: Pick<AccountKeeper, 'current'>;
  recovery: Pick<SpeechRecovery, 'reportUnsettled' | 'reportEnded'>;
  unsent: Unsent;
  budget: Pick<Budget, 'batch'>;
  clock: Clock;
  log: Log;
  throttle: Throttle | undefined;
  /** Aborted when the studio closes. */
  closing: AbortSignal;
  /** The take of a block: one that is there, one that was paid for, or a new one. Throws `UnmadeError` with what was kept. */
  takeOf: (order: BlockOrder) => Promise<{ take: Take | undefined; reused: boolean }>;
}

type Generate = Operations['speech.generate'];

/** After one of these the blocks that follow would fare the same; they are not sent. */
const stoppers: readonly Failure['kind'][] = ['unauthorized', 'payment-required', 'disk-full', 'unreachable', 'rate-limited', 'internal'];

/**
 * Makes blocks of one chapter in their order, several at a time. A failure of one leaves the others alone, unless they would fare the same.
 * While the connection is lost the blocks that were not sent wait.
 */
export class GenerationRun {
  readonly #tools: RunTools;
  readonly #chapter: LiveChapter;
  readonly #input: Parsed<Generate>;
  readonly #context: CallContext<Generate>;
  readonly #findBlock: (blockId: string) => Block | undefined;
  readonly #connection: RunConnection;
  readonly #order: InOrder;
  readonly #caps: RunCaps;
  /** The call is over, or the studio closes. */
  readonly #ending: AbortSignal;
  readonly #count = { made: 0, reused: 0, failed: 0 };
  #waiting: UnsentRun | undefined;
  #stopped: Failure | undefined;
  #cancelled: Failure | undefined;

  constructor(tools: RunTools, chapter: LiveChapter, input: Parsed<Generate>, context: CallContext<Generate>) {
    this.#tools = tools;
    this.#chapter = chapter;
    this.#input = input;
    this.#context = context;
    this.#findBlock = blockFinder(chapter);
    this.#connection = new RunConnection(tools.connection, tools.clock, tools.account.current() !== undefined);
    this.#order = createInOrder(() => tools.throttle?.limit() ?? 1);
    this.#caps = createRunCaps(tools.budget.batch(), this.#order, () => this.#stopped && notSent(this.#stopped));
    this.#ending = AbortSignal.any([context.signal, tools.closing]);
  }

  /** Throws `invalid-input` where no block has words, and `cancelled` where the run was stopped. */
  async make(): Promise<Out<Generate>> {
    const { projectId, chapterId, blockIds } = this.#input;
    const { emit, signal } = this.#context;
    const speaking = [...new Set(blockIds)].filter((id) => !isEmpty(this.#findBlock(id)));
    if (speaking.length === 0) throw fail('invalid-input', message('speech.nothingToSay'), { field: 'text' });
    const waiting = this.#tools.unsent.begin(projectId, chapterId, speaking);
    this.#waiting = waiting;
    try {
      for (const [index, blockId] of speaking.entries()) {
        emit({ type: 'queued', blockId });
        if (index % 500 === 499) await nextTurn(); // a window's queue is bounded, and it reads between turns
      }
      await this.#makeAll(speaking);
    } finally {
      this.#connection.close();
      if (this.#isCutOff()) waiting.leave();
      else waiting.end();
    }
    if (this.#cancelled !== undefined) throw new FailureError(this.#cancelled);
    signal.throwIfAborted();
    return this.#count;
  }

  async #makeAll(blockIds: readonly string[]): Promise<void> {
    for (const [index, blockId] of blockIds.entries()) {
      if (this.#context.signal.aborted) break;
      if (this.#stopped === undefined) await this.#order.next((progress) => this.#makeBlock(blockId, progress));
      else {
        this.#pass(blockId, this.#stopped);
        if (index % 500 === 499) await nextTurn();
      }
    }
    await this.#order.allEnded();
  }

  /** Whether the run ends because the studio or its window closes, and not by a person's wish: what it leaves is offered again. */
  #isCutOff(): boolean {
    return this.#tools.closing.aborted || isWireClosed(this.#context.signal);
  }

  async #makeBlock(blockId: string, progress: Progress): Promise<void> {
    let wasSent = false;
    for (;;) {
      // Its turn may have come because of what ended the run.
      if (this.#context.signal.aborted) return;
      if (this.#stopped !== undefined) {
        this.#pass(blockId, this.#stopped);
        return;
      }
      const epoch = this.#connection.epoch();
      try {
        await this.#makeAsItIsNow(blockId, progress, wasSent);
        this.#waiting?.settled(blockId);
        await this.#tools.recovery.reportEnded();
        return;
      } catch (thrown) {
        progress.heldUp(); // nothing new begins before it is known whether the service is there
        const isBack = await this.#waitForConnection(blockId, thrown, epoch, wasSent);
        if (!isBack) {
          await this.#failed(blockId, thrown);
          return;
        }
        wasSent ||= repeatAfter(thrown) !== 'unsent';
      }
    }
  }

  /** Waits where the connection was lost, and answers whether the block is to be made now. */
  async #waitForConnection(blockId: string, thrown: unknown, epoch: number, wasSent: boolean): Promise<boolean> {
    if (!(await this.#connection.isLoss(thrown, epoch, wasSent, this.#ending))) return false;
    const { emit } = this.#context;
    emit({ type: 'paused', blockId, failure: toFailure(thrown) });
    try {
      await this.#connection.untilBack(this.#ending);
      return true;
    } catch (reason) {
      // The blocks that follow are not sent either.
      if (!this.#ending.aborted) this.#stopped ??= toFailure(reason);
      return false;
    } finally {
      emit({ type: 'resumed', blockId });
    }
  }

  /** As it is now: the text may have been edited, and a take may have come, while the ones before were made. */
  async #makeAsItIsNow(blockId: string, progress: Progress, byItself: boolean): Promise<void> {
    const { projectId, chapterId, another } = this.#input;
    const { emit, signal } = this.#context;
    const block = this.#findBlock(blockId);
    if (block === undefined) throw fail('not-found', message('speech.blockGone'), { field: 'blockIds' });
    const now = findWanted(block, this.#chapter.defaults(), this.#tools.connection.current().id);
    if (now === undefined) return; // emptied meanwhile
    const takes = this.#chapter.takes();
    const onEvent = (event: MakingEvent): void => {
      noteProgress(event, progress);
      if (event.type === 'receiving' || event.type === 'waiting') this.#connection.answered();
      if (event.type !== 'sent' && event.type !== 'received') emit({ ...event, blockId });
    };
    const { take, reused } = await this.#tools.takeOf({
      wanted: another === true ? chooseVariant(now, takesIn(takes)) : now,
      purpose: { projectId, chapterId, blockId },
      takes,
      takeId: block.attributes.takeId,
      caps: this.#caps,
      signal,
      byItself,
      onEvent,
    });
    if (reused) this.#count.reused++;
    else this.#count.made++;
    if (take !== undefined) emit({ type: 'take', blockId, takeId: take.id, reused });
  }

  async #failed(blockId: string, thrown: unknown): Promise<void> {
    const { log, recovery, closing } = this.#tools;
    if (!(thrown instanceof FailureError) && !isAbort(thrown)) log.error('a block could not be made', { blockId, error: String(thrown) });
    const failure = toFailure(thrown);
    const take = thrown instanceof UnmadeError ? thrown.take : undefined;
    this.#count.failed++;
    if (!this.#isCutOff()) this.#waiting?.settled(blockId);
    this.#context.emit({ type: 'failed', blockId, failure, ...(take === undefined ? {} : { takeId: take.id }) } satisfies GenerationEvent);
    // It may also be how something ended whose outcome was unknown.
    await (failure.charged === 'unknown' ? recovery.reportUnsettled() : recovery.reportEnded());
    if (this.#context.signal.aborted) this.#cancelled = cancelledBy(this.#cancelled, failure);
    else if (stoppers.includes(failure.kind) || closing.aborted) this.#stopped ??= failure;
  }

  #pass(blockId: string, before: Failure): void {
    this.#count.failed++;
    this.#context.emit({ type: 'failed', blockId, failure: notSent(before) });
  }
}

/** A block that is gone is not empty: asking for it fails in its own words. */
const isEmpty = (block: Block | undefined): boolean => block !== undefined && block.text.trim() === '';

const takesIn = (stored: readonly StoredTake[]): Take[] => stored.map(({ take }) => take);

/** Finds a block as it is now. The document is gone through again only when it has changed. */
function blockFinder(chapter: LiveChapter): (blockId: string) => Block | undefined {
  let seen: ReturnType<LiveChapter['document']> | undefined;
  let blocks = new Map<string, Block>();
  return (blockId) => {
    const document = chapter.document();
    if (document !== seen) blocks = new Map(blocksOf(document).map((block) => [block.attributes.id, block]));
    seen = document;
    return blocks.get(blockId);
  };
}

function noteProgress({ type }: MakingEvent, progress: Progress): void {
  if (type === 'sent') progress.sent();
  else if (type === 'receiving' || type === 'waiting') progress.accepted();
  else if (type === 'queued') progress.heldUp();
  else if (type === 'received') progress.received();
}

/** What a run that was stopped says: of all that was under way, the worst that is known of the charge. */
function cancelledBy(before: Failure | undefined, failure: Failure): Failure {
  const base =
    failure.kind === 'cancelled' ? failure : { ...fail('cancelled', message('failures.stopped')).failure, charged: failure.charged };
  if (before === undefined) return base;
  const worst = (['unknown', 'yes', 'no'] as const).find((charged) => [before.charged, base.charged].includes(charged)) ?? 'unknown';
  return { ...before, charged: worst };
}

/** Its kind and code say why; the failure that stopped the run has the whole reason. */
function notSent({ kind, code, next }: Failure): Failure {
  return fail(kind, message('speech.notSentBecauseBefore'), { next, ...(code === undefined ? {} : { code }) }).failure;
}
