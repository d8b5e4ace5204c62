import { messages } from '#shared/messages/index.ts';

const { badUsage } = messages.cli.main;

/** What the library says of options that it cannot take, and how the studio says it. Its texts are its interface: it gives their parts no other way. */
const rules: readonly (readonly [RegExp, (...parts: string[]) => string])[] = [
  [/^missing required argument '(.+)'$/u, badUsage.missingArgument],
  [/^option '(.+)' argument missing$/u, badUsage.missingValue],
  [/^required option '(.+)' not specified$/u, badUsage.missingOption],
  [/^option '(.+)' cannot be used with option '(.+)'$/u, badUsage.conflict],
  [/^unknown option '(.+?)' \(Did you mean (.+)\?\)$/u, badUsage.unknownOptionLike],
  [/^unknown option '(.+)'$/u, badUsage.unknownOption],
  [/^unknown command '(.+?)' \(Did you mean (.+)\?\)$/u, badUsage.unknownCommandLike],
  [/^unknown command '(.+)'$/u, badUsage.unknownCommand],
  [/^too many arguments.* Expected \d+ arguments? but got \d+: (.+)\.$/u, badUsage.tooManyArguments],
  [/^option '(.+?)' argument '(.*?)' is invalid\. Allowed choices are (.+)\.$/u, badUsage.notAChoice],
  [/^option '(.+?)' argument '(.*?)' is invalid\. (.+)$/u, badUsage.badValue],
  [/^command-argument value '(.*?)' is invalid for argument '(.+?)'\. (.+)$/u, (value, name, why) => badUsage.badValue(name, value, why)],
];

/** A complaint of the library in the language of the command line; as it came where no rule knows it. */
export function badUsageInWords(complaint: string): string {
  const plain = complaint.replace(/^error: /u, '').replaceAll('\n', ' ');
  for (const [pattern, say] of rules) {
    const found = pattern.exec(plain);
    if (found) return say(...found.slice(1));
  }
  return plain.replace(/^./u, (first) => first.toUpperCase());
}
