import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type FromModelProcess, type ToModelProcess } from '#shared/wire/model-process.ts';
import { type FromModel, type ToModel } from './model-order.ts';

/** The process with the models, however it was started. */
export interface ModelChannel {
  send(question: ToModel): void;
  /** Ends it at once. Nothing is reported afterwards. */
  end(): void;
}

interface Reports {
  answered: (answer: FromModel) => void;
  /** Once, by itself: with a signal or a code. */
  ended: (how: string) => void;
}

/** What Electron gives its utility processes to speak with its main process. */
export interface ParentPort {
  on(event: 'message', listener: (event: { data: unknown }) => void): void;
  postMessage(message: unknown): void;
}

/** Starts the process. Electron's binary does not run as Node: there its main process does it. */
export function startModelProcess(reports: Reports): ModelChannel {
  const { parentPort } = process as { parentPort?: ParentPort };
  return parentPort === undefined ? forkModel(reports) : askForModel(parentPort, reports);
}

const entry = () => new URL(import.meta.url.endsWith('.ts') ? './model-child.ts' : './model-child.js', import.meta.url);
/** What the process gets of this one's environment: no key is in it. */
const environment = ['PATH', 'HOME', 'USERPROFILE', 'SystemRoot', 'TEMP', 'TMP'];

function forkModel({ answered, ended }: Reports): ModelChannel {
  const env = Object.fromEntries(environment.map((name) => [name, process.env[name]]));
  // It says much on its error stream, of which nothing is for people.
  const child = fork(fileURLToPath(entry()), [], { env, serialization: 'advanced', stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
  let isOver = false;
  const end = (how?: string): void => {
    if (isOver) return;
    isOver = true;
    child.kill('SIGKILL');
    if (how !== undefined) ended(how);
  };
  child.on('message', (answer: FromModel) => {
    if (!isOver) answered(answer);
  });
  child.on('error', (error) => end(error.message));
  child.on('exit', (code, signal) => end(signal ?? `code ${code ?? 'unknown'}`));
  return { send: (question) => child.send(question, (error) => error && end(error.message)), end: () => end() };
}

const reportsOf = new Map<number, Reports>();
let last = 0;
let listens = false;

/** Everything goes through Electron's main process, which keeps the processes apart by number. */
export function askForModel(port: ParentPort, reports: Reports): ModelChannel {
  const post = (message: ToModelProcess): void => port.postMessage(message);
  if (!listens) {
    listens = true;
    port.on('message', ({ data }) => {
      const message = data as FromModelProcess;
      const of = reportsOf.get(message.model);
      if (message.kind === 'answer') of?.answered(message.answer as FromModel);
      else if (reportsOf.delete(message.model)) of?.ended(`code ${message.code}`);
    });
  }
  last += 1;
  const model = last;
  reportsOf.set(model, reports);
  post({ model, kind: 'start' });
  return {
    send: (question) => post({ model, kind: 'question', question }),
    end: () => {
      reportsOf.delete(model);
      post({ model, kind: 'end' });
    },
  };
}
