export const account = {
  // src-main/hosts/cli/catalogue-commands.ts
  profileCommand: 'your account',
  getCommand: 'show the profile',
  updateCommand: 'change the profile',
  webhookUrlOption: 'URL for the service’s reports; empty for none',
  fieldOption: 'another field that the service’s own document declares',
  fieldNeedsNameAndValue: (one: string) => `--field takes NAME=VALUE, not “${one}”.`,
  nothingToChange: 'Nothing to change: add --webhook-url.',
  webhookNeedsHttpAddress: '--webhook-url must begin with http:// or https://, or be empty.',
  modelsCommand: 'the models for text to speech',
  listModelsCommand: 'list the models and what they can do',
} as const;
