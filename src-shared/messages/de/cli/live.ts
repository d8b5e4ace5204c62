import type { Messages } from '../../shape.ts';

export const live: Messages['cli']['live'] = {
  liveCommand: 'die Standardeingabe Zeile für Zeile sprechen, sobald sie eintrifft',
  modeOption: 'reliable übersteht eine verlorene Verbindung, simple nicht',
  realtimeVersionOption: 'Version der Echtzeitschnittstelle',
  controls: 'die Regler',
  typeLines: 'Text Zeile für Zeile eingeben. Strg+D beendet.',
  bytesMissing: (missingBytes, id) => `Es fehlen ${missingBytes} Bytes von ${id}.`,
  incomplete: (id) => `${id} ist unvollständig.`,
  reconnecting: 'Verbindung wird wiederhergestellt…',
};
