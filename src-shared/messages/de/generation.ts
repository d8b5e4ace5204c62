import type { Messages } from '../shape.ts';

export const generation: Messages['generation'] = {
  stopped: 'Gestoppt. Empfangenes Audio ist gespeichert.',
  scriptNotSaved: (message) => `Das Skript ließ sich nicht speichern, daher wurde nichts gesendet. ${message}`,
  generated: (count) => `${count} erzeugt`,
  reused: (count) => `${count} kostenlos wiederverwendet`,
  failed: (count) => `${count} fehlgeschlagen`,
  nothingToGenerate: 'Nichts zu erzeugen.',
};
