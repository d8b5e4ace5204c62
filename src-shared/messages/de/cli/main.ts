import type { Messages } from '../../shape.ts';

export const main: Messages['cli']['main'] = {
  program: 'Sprache von einem gehosteten Dienst oder vom lokalen, wenn keiner verbunden ist.',
  baseUrlOption: 'der Dienst; Standard: VOICEWRIGHT_BASE_URL, sonst die Verbindung der App, sonst der lokale Dienst',
  realtimeUrlOption: 'seine Echtzeit-URL; Standard: VOICEWRIGHT_REALTIME_URL',
  timeoutOption: 'Sekunden für eine Antwort',
  waitTimeoutOption: 'Sekunden, bis ein Auftrag fertig ist',
  maxPagesOption: 'Seiten einer Liste, höchstens',
  idempotencyKeyOption: 'Schlüssel einer bezahlten Anfrage; gleicher Schlüssel und Text werden einmal bezahlt',
  jsonOption: 'einen JSON-Wert ausgeben und sonst nichts',
  profileOption: 'ein anderes Profil verwenden',
  keyComesFrom: '\nDer API-Schlüssel kommt aus VOICEWRIGHT_API_KEY oder der Verbindung, nie aus einem Argument.',
  whichCommand: 'Einen Befehl eingeben.',
  addHelp: (problem) => `${problem} --help zeigt, was es gibt.`,
};
