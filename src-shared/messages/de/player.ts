import type { Messages } from '../shape.ts';

export const player: Messages['player'] = {
  placeCaret: 'Die Schreibmarke in einen Block mit Audio setzen.',
  pause: 'Pause',
  play: 'Wiedergeben',
  audioNotRead: 'Dieses Audio ist nicht lesbar.',
  canBeSent: 'Senden ist trotzdem möglich.',
  cannotPlayVideo: 'Hier nicht abspielbar: nicht erreichbar, oder das Videoformat wird nicht unterstützt.',
  cannotPlayAudio: 'Hier nicht abspielbar: nicht erreichbar, oder das Audioformat wird nicht unterstützt.',
  toStart: 'Zum Anfang',
  frameBack: 'Voriges Bild',
  frameForward: 'Nächstes Bild',
  timecode: 'Timecode',
  position: 'Position',
  framePosition: (spoken, slice) => `${spoken}, Bild ${slice}`,
  countedAt25: 'gezählt mit 25\u00A0fps',
  frameRate: (rate, dropFrame) => `${rate}\u00A0fps${dropFrame}`,
  dropFrame: ', Drop-Frame',
  waiting: ' · wartet',
  audioSource: 'Audioquelle',
  nothingToPlay: 'Nichts wiederzugeben.',
  players: 'Player',
};
