import type { Messages } from '../shape.ts';
import { plural } from './plural.ts';

export const recordedTakes: Messages['recordedTakes'] = {
  codecNotDecoded: (codec) =>
    `Audio in ${codec} dekodiert FFmpeg, das hier nicht installiert ist. Installieren oder die Datei in WAV, FLAC, MP3 oder Ogg umwandeln.`,
  importForChapter: 'Aufnahme importieren…',
  aligning: (name) => `${name} wird am Skript ausgerichtet.`,
  importing: (name) => `${name} wird importiert…`,
  stopped: 'Der Import wurde gestoppt. Nichts wurde geändert.',
  imported: (blocks) => `Aufnahme importiert für ${plural(blocks, 'Block', 'Blöcke')}`,
  notSaid: (blocks) =>
    `Die Aufnahme spricht ${plural(blocks, 'Block', 'Blöcke')} des Skripts nicht. ${blocks === 1 ? 'Er blieb' : 'Sie blieben'} wie zuvor.`,
  importForBlocks: (blocks) => (blocks === 1 ? 'Aufnahme importieren…' : `Aufnahme für ${blocks} Blöcke importieren…`),
  recording: 'Aufnahme',
  recordingFacts: (fileName) => (fileName === undefined ? 'Eigene Aufnahme' : `Eigene Aufnahme: ${fileName}`),
  recordingIn: (fileName) => `Aufnahme: ${fileName}`,
  voiceNotInUse: 'Stimme und Modell gelten nur, wenn dieser Block erzeugt wird.',
  generateInstead: 'Stattdessen erzeugen',
  generateInsteadNote: 'Erzeugt diesen Block mit seiner Stimme. Die Aufnahme bleibt in der Liste der Takes. Das wird berechnet.',
  noText: 'Es gibt keinen Text, an dem die Aufnahme ausgerichtet werden kann.',
};
