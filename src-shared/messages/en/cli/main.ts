export const main = {
  // src-main/hosts/cli/main.ts
  program: 'Speech from a hosted service, or from the local one when none is connected.',
  baseUrlOption: 'the service; default: VOICEWRIGHT_BASE_URL, else the connection of the app, else the local service',
  realtimeUrlOption: 'its realtime URL; default: VOICEWRIGHT_REALTIME_URL',
  timeoutOption: 'seconds for one response',
  waitTimeoutOption: 'seconds for a job to finish',
  maxPagesOption: 'pages of a list, at most',
  idempotencyKeyOption: 'key of a paid request; the same key and text are paid once',
  jsonOption: 'print one JSON value and nothing else',
  profileOption: 'use another profile',
  keyComesFrom: '\nThe key comes from VOICEWRIGHT_API_KEY or the connection, never from an argument.',
  whichCommand: 'Enter a command.',
  addHelp: (problem: string) => `${problem} Add --help to see what is available.`,

  // src-main/hosts/cli/help.ts
  help: {
    usage: 'Usage:',
    arguments: 'Arguments:',
    options: 'Options:',
    globalOptions: 'Global options:',
    commands: 'Commands:',
    choices: 'one of:',
    default: 'default:',
    optionsPlace: 'options',
    commandPlace: 'command',
    helpOption: 'show help',
    version: 'show the version',
  },

  // src-main/hosts/cli/bad-usage.ts
  badUsage: {
    missingArgument: (name: string) => `The argument <${name}> is missing`,
    missingValue: (option: string) => `${option} needs a value`,
    missingOption: (option: string) => `${option} is missing`,
    conflict: (one: string, other: string) => `${one} cannot be used with ${other}`,
    unknownOption: (option: string) => `There is no option ${option}`,
    unknownOptionLike: (option: string, like: string) => `There is no option ${option}. Did you mean ${like}?`,
    unknownCommand: (name: string) => `There is no command ${name}`,
    unknownCommandLike: (name: string, like: string) => `There is no command ${name}. Did you mean ${like}?`,
    tooManyArguments: (given: string) => `Too many arguments: ${given}`,
    notAChoice: (option: string, value: string, choices: string) => `${option} cannot be “${value}”. Use one of: ${choices}`,
    badValue: (option: string, value: string, why: string) => `${option} cannot be “${value}”. ${why}`,
  },
} as const;
