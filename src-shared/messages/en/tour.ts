export const tour = {
  // app/tour/tour.tsx
  tour: 'Tour',
  step: (position: string, total: string) => `Step ${position} of ${total}`,
  skip: 'Skip',
  back: 'Back',
  next: 'Next',
  done: 'Done',
  script: 'This is the script',
  scriptNote: 'Type here, or paste paragraphs. Each paragraph is a block with its own voice, audio and pause.',
  generate: 'Turn it into speech',
  generateNote: 'This button makes the audio that is missing. The price is shown first, and playback starts right away.',
  generateEmptyNote: 'Once there is text, this button makes its audio. The price is shown first, and playback starts right away.',
  waveform: 'Listen and time it',
  waveformNote: 'Click a word to move the playhead there. Drag the gap between two blocks to change the pause.',
  waveformEmptyNote:
    'Once there is audio, you see it here with its words. Click a word to move the playhead there. Drag the gap between two blocks to change the pause.',
  voices: 'Choose a voice',
  voicesNote: 'Voices lists every voice of your service. Play them, compare them, and drag one onto a block.',
  export: 'Take it with you',
  exportNote: 'Export writes audio, captions, or a finished audiobook, and checks it against the rules of the shop.',
  generateFirst: 'Make the audio of this chapter first.',

  // app/shell/commands.ts, app/help/help.tsx
  take: 'Take the tour',
} as const;
