import type { Messages } from '../../shape.ts';

export const words: Messages['cli']['words'] = {
  alignCommand: 'die Wörter eines Textes in einer Aufnahme davon finden; braucht keinen Dienst',
  audioOption: 'die Aufnahme: WAV, MP3, FLAC oder Ogg; mit installiertem ffmpeg auch M4A und AAC; bis zu zwei Stunden',
  textOption: 'eine Datei mit dem Text der Aufnahme, in UTF-8',
  languageOption: 'ihre Sprache: en, de, es, fr oder hi; Standard: aus dem Text erkannt',
  textEmpty: '--text: Die Datei hat keinen Text.',
  mismatch: (from, to, text) => `Von ${from} bis ${to} sagt die Aufnahme vielleicht nicht „${text}“.`,
  wordsCommand: 'zeigen, wo jedes Wort liegt, und die Wörter von Takes ohne Wortzeiten finden; braucht keinen Dienst',
  proofCommand: 'finden, was in den Takes eines Projekts nicht stimmt, das Schlimmste zuerst; braucht keinen Dienst',
};
