export const sound = {
  // src-main/media/recordings/decoding.ts
  codingNotStated: 'It does not state its audio codec.',

  // src-main/features/clone/window-decoding.ts
  pieceMissing: 'A piece of the audio is missing.',

  // src-main/library/pcm-cache.ts
  decodedNotStored: 'The decoded audio could not stay on the disk long enough to be read.',
  peaksNotStored: 'The peaks of a sound could not be saved on the disk.',
  changedOnDisk: 'The stored sound was changed on the disk and cannot be used.',
  cannotBeDecoded: 'The stored sound cannot be decoded.',
  noRoomToDecode: 'There is no room on the disk for the decoded audio.',

  // src-main/media/decoders.ts
  impossibleRate: (sampleRate: number) => `The audio has an impossible sample rate of ${sampleRate} Hz.`,

  // src-main/media/sound-thread.ts
  notWorkedOn: 'That sound is no longer being processed.',

  // src-main/media/video/original-sound.ts
  noDecoder: (codec: string) => `Sound coded as ${codec} has no decoder here.`,
  unknownCoding: 'something unknown',

  // src-main/media/wav.ts
  wavStart: 'it does not begin like one',
  wavFormatAfterSound: 'its audio comes before its format',
  wavFormatLength: 'its format has an impossible length',
  wavChunk: 'it has an impossible chunk',
  notWav: (reason: string) => `The audio cannot be read as WAV: ${reason}.`,
  wavEncoding: (code: number, bits: number) => `encoding ${code} with ${bits} bits has no decoder here`,
  wavChannels: (channels: number) => `${channels} channels are not possible`,
  wavRate: (rate: number) => `a rate of ${rate} Hz is not possible`,
} as const;
