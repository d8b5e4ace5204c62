import type { Messages } from '../../shape.ts';
import { plural } from '../plural.ts';

export const output: Messages['cli']['output'] = {
  notAvailable: 'nicht verfügbar',
  characters: (maxTextLength) => `${maxTextLength} Zeichen`,
  notListed: (names) => `Nicht verstanden und nicht aufgeführt: ${names}.`,
  typeAndBytes: (out, bytes) => `${out}\t${bytes} Byte`,
  arrivedPart: (file) => `Der empfangene Teil liegt in ${file}.`,
  listCut: (pages) => `Nach ${plural(pages, 'Seite', 'Seiten')} geht die Liste vielleicht weiter. Mehr mit --max-pages.`,
  bytes: (bytes) => `${bytes} Byte`,
  charactersSpoken: (units) => `${units} Zeichen`,
  ofQuota: (used) => `${used} vom Kontingent`,
  credits: (amount) => `Credits: ${amount}`,
  resultIn: (path) => `Das Ergebnis liegt in ${path}.`,
  statusAndSeconds: (status, seconds) => `${status} … ${seconds}\u00A0s`,
  words: (length) => `${length} Wörter`,
};
