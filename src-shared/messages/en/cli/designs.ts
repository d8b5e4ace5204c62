export const designs = {
  // src-main/hosts/cli/design-commands.ts
  designCommand: 'a voice from its description',
  createCommand: 'make previews and save them; sent once, never again automatically',
  promptOption: 'what the voice is like',
  previewTextOption: 'text of the previews',
  providerOption: 'alpha, beta or both (default)',
  makingPreviews: 'making previews…',
  previewCommand: 'get the audio of a candidate',
  candidateOption: 'the candidate, as design create names it',
  saveCommand: 'make a voice from a candidate; sent once, never again automatically',
  languageOption: 'its primary language; default: that of the design',
} as const;
