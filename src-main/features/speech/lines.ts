import { shortenToLine } from '#shared/cut-text.ts';
import { fail, FailureError, toFailure } from '#shared/failure.ts';
import type { Operations, Services } from '#shared/operations/index.ts';
import type { KeptFile, PaidOperation } from '#shared/operations/paid.ts';
import type { Parsed } from '#shared/rpc.ts';
import type { AccountKeeper } from '../../paid-requests/account.ts';
import type { ConnectionKeeper } from '../../service-client/connection.ts';
import type { SpeechFamily } from '../../paid-requests/family-rules.ts';
import type { DubPurpose, Ledger, LedgerEntry } from '../../paid-requests/ledger/types.ts';
import type { KeptFiles } from '../../library/kept-files.ts';
import type { PaidCoordinator } from '../../paid-requests/coordinator.ts';
import { findFiles, createFingerprint, type FamilyWork } from '../../paid-requests/family.ts';
import { formatPriceName } from '../../paid-requests/budget/budget.ts';
import type { Wanted } from '../../paid-requests/budget/caps.ts';
import type { RunCaps } from './run-caps.ts';
import { lineJobWork, lineSpeechWork } from './line-works.ts';
import { createPlan } from './plan.ts';
import { answeringModel, type VoiceDirectory } from '../voices/service.ts';
import { isRefusedAddress } from '../../service-client/given-addresses.ts';
import { messages } from '#shared/messages/index.ts';
import { message } from '#shared/messages/message.ts';

const works: Partial<Record<SpeechFamily, FamilyWork<null>>> = { job: lineJobWork, speech: lineSpeechWork };

type Spoken = Awaited<ReturnType<Services['voices.say']>>;
type Quote = Awaited<ReturnType<Services['voices.quote']>>;

interface Line {
  text: string;
  voiceId: string;
  modelId: string;
  speed: number;
  /** Another take of the line; undefined for the first. */
  variant: number | undefined;
  dub: DubPurpose | undefined;
  paidOnly: boolean;
  caps: RunCaps | undefined;
}

/** For whom a line is said, and what holds what it may cost. */
export interface LinePurpose {
  /** The one that it is spoken for; the ledger has it under that. */
  dub?: DubPurpose;
  /** What is not paid for is not found. */
  paidOnly?: boolean | undefined;
  /** Of the run that it is bought in. */
  caps?: RunCaps;
}

interface Options {
  coordinator: PaidCoordinator;
  ledger: Ledger;
  kept: KeptFiles;
  connection: ConnectionKeeper;
  account: AccountKeeper;
  voices: VoiceDirectory;
  /** Called with each line that is on this machine. */
  onLine?: ((voiceId: string, file: KeptFile) => void) | undefined;
}

/** Lines that voices say outside any project: for an audition, to try a new voice, or for a dub. */
export class VoiceLines {
  readonly #options: Options;
  /** What is being generated, by its fingerprint: others that ask for the same wait for it. */
  readonly #running = new Map<string, Promise<Spoken>>();

  constructor(options: Options) {
    this.#options = options;
  }

  readonly services: Pick<Services, 'voices.say' | 'voices.quote'> = {
    'voices.say': (line, { signal }) => this.say(line, signal),
    'voices.quote': ({ voices, ...line }) => this.#quote(line, voices),
  };

  async say(
    { text, voiceId, modelId, speed = 1, variant }: Parsed<Operations['voices.say']>,
    signal: AbortSignal,
    { dub, paidOnly = false, caps }: LinePurpose = {},
  ): Promise<Spoken> {
    const chosen = modelId ?? answeringModel(await this.#options.voices.voice(voiceId, signal), null);
    if (chosen === undefined)
      throw fail('service-unavailable', message('speech.voiceHasNoModel'), { next: 'choose-voice', field: 'voiceId' });
    const spoken = await this.#say({ text, voiceId, modelId: chosen, speed, variant, dub, paidOnly, caps }, signal);
    this.#options.onLine?.(voiceId, spoken.file);
    return spoken;
  }

  /** What was paid for is played again; the same line is generated once, however many ask for it. */
  async #say(line: Line, signal: AbortSignal): Promise<Spoken> {
    const fingerprint = this.#fingerprint(line);
    for (;;) {
      const file = await this.#findSound(fingerprint, signal);
      if (file !== undefined) return { operation: null, file, reused: true };
      const running = this.#running.get(fingerprint);
      if (running === undefined && line.paidOnly) throw fail('not-found', message('dubbingTimeline.lineSoundGone'));
      if (running === undefined) break;
      // The one that began it may have left; then the next one begins.
      await Promise.race([running, aborted(signal)]).catch((thrown: unknown) => {
        if (signal.aborted || toFailure(thrown).kind !== 'cancelled') throw thrown;
      });
    }
    const work = this.#generate(line, fingerprint, signal);
    this.#running.set(fingerprint, work);
    try {
      return await work;
    } finally {
      this.#running.delete(fingerprint);
    }
  }

  async #quote(
    { text, ...rest }: { text: string; speed?: number | undefined; variant?: number | undefined },
    asked: readonly { voiceId: string; modelId: string }[],
  ): Promise<Quote> {
    const { ledger, connection } = this.#options;
    const connectionId = connection.current().id;
    const prices = new Map<string, Awaited<ReturnType<Ledger['price']>>>();
    const lines: Quote['lines'] = [];
    for (const { voiceId, modelId } of asked) {
      const paid = await this.#findPaid(this.#fingerprint({ text, voiceId, modelId, ...rest }));
      const file = paid?.file ?? null;
      if (file !== null) this.#options.onLine?.(voiceId, file);
      if (file === null && !prices.has(modelId)) prices.set(modelId, await ledger.price(connectionId, { unit: 'character', modelId }));
      const price = prices.get(modelId);
      lines.push({ voiceId, file, credits: file !== null ? 0 : price === undefined ? null : price.creditsPerUnit * text.length });
    }
    return { lines, learnedFrom: [...prices.values()].reduce((sum, price) => sum + (price?.samples ?? 0), 0) };
  }

  /** Neither the voice's own pace nor the first take is named: lines that were paid for before there were others are found by it. */
  #fingerprint({
    text,
    voiceId,
    modelId,
    speed = 1,
    variant,
  }: Pick<Line, 'text' | 'voiceId' | 'modelId'> & { speed?: number | undefined; variant?: number | undefined }): string {
    const pace = speed === 1 ? [] : [message('speech.speed', speed)];
    const another = variant === undefined ? [] : [{ variant }];
    return createFingerprint('job', this.#options.connection.current().id, ['line', text, voiceId, modelId, ...pace, ...another]);
  }

  async #findPaid(fingerprint: string): Promise<{ entry: LedgerEntry; file: KeptFile | undefined } | undefined> {
    const { ledger, connection, kept } = this.#options;
    const entry = await ledger.paid(fingerprint, connection.current().id);
    const file = entry && findFiles(entry)[0];
    return entry && { entry, file: file !== undefined && (await kept.has(file)) ? file : undefined };
  }

  /** The sound of what was paid for; fetched again where the disk has lost it and the service has not. */
  async #findSound(fingerprint: string, signal: AbortSignal): Promise<KeptFile | undefined> {
    const { coordinator, kept } = this.#options;
    const paid = await this.#findPaid(fingerprint);
    if (paid === undefined || paid.file !== undefined || paid.entry.taskId === null) return paid?.file;
    try {
      const { client } = await coordinator.toolsFor(paid.entry, signal);
      const { body, contentType } = await client.jobAudio(paid.entry.taskId, signal);
      return await kept.keep(body, contentType);
    } catch (thrown) {
      const { kind, code } = toFailure(thrown);
      // It is there, at an address that is not trusted: paying for it again is no way out.
      if (!isRefusedAddress(code) && ['not-found', 'unauthorized', 'forbidden'].includes(kind)) return undefined;
      throw thrown;
    }
  }

  async #generate(line: Line, fingerprint: string, signal: AbortSignal): Promise<Spoken> {
    const make = async () => {
      const spoken = await this.#make(line, fingerprint, signal);
      return { ...spoken, creditsUsed: spoken.operation.creditsUsed };
    };
    const { operation, file } = await (line.caps ? line.caps.buy(() => this.#estimate(line), make) : make());
    return { operation, file, reused: false };
  }

  async #estimate({ modelId, text }: Line): Promise<Wanted> {
    const { ledger, connection } = this.#options;
    const price = await ledger.price(connection.current().id, { unit: 'character', modelId });
    return {
      estimate: price === undefined ? undefined : price.creditsPerUnit * text.length,
      priceName: formatPriceName({ unit: 'character', modelId, family: 'job' }),
    };
  }

  async #make(line: Line, fingerprint: string, signal: AbortSignal): Promise<{ operation: PaidOperation; file: KeptFile }> {
    const operationId = await this.#begin(line, fingerprint, signal);
    const operation = await this.#options.coordinator.untilOver(operationId, signal, () => undefined);
    const file = operation.files[0];
    if (operation.state === 'done' && file !== undefined) return { operation, file };
    throw new FailureError(
      operation.failure ?? fail('outcome-unknown', message('speech.outcomeUnknown'), { charged: 'unknown', next: 'retry' }).failure,
    );
  }

  /** Sends the line, or goes on with one that a closed window or a crash left on its way; the id of its operation. */
  async #begin({ text, voiceId, modelId, speed, dub }: Line, fingerprint: string, signal: AbortSignal): Promise<string> {
    const { coordinator, ledger, connection, account, voices } = this.#options;
    const shape = { connectionId: connection.current().id, text, voiceId, modelId, controls: speed === 1 ? {} : { speed } };
    const plan = await createPlan({ shape, fingerprint }, voices, signal, 'job');
    const work = works[plan.family];
    if (work === undefined)
      throw fail('service-unavailable', message('speech.modelOnlyStreams', plan.modelId), { next: 'choose-model', field: 'modelId' });
    const { name } = await voices.voice(voiceId, signal);
    const client = await connection.ready(signal);
    const before = await ledger.open(fingerprint, client.connectionId, await account.userId(signal));
    if (before !== undefined && before.state !== 'unknown') return before.operationId;
    if (before !== undefined && before.taskId !== null) {
      await coordinator.retry(before, signal);
      return before.operationId;
    }
    const payment = {
      family: plan.family,
      path: plan.path,
      body: plan.body,
      modelId: plan.modelId,
      fingerprint,
      amount: text.length,
      unit: 'character' as const,
      summary: messages.speech.lineBy(name, shortenToLine(text)),
      dub,
    };
    return (await coordinator.send(work, payment, signal)).entry.operationId;
  }
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(fail('cancelled', message('failures.stopped'))), { once: true });
    if (signal.aborted) reject(fail('cancelled', message('failures.stopped')));
  });
}
