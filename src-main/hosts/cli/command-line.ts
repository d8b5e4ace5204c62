import { Command, CommanderError } from 'commander';
import { aCount, aKey, seconds } from './input.ts';
import { badUsageInWords } from './bad-usage.ts';
import { describeHelp, helpInWords } from './help.ts';
import { createOutput, exitCodes, usageError } from './output.ts';
import { addCommands } from './program.ts';
import { createRunner } from './run.ts';
import { takeConnectionEnvironment, turnCoreDumpsOff } from '../shared/environment.ts';
import { version } from '../shared/version.ts';
import { messages } from '#shared/messages/index.ts';
import { message } from '#shared/messages/message.ts';

/** The command line: the interface's "Command-line client mapping", on the services of the studio. */
const run = createRunner(takeConnectionEnvironment());
turnCoreDumpsOff();
// A reader that leaves early, such as `head`, ends no run: help that nobody reads is no fault, and a result says by its write that it failed.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

const program = new Command('voicewright')
  .description(messages.cli.main.program)
  .version(version, '-V, --version', messages.cli.main.help.version)
  .option('--base-url <url>', messages.cli.main.baseUrlOption)
  .option('--realtime-url <url>', messages.cli.main.realtimeUrlOption)
  .option('--timeout <seconds>', messages.cli.main.timeoutOption, seconds, 30)
  .option('--wait-timeout <seconds>', messages.cli.main.waitTimeoutOption, seconds, 600)
  .option('--max-pages <number>', messages.cli.main.maxPagesOption, aCount, 100)
  .option('--idempotency-key <key>', messages.cli.main.idempotencyKeyOption, aKey)
  .option('--json', messages.cli.main.jsonOption)
  .option('--profile <dir>', messages.cli.main.profileOption)
  .configureHelp(helpInWords)
  .addHelpText('after', messages.cli.main.keyComesFrom)
  .configureOutput({ outputError: () => undefined })
  .exitOverride();
addCommands(program, run);

/** What is inherited by copy when a command is made was not set yet for those below. */
function inherit(command: Command): void {
  for (const child of command.commands) {
    child
      .exitOverride()
      .configureHelp(helpInWords)
      .configureOutput({ outputError: () => undefined });
    inherit(child);
  }
  describeHelp(command);
}
inherit(program);

/** What the options do not allow, as any other bad usage: in words that name the option and, with `--json`, as one value. */
async function badUsage({ code, message: words }: CommanderError): Promise<number> {
  const json = process.argv.includes('--json');
  // Without a command its help was shown, which says more.
  if (code === 'commander.help' && !json) return exitCodes.usage;
  const said = code === 'commander.help' ? messages.cli.main.whichCommand : badUsageInWords(words);
  const field = /--[a-z-]+/u.exec(words)?.[0] ?? 'command';
  const output = createOutput(process, () => json);
  return output.failed(usageError(message('cli.main.addHelp', said.replace(/([^.?!)])$/u, '$1.')), field), false);
}

try {
  await program.parseAsync();
  process.exitCode = run.exitCode();
} catch (thrown) {
  if (!(thrown instanceof CommanderError)) throw thrown;
  process.exitCode = thrown.exitCode === 0 ? exitCodes.done : await badUsage(thrown);
}
