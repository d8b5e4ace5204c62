export const player = {
  // core/player/player.ts
  placeCaret: 'Place the cursor in a block with audio.',

  // core/player/sound-row.tsx
  pause: 'Pause',
  play: 'Play',

  // core/player/sounds.ts
  audioNotRead: 'Couldn’t read this audio.',

  // core/player/video-players.tsx
  canBeSent: 'You can still send it.',
  cannotPlayVideo: 'Can’t play this here: it can’t be reached, or the video format isn’t supported.',
  cannotPlayAudio: 'Can’t play this here: it can’t be reached, or the audio format isn’t supported.',
  toStart: 'Go to start',
  frameBack: 'Previous frame',
  frameForward: 'Next frame',
  timecode: 'Timecode',
  position: 'Position',
  framePosition: (spoken: string, slice: string) => `${spoken}, frame ${slice}`,
  countedAt25: 'counted at 25 fps',
  frameRate: (rate: string, dropFrame: string) => `${rate} fps${dropFrame}`,
  dropFrame: ', drop-frame',
  waiting: ' · waiting',
  audioSource: 'Audio source',
  nothingToPlay: 'Nothing to play.',
  players: 'Players',
} as const;
