import type { Messages } from '../shape.ts';

export const sound: Messages['sound'] = {
  codingNotStated: 'Der Audiocodec ist nicht angegeben.',
  pieceMissing: 'Ein Stück des Audios fehlt.',
  decodedNotStored: 'Das dekodierte Audio blieb nicht lange genug auf dem Datenträger, um gelesen zu werden.',
  peaksNotStored: 'Die Spitzen eines Audios ließen sich nicht auf dem Datenträger speichern.',
  changedOnDisk: 'Das gespeicherte Audio wurde auf dem Datenträger verändert und ist nicht verwendbar.',
  cannotBeDecoded: 'Das gespeicherte Audio lässt sich nicht dekodieren.',
  noRoomToDecode: 'Auf dem Datenträger ist kein Platz für das dekodierte Audio.',
  impossibleRate: (sampleRate) => `Das Audio hat eine unmögliche Abtastrate von ${sampleRate}\u00A0Hz.`,
  notWorkedOn: 'Dieses Audio ist nicht mehr in Arbeit.',
  noDecoder: (codec) => `Für Audio in ${codec} gibt es hier keinen Decoder.`,
  unknownCoding: 'etwas Unbekanntes',
  wavStart: 'es beginnt nicht so',
  wavFormatAfterSound: 'das Audio kommt vor dem Format',
  wavFormatLength: 'das Format hat eine unmögliche Länge',
  wavChunk: 'es hat einen unmöglichen Abschnitt',
  notWav: (reason) => `Das Audio ist nicht als WAV lesbar: ${reason}.`,
  wavEncoding: (code, bits) => `für Kodierung ${code} mit ${bits} Bit gibt es hier keinen Decoder`,
  wavChannels: (channels) => `${channels} Kanäle sind nicht möglich`,
  wavRate: (rate) => `eine Rate von ${rate}\u00A0Hz ist nicht möglich`,
};
