import { Command, CommanderError } from 'commander';
import { catalogueCommands } from './cli/catalogue-commands.ts';
import { designCommands } from './cli/design-commands.ts';
import { aCount, aKey, seconds } from './cli/input.ts';
import { liveCommand } from './cli/live-command.ts';
import { mediaCommands } from './cli/media-commands.ts';
import { createOutput, exitCodes, usageError } from './cli/output.ts';
import { requestCommands } from './cli/request-commands.ts';
import { createRunner } from './cli/run.ts';
import { speakCommand } from './cli/speak-command.ts';
import { transcribeCommand } from './cli/transcribe-command.ts';
import { ttsCommands } from './cli/tts-commands.ts';
import { voiceCommands } from './cli/voice-commands.ts';
import { takeConnectionEnvironment, turnCoreDumpsOff } from './host/environment.ts';
import { version } from './host/version.ts';

/** The command line: the interface's "Command-line client mapping", on the services of the studio. */
const run = createRunner(takeConnectionEnvironment());
turnCoreDumpsOff();

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
catalogueCommands(program, run);
voiceCommands(program, run);
ttsCommands(program, run);
speakCommand(program, run);
liveCommand(program, run);
transcribeCommand(program, run);
designCommands(program, run);
mediaCommands(program, run);
requestCommands(program, run);

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
