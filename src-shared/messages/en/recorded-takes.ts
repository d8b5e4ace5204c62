export const recordedTakes = {
  // src-main/media/recordings/decode-recording.ts
  codecNotDecoded: (codec: string) => `Audio in ${codec.toUpperCase()} cannot be imported. Convert it to WAV, FLAC, MP3, or Ogg.`,

  // src-renderer/features/narration/chapter-menu.tsx
  importForChapter: 'Import recording…',

  // src-renderer/features/narration/recordings/recording-imports.ts
  aligning: (name: string) => `Aligning ${name} to the script.`,
  imported: (blocks: number) => `Recording imported for ${blocks} ${blocks === 1 ? 'block' : 'blocks'}`,
  notSaid: (blocks: number) =>
    `The recording does not say ${blocks} ${blocks === 1 ? 'block' : 'blocks'} of the script. ${blocks === 1 ? 'It was' : 'They were'} left as before.`,

  // src-renderer/features/narration/script-menu.tsx
  importForBlocks: (blocks: number) => (blocks === 1 ? 'Import recording…' : `Import recording for ${blocks} blocks…`),

  // src-renderer/features/narration/take-card.tsx
  recording: 'Recording',
  recordingFacts: 'Your own recording',

  // src-main/features/recorded-takes/service.ts
  noText: 'There is no text to align the recording to.',
} as const;
