import { FailureError, toFailure, type Failure, type NextStep } from '#shared/failure.ts';

/** How a run of the command line ends. */
export const exitCodes = { done: 0, refused: 1, usage: 2, unknown: 3, interrupted: 130 } as const;

export interface Output {
  /** The one result: as JSON with `--json`, else the lines. */
  result(value: unknown, lines: readonly string[]): Promise<void>;
  /** Bytes of a sound, where standard output is where it goes. */
  bytes(bytes: Uint8Array): Promise<void>;
  /** Told on a terminal alone, each in place of the one before. */
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
  // A reader that went away is told by the write that it fails.
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
    return { kind: 'file-failed', message: 'Whoever read standard output has gone.', charged: 'unknown', next: 'none' };
  return toFailure(thrown);
}

/** What was never sent for what was typed is bad usage; what may have been charged is unknown; all else was refused. */
function exitCodeOf(failure: Failure): number {
  if (failure.charged === 'unknown' && failure.kind !== 'internal') return exitCodes.unknown;
  const local = failure.status === undefined && (failure.kind === 'invalid-input' || failure.kind === 'unauthorized');
  return local ? exitCodes.usage : exitCodes.refused;
}

const charges: Readonly<Record<Failure['charged'], string>> = {
  no: 'It was not charged.',
  yes: 'It was charged.',
  unknown: 'It may have been charged.',
};

/** What to do next, where there is something to do. */
const steps: Readonly<Record<NextStep, string>> = {
  'fix-input': 'Change what was asked for, then try again.',
  'replace-key': 'Give another key in VOICEWRIGHT_API_KEY.',
  'add-credits': 'Add credits to the account.',
  'trust-origin': 'Trust that address under Account in the studio, if you know that it belongs to the service.',
  'choose-voice': 'Choose another voice; `voices list` has them.',
  'choose-model': 'Choose another model; `models list` has them.',
  wait: 'Wait a while, then try again.',
  retry: 'Look at it with `requests list` before trying again.',
  'generate-anew': 'Only a new request makes it again, and is charged anew.',
  'look-up': 'Look for what came of it in the list of the service before asking for it again.',
  'check-connection': 'Look at the address and the network.',
  'restart-local-service': 'Try again; the local service is started anew.',
  'free-disk-space': 'Make room on the disk.',
  'choose-file': 'Choose another file.',
  'update-program': 'Update Voicewright.',
  'close-other-window': 'Close the program that has it open.',
  report: 'The log in the profile folder has the details.',
  none: '',
};

function linesOf({ message, charged, code, requestId, status, next }: Failure): string[] {
  const facts = [
    ...(status === undefined ? [] : [`status ${status}`]),
    ...(code === undefined ? [] : [code]),
    ...(requestId === undefined ? [] : [`request ${requestId}`]),
  ];
  const about = `${charges[charged]}${facts.length === 0 ? '' : ` (${facts.join(', ')})`}`;
  // What was certainly not charged, a read for one, has nothing to be looked up.
  const step =
    next === 'retry' && charged === 'no'
      ? 'Try again.'
      : next === 'none' && status === 404
        ? 'Check the id, and which account is connected (profile get).'
        : steps[next];
  return [message, about, ...(step === '' ? [] : [step])];
}

/** A list that `--max-pages` has cut. */
export const cutShort = (pages: number): string =>
  `The list may go on: ${pages} ${pages === 1 ? 'page was' : 'pages were'} read; --max-pages reads more.`;

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
export function usageError(message: string, field: string): FailureError {
  return new FailureError({ kind: 'invalid-input', message, charged: 'no', next: 'fix-input', field });
}
