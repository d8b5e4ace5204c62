import { Help, type Command, type HelpConfiguration } from 'commander';
import { messages } from '#shared/messages/index.ts';

const { help } = messages.cli.main;

/** The headings of a command's help, by the names that the library has for them. */
const titles: Readonly<Record<string, string>> = {
  'Usage:': help.usage,
  'Arguments:': help.arguments,
  'Options:': help.options,
  'Global Options:': help.globalOptions,
  'Commands:': help.commands,
};

/** What the library adds to a description in brackets: the values that are allowed, and the one that is taken without the option. */
const ofTheLibrary = new Help();
const withFacts = (described: string): string =>
  described
    .replace(/\(choices: /u, () => `(${help.choices} `)
    .replace(/(\(|, )default: (?=[^()]*\)$)/u, (_, before: string) => `${before}${help.default} `);

/** Help in the language of the command line. */
export const helpInWords: HelpConfiguration = {
  showGlobalOptions: true,
  styleTitle: (title) => titles[title] ?? title,
  optionDescription: (option) => withFacts(ofTheLibrary.optionDescription(option)),
  argumentDescription: (argument) => withFacts(ofTheLibrary.argumentDescription(argument)),
  commandUsage: (command) =>
    ofTheLibrary.commandUsage(command).replace('[options]', `[${help.optionsPlace}]`).replace('[command]', `[${help.commandPlace}]`),
};

/** What the library itself offers, in the language of the command line. */
export function describeHelp(command: Command): void {
  command.helpOption('-h, --help', help.helpOption);
  if (command.commands.length > 0) command.helpCommand(`help [${help.commandPlace}]`, help.helpOption);
}
