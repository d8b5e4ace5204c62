export const localVoices = {
  // src-main/hosts/cli/local-voice-commands.ts
  localCommand: 'your own voices and recognizers in the local service, those of Voicewright’s window too; free',
  listCommand: 'list the added voices and recognizers, and say what model folders need',
  addCommand: 'add a Flite voice file with its licence, or the folder of a Piper, VITS, Kokoro or Whisper model',
  addArgument: 'the folder, or the files',
  removeCommand: 'remove an added voice or recognizer',
  voiceArgument: 'its id or its name, as voices local list shows them',
  packageMissing: (name: string, command: string) =>
    `Model folders need the free package ${name}, which is not installed. To install it: ${command}`,
  notFound: (voice: string) => `Nothing that was added, or several, are called “${voice}”. Use the id from voices local list.`,
} as const;
