export const recordedTakes = {
  // src-main/media/recordings/decode-recording.ts
  codecNotDecoded: (codec: string) => `Audio in ${codec.toUpperCase()} cannot be imported. Convert it to WAV, FLAC, MP3, or Ogg.`,

  // src-main/features/recorded-takes/service.ts
  noText: 'There is no text to align the recording to.',
} as const;
