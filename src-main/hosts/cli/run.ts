import type { Command } from 'commander';
import { defaultProfileDirectory } from '../shared/folders.ts';
import type { ConnectionEnvironment } from '../../infra/platform.ts';
import { createOutput, exitCodes, type Output } from './output.ts';
import { openProjectFiles, openSession, type ProjectFiles, type Session } from './session.ts';
import { explainWrongAddress } from './wrong-address.ts';

/** The options that every command takes, by the interface's names. */
interface CommonOptions {
  baseUrl?: string;
  realtimeUrl?: string;
  /** Seconds. */
  timeout: number;
  waitTimeout: number;
  maxPages: number;
  idempotencyKey?: string;
  json?: true;
  profile?: string;
}

/** What a command has besides its own options and arguments. */
export interface Work {
  readonly common: CommonOptions;
  readonly output: Output;
  readonly signal: AbortSignal;
  readonly stdin: NodeJS.ReadStream;
  readonly profileDirectory: string;
  /** Connects on the first call. `project`: the file of the project that the run generates. */
  readonly session: (project?: string) => Promise<Session>;
  /** The library, opened on the first call; connects nothing. */
  readonly projectFiles: () => Promise<ProjectFiles>;
  /** Part of what was asked for was not done: the run prints its result, and ends with 1. */
  readonly endRefused: () => void;
}

export interface Runner {
  /** An action of a command; its exit code is the run's. */
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- what commander parsed, as the options above it name it
  action<Options extends object>(
    work: (work: Work, options: Options, args: string[]) => Promise<void>,
  ): (...args: [...unknown[], Command]) => Promise<void>;
  exitCode(): number;
}

/** Runs one command: connects when it asks for it, ends what was opened, and turns what it throws into words and an exit code. */
export function createRunner(environment: ConnectionEnvironment): Runner {
  let exitCode: number = exitCodes.done;
  return {
    exitCode: () => exitCode,
    action:
      (work) =>
      async (...all) => {
        const command = all.at(-1) as Command;
        const common = command.optsWithGlobals<CommonOptions>();
        const output = createOutput(process, () => common.json === true);
        const controller = new AbortController();
        const interrupt = (): void => {
          if (controller.signal.aborted) process.exit(exitCodes.interrupted);
          controller.abort();
        };
        for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, interrupt);
        const { signal } = controller;
        const profileDirectory = common.profile ?? defaultProfileDirectory();
        let session: Session | undefined;
        const open = async (project?: string): Promise<Session> => {
          const { baseUrl, realtimeUrl, timeout, idempotencyKey } = common;
          session ??= await openSession({ profileDirectory, environment, baseUrl, realtimeUrl, timeout, idempotencyKey, project, signal });
          return session;
        };
        let files: ProjectFiles | undefined;
        const openFiles = async (): Promise<ProjectFiles> => {
          const { baseUrl, realtimeUrl } = common;
          files ??= await openProjectFiles({ profileDirectory, environment, baseUrl, realtimeUrl });
          return files;
        };
        try {
          await work(
            {
              common,
              output,
              signal,
              stdin: process.stdin,
              profileDirectory,
              session: open,
              projectFiles: openFiles,
              endRefused: () => (exitCode = exitCodes.refused),
            },
            command.opts(),
            command.args,
          );
          if (signal.aborted) exitCode = exitCodes.interrupted;
        } catch (thrown) {
          exitCode = await output.failed(await explainWrongAddress(thrown, session, signal), signal.aborted);
        } finally {
          await files?.close();
          await session?.close();
          for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.off(name, interrupt);
          process.stdin.destroy();
        }
      },
  };
}
