export const recordedTakes = {
  // src-main/media/recordings/ffmpeg.ts
  codecNotDecoded: (codec: string) =>
    `Audio in ${codec} is decoded by FFmpeg, which is not installed here. Install it, or convert the file to WAV, FLAC, MP3, or Ogg.`,

  // src-renderer/features/narration/chapter-menu.tsx
  importForChapter: 'Import recording…',

  // src-renderer/features/narration/recordings/recording-imports.ts
  aligning: (name: string) => `Aligning ${name} to the script.`,
  importing: (name: string) => `Importing ${name}…`,
  stopped: 'The import was stopped. Nothing was changed.',
  imported: (blocks: number) => `Recording imported for ${blocks} ${blocks === 1 ? 'block' : 'blocks'}`,
  notSaid: (blocks: number) =>
    `The recording does not say ${blocks} ${blocks === 1 ? 'block' : 'blocks'} of the script. ${blocks === 1 ? 'It was' : 'They were'} left as before.`,

  // src-renderer/features/narration/script/script-menu.tsx
  importForBlocks: (blocks: number) => (blocks === 1 ? 'Import recording…' : `Import recording for ${blocks} blocks…`),

  // src-renderer/features/narration/takes/take-card.tsx
  recording: 'Recording',
  recordingFacts: (fileName: string | undefined) => (fileName === undefined ? 'Your own recording' : `Your own recording: ${fileName}`),

  // src-renderer/features/narration/recordings/recording-note.tsx
  recordingIn: (fileName: string) => `Recording: ${fileName}`,
  voiceNotInUse: 'Voice and model are used only if you generate this block.',

  // src-renderer/features/narration/takes/takes.tsx
  generateInstead: 'Generate instead',
  generateInsteadNote: 'Generates this block with its voice. The recording stays in the list of takes. This will be charged.',

  // src-main/features/recorded-takes/service.ts
  noText: 'There is no text to align the recording to.',
} as const;
