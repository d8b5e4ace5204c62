import { Argument, Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { describe, expect, it } from 'vitest';
import { messages } from '#shared/messages/index.ts';
import { badUsageInWords } from '../../../src-main/hosts/cli/bad-usage.ts';

const { badUsage } = messages.cli.main;
const refuse = (): never => {
  throw new InvalidArgumentError('Not so.');
};

/** What the library itself says of these arguments. */
function complaintOf(...args: string[]): string {
  const program = new Command('program');
  const make = program
    .command('make')
    .addArgument(new Argument('<name>').argParser((name: string) => (name === 'bad' ? refuse() : name)))
    .option('--count <number>', '', refuse)
    .requiredOption('--voice <id>')
    .addOption(new Option('--mode <mode>').choices(['one', 'two']))
    .addOption(new Option('--text <text>').conflicts('file'))
    .option('--file <path>')
    .allowExcessArguments(false);
  for (const command of [program, make]) command.exitOverride().configureOutput({ writeErr: () => undefined });
  try {
    program.parse(args, { from: 'user' });
  } catch (thrown) {
    if (thrown instanceof CommanderError) return thrown.message;
    throw thrown;
  }
  throw new Error('The library took these arguments.');
}

describe('a complaint of the command line’s library', () => {
  const voice = ['--voice', 'v'];
  it.each<[string[], string]>([
    [['make', ...voice], badUsage.missingArgument('name')],
    [['make', 'a', '--voice'], badUsage.missingValue('--voice <id>')],
    [['make', 'a'], badUsage.missingOption('--voice <id>')],
    [['make', 'a', ...voice, '--text', 'x', '--file', 'y'], badUsage.conflict('--text <text>', '--file <path>')],
    [['make', 'a', ...voice, '--zzzzz'], badUsage.unknownOption('--zzzzz')],
    [['make', 'a', ...voice, '--mod', 'one'], badUsage.unknownOptionLike('--mod', '--mode')],
    [['zzzzzzz'], badUsage.unknownCommand('zzzzzzz')],
    [['mak'], badUsage.unknownCommandLike('mak', 'make')],
    [['make', 'a', 'b', 'c', ...voice], badUsage.tooManyArguments('a, b, c')],
    [['make', 'a', ...voice, '--mode', 'three'], badUsage.notAChoice('--mode <mode>', 'three', 'one, two')],
    [['make', 'a', ...voice, '--count', 'x'], badUsage.badValue('--count <number>', 'x', 'Not so.')],
    [['make', 'bad', ...voice], badUsage.badValue('name', 'bad', 'Not so.')],
  ])('%j is said in the words of the catalogue', (args, said) => {
    expect(badUsageInWords(complaintOf(...args))).toBe(said);
  });

  it('that no rule knows stays as it came', () => {
    expect(badUsageInWords('error: something new')).toBe('Something new');
  });
});
