import { Command, CommanderError } from 'commander';
import { aCount, aKey, seconds } from './input.ts';
import { createOutput, exitCodes, usageError } from './output.ts';
import { addCommands } from './program.ts';
import { createRunner } from './run.ts';
import { takeConnectionEnvironment, turnCoreDumpsOff } from '../shared/environment.ts';
import { version } from '../shared/version.ts';

/** The command line: the interface's "Command-line client mapping", on the services of the studio. */
const run = createRunner(takeConnectionEnvironment());
turnCoreDumpsOff();
// A reader that leaves early, such as `head`, ends no run: help that nobody reads is no fault, and a result says by its write that it failed.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

const program = new Command('voicewright')
  .description('Speech by a hosted service, or by the local one where none is connected.')
  .version(version)
  .option('--base-url <url>', 'the service; else VOICEWRIGHT_BASE_URL, else the connection of the studio, else the local service')
  .option('--realtime-url <url>', 'its realtime address; else VOICEWRIGHT_REALTIME_URL')
  .option('--timeout <seconds>', 'for one request to be answered', seconds, 30)
  .option('--wait-timeout <seconds>', 'for a job to be made', seconds, 600)
  .option('--max-pages <number>', 'of a list, at most', aCount, 100)
  .option('--idempotency-key <key>', 'of a creation; the same key and text are paid once', aKey)
  .option('--json', 'prints one JSON value and nothing else')
  .option('--profile <dir>', 'another profile than the usual one')
  .configureHelp({ showGlobalOptions: true })
  .addHelpText('after', '\nThe key comes from VOICEWRIGHT_API_KEY or the connection, never from an argument.')
  .configureOutput({ outputError: () => undefined })
  .exitOverride();
addCommands(program, run);

/** What is inherited by copy when a command is made was not set yet for those below. */
function inherit(command: Command): void {
  for (const child of command.commands) {
    child
      .exitOverride()
      .configureHelp({ showGlobalOptions: true })
      .configureOutput({ outputError: () => undefined });
    inherit(child);
  }
}
inherit(program);

/** What the options do not allow, as any other bad usage: in words that name the option and, with `--json`, as one value. */
async function badUsage({ code, message }: CommanderError): Promise<number> {
  const json = process.argv.includes('--json');
  // Without a command its help was shown, which says more.
  if (code === 'commander.help' && !json) return exitCodes.usage;
  const said =
    code === 'commander.help'
      ? 'Which command?'
      : message.replace(/^error: (.)/u, (_, first: string) => first.toUpperCase()).replace('\n', ' ');
  const field = /--[a-z-]+/u.exec(message)?.[0] ?? 'command';
  const output = createOutput(process, () => json);
  return output.failed(usageError(`${said.replace(/([^.?!)])$/u, '$1.')} Add --help to see what there is.`, field), false);
}

try {
  await program.parseAsync();
  process.exitCode = run.exitCode();
} catch (thrown) {
  if (!(thrown instanceof CommanderError)) throw thrown;
  process.exitCode = thrown.exitCode === 0 ? exitCodes.done : await badUsage(thrown);
}
