import { FailureError, toFailure, type Failure, type NextStep, fail, formatFailure } from '#shared/failure.ts';
import { messages } from '#shared/messages/index.ts';
import { message, type Message } from '#shared/messages/message.ts';

/** How a run of the command line ends. */
export const exitCodes = { done: 0, refused: 1, usage: 2, unknown: 3, interrupted: 130 } as const;

export interface Output {
  /** The one result: as JSON with `--json`, else the lines. */
  result(value: unknown, lines: readonly string[]): Promise<void>;
  /** Bytes of a sound, where standard output is where it goes. */
  bytes(bytes: Uint8Array): Promise<void>;
  /** Printed on a terminal alone, each in place of the one before. */
  progress(text: string): void;
  /** Something to know, beside the result. */
  note(text: string): void;
  /** Says what went wrong, and answers with the exit code. */
  failed(thrown: unknown, interrupted: boolean): Promise<number>;
}

interface Streams {
  stdout: NodeJS.WriteStream;
  stderr: NodeJS.WriteStream;
}

export function createOutput({ stdout, stderr }: Streams, json: () => boolean): Output {
  let progressStands = false;
  const clear = (): void => {
    if (progressStands) stderr.write('\r\u001b[K');
    progressStands = false;
  };
  const write = (data: string | Uint8Array): Promise<void> =>
    new Promise((resolve, reject) => {
      stdout.write(data, (error) => (error ? reject(error) : resolve()));
    });
  // A reader that went away is noticed when the write fails.
  stdout.on('error', () => undefined);
  const say = (text: string): void => {
    clear();
    stderr.write(`voicewright: ${text}\n`);
  };
  return {
    result: async (value, lines) => {
      clear();
      await write(json() ? `${JSON.stringify(value)}\n` : lines.map((line) => `${line}\n`).join(''));
    },
    bytes: write,
    progress: (text) => {
      if (!stderr.isTTY) return;
      stderr.write(`\r\u001b[K${text}`);
      progressStands = true;
    },
    note: say,
    failed: async (thrown, interrupted) => {
      const failure = failureOf(thrown);
      for (const line of linesOf(failure)) say(line);
      const facts = thrown instanceof DetailedError ? thrown.facts : {};
      if (json()) await write(`${JSON.stringify({ failure, ...facts })}\n`).catch(() => undefined);
      if (interrupted) return exitCodes.interrupted;
      if (thrown instanceof JobGivenUpError) return exitCodes.refused;
      return exitCodeOf(failure);
    },
  };
}

/** What was thrown, as a failure; a pipe that nobody reads any more has words of its own. */
export function failureOf(thrown: unknown): Failure {
  if (typeof thrown === 'object' && thrown !== null && 'code' in thrown && thrown.code === 'EPIPE')
    return fail('file-failed', message('cli.failures.readerGone'), { charged: 'unknown', next: 'none' }).failure;
  return toFailure(thrown);
}

/** What was never sent for what was typed is bad usage; what may have been charged is unknown; all else was refused. */
function exitCodeOf(failure: Failure): number {
  if (failure.charged === 'unknown' && failure.kind !== 'internal') return exitCodes.unknown;
  const local = failure.status === undefined && (failure.kind === 'invalid-input' || failure.kind === 'unauthorized');
  return local ? exitCodes.usage : exitCodes.refused;
}

const charges: Readonly<Record<Failure['charged'], string>> = {
  no: messages.cli.failures.notCharged,
  yes: messages.cli.failures.charged,
  unknown: messages.cli.failures.mayBeCharged,
};

/** What to do next, where there is something to do. */
const steps: Readonly<Record<NextStep, string>> = {
  'fix-input': messages.cli.failures.fixInput,
  'replace-key': messages.cli.failures.replaceKey,
  'add-credits': messages.cli.failures.addCredits,
  'add-quota': messages.cli.failures.addQuota,
  'trust-origin': messages.cli.failures.trustOrigin,
  'choose-voice': messages.cli.failures.chooseVoice,
  'choose-model': messages.cli.failures.chooseModel,
  wait: messages.cli.failures.wait,
  retry: messages.cli.failures.retry,
  'generate-again': messages.cli.failures.generateAgain,
  'look-up': messages.cli.failures.lookUp,
  'check-connection': messages.cli.failures.checkConnection,
  'restart-local-service': messages.cli.failures.restartLocalService,
  'free-disk-space': messages.cli.failures.freeDiskSpace,
  'choose-file': messages.cli.failures.chooseFile,
  'update-program': messages.cli.failures.updateProgram,
  'close-other-window': messages.cli.failures.closeOtherWindow,
  report: messages.cli.failures.report,
  none: '',
};

function linesOf(failure: Failure): string[] {
  const { charged, refunded, detail, code, requestId, status, next } = failure;
  const facts = [
    ...(status === undefined ? [] : [messages.cli.failures.status(status)]),
    ...(code === undefined ? [] : [code]),
    ...(requestId === undefined ? [] : [messages.cli.failures.request(requestId)]),
    ...(detail === undefined ? [] : [detail]),
  ];
  const about = `${refunded === true ? messages.cli.failures.refundReported : charges[charged]}${facts.length === 0 ? '' : ` (${facts.join(', ')})`}`;
  // What was certainly not charged, a read for one, has nothing to be looked up.
  const step =
    next === 'retry' && charged === 'no'
      ? messages.cli.failures.tryAgain
      : next === 'none' && status === 404
        ? messages.cli.failures.checkIdAndAccount
        : steps[next];
  return [formatFailure(failure), about, ...(step === '' ? [] : [step])];
}

/** A list that `--max-pages` has cut. */
export const cutShort = (pages: number): string => messages.cli.output.listCut(pages);

/** A job that is over and not made: how it ended is known, though it may not be known whether it was charged. */
export class JobGivenUpError extends FailureError {}

/** A failure with more to say of it: `facts` stand beside the failure in the JSON value. */
export class DetailedError extends FailureError {
  readonly facts: Readonly<Record<string, unknown>>;
  constructor(failure: Failure, facts: Readonly<Record<string, unknown>>) {
    super(failure);
    this.facts = facts;
  }
}

/** Bad usage, in a sentence that names the option. */
export function usageError(text: Message, field: string): FailureError {
  return fail('invalid-input', text, { field });
}
