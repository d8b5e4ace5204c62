export const player = {
  // core/player/player.ts
  putTheCaretIntoABlock: 'Put the caret into a block that has sound.',

  // core/player/sound-row.tsx
  pause: 'Pause',
  play: 'Play',

  // core/player/sounds.ts
  thisSoundCannotBePlayedIt: 'This sound cannot be played: it could not be read.',

  // core/player/video-players.tsx
  thisCannotBePlayedHere: 'This cannot be played here:',
  itsPictures: 'its pictures',
  itsSound: 'its sound',
  mayBeOfAKindThat: 'may be of a kind that the window does not know. That alone keeps nothing from being sent.',
  toTheStart: 'To the start',
  oneFrameBack: 'One frame back',
  oneFrameOn: 'One frame on',
  timecode: 'Timecode',
  position: 'Position',
  frame: (spoken: string, slice: string) => `${spoken}, frame ${slice}`,
  countedBy25Fps: 'counted by 25 fps',
  waiting: ' · waiting',
  heard: 'Heard',
  thereIsNothingToPlayYet: 'There is nothing to play yet.',
  players: 'Players',
} as const;
