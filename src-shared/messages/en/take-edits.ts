export const takeEdits = {
  // features/narration/take-edits/take-edit-fields.tsx
  group: 'Edit take',
  gain: 'Gain',
  crossfade: 'Crossfade',
  trimStart: 'Trim start',
  trimEnd: 'Trim end',
  dB: 'dB',
  ms: 'ms',
  s: 's',
  automatic: 'Auto',
  longestTrim: (seconds: string) => `At least ${seconds} s of audio stays. This is the longest trim.`,
  reset: 'Reset edits',
  resetDone: 'Take edits reset.',

  // features/narration/inspector/inspector.tsx
  selectOne: 'Select one block to see its takes.',

  // features/narration/take-edits/commands.ts
  louderCommand: 'Raise the gain of the take by 1 dB',
  quieterCommand: 'Lower the gain of the take by 1 dB',
  trimStartCommand: 'Trim the start of the take to the playhead',
  trimEndCommand: 'Trim the end of the take to the playhead',
  resetCommand: 'Reset the edits of the take',
  noSound: 'Select a block with audio.',
  notEdited: 'The take has no edits.',
  playheadOutside: 'Place the playhead in the audio of a block.',
  gainSet: (gain: string) => `Gain ${gain} dB`,
  gainsChanged: (count: string) => `Gain of ${count} takes changed.`,
  startTrimmed: (seconds: string) => `Start trimmed by ${seconds} s`,
  endTrimmed: (seconds: string) => `End trimmed by ${seconds} s`,

  // features/narration/takes/take-card.tsx
  factGain: (gain: string) => ` · gain ${gain} dB`,
  factTrimmed: (seconds: string) => ` · trimmed by ${seconds} s`,
  factCrossfade: (milliseconds: string) => ` · crossfade ${milliseconds} ms`,
};
