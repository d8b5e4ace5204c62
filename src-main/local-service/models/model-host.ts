import { startModelProcess, type ModelChannel } from './model-channel.ts';
import { type AnswerTo, type FromModel, type ModelQuestion, type ModelSound, type ModelWords, type ToModel } from './model-order.ts';
import { findPackage } from './sherpa.ts';

const defaults = {
  /** To load a model of some gigabytes and to speak a sentence, or to recognise half a minute. */
  answerMs: 180_000,
  /** A process that nothing was asked of for so long is ended, and with it the memory of its models. */
  idleMs: 300_000,
  /** Questions that may wait; beyond that {@link ModelBusy}. */
  waiting: 64,
};

/** A model did not answer: it is damaged, ended its process or took too long. The message says which. */
export class ModelFailed extends Error {}
/** The package is installed and cannot be loaded; the message is its own. */
export class PackageFailed extends ModelFailed {}
export class ModelBusy extends Error {}

interface Asked {
  question: ModelQuestion;
  settle: (answer: ModelSound | ModelWords | Error) => void;
}

/** What the model of a question is called in messages. */
const nameOf = ({ question }: Asked): string => ('samples' in question ? 'The recognition model' : 'The voice model');

const failureOf = (name: string, { of, message }: Extract<FromModel, { ok: false }>): ModelFailed =>
  of === 'package' ? new PackageFailed(message) : new ModelFailed(`${name} failed: ${message}`);

/**
 * The one process with models. It answers one question at a time; where it ends, the question that it had fails and the next one starts another. Owns the process:
 * close it.
 */
export class ModelHost {
  readonly #packageFolder: string;
  readonly #limits: typeof defaults;
  readonly #waiting: Asked[] = [];
  #current: Asked | undefined;
  #channel: ModelChannel | undefined;
  #timer: NodeJS.Timeout | undefined;
  #next = 1;
  #closed = false;

  /** `packageFolder`: where a person installs the package. */
  constructor(packageFolder: string, limits: Partial<typeof defaults> = {}) {
    this.#packageFolder = packageFolder;
    this.#limits = { ...defaults, ...limits };
  }

  findPackage(): ReturnType<typeof findPackage> {
    return findPackage(this.#packageFolder);
  }

  /** Throws {@link ModelFailed}, and {@link ModelBusy} where too much waits. Aborting takes a question out of the line. */
  ask<Question extends ModelQuestion>(question: Question, signal?: AbortSignal): Promise<AnswerTo<Question>> {
    return new Promise((resolve, reject) => {
      if (this.#closed) throw new ModelFailed('The service is closing');
      if (signal?.aborted === true) throw new ModelFailed('Nobody waits for it');
      if (this.#waiting.length >= this.#limits.waiting) throw new ModelBusy('Too much waits for the models');
      const leave = (): void => {
        const place = this.#waiting.indexOf(asked);
        if (place >= 0) this.#waiting.splice(place, 1);
        asked.settle(new ModelFailed('Nobody waits for it'));
      };
      const asked: Asked = {
        question,
        settle: (answer) => {
          signal?.removeEventListener('abort', leave);
          if (answer instanceof Error) reject(answer);
          else resolve(answer as AnswerTo<Question>);
        },
      };
      signal?.addEventListener('abort', leave, { once: true });
      this.#waiting.push(asked);
      this.#proceed();
    });
  }

  close(): void {
    this.#closed = true;
    for (const asked of this.#waiting.splice(0)) asked.settle(new ModelFailed('The service is closing'));
    this.#end('The service is closing');
  }

  #proceed(): void {
    if (this.#current !== undefined) return;
    const next = this.#waiting.shift();
    if (next === undefined) return;
    const { version, path: packageFolder, name, folder } = this.findPackage();
    if (version === null) {
      next.settle(new ModelFailed(`The package ${name} is not installed in ${folder}`));
      this.#proceed();
      return;
    }
    this.#current = next;
    this.#wait(this.#limits.answerMs, `${nameOf(next)} took too long`);
    const id = this.#next;
    this.#next += 1;
    const message: ToModel = { ...next.question, id, packageFolder };
    this.#channel ??= this.#start();
    this.#channel.send(message);
  }

  #start(): ModelChannel {
    const channel = startModelProcess({
      answered: (answer) => {
        if (this.#channel === channel) this.#answered(answer.ok ? answer : failureOf(this.#name(), answer));
      },
      ended: (how) => {
        if (this.#channel === channel) this.#end(`${this.#name()} ended its process (${how})`);
      },
    });
    return channel;
  }

  #name(): string {
    return this.#current === undefined ? 'The model' : nameOf(this.#current);
  }

  #answered(answer: ModelSound | ModelWords | Error): void {
    const current = this.#current;
    this.#current = undefined;
    this.#wait(this.#limits.idleMs, 'idle');
    current?.settle(answer);
    this.#proceed();
  }

  #end(why: string): void {
    clearTimeout(this.#timer);
    const [channel, current] = [this.#channel, this.#current];
    this.#channel = undefined;
    this.#current = undefined;
    channel?.end();
    current?.settle(new ModelFailed(why));
    this.#proceed();
  }

  #wait(ms: number, why: string): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#end(why), ms);
    this.#timer.unref();
  }
}
