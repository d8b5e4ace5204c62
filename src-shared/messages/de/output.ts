import type { Messages } from '../shape.ts';

export const output: Messages['output'] = {
  note: 'Alles, was Sie hören, wird hier wiedergegeben.',
  number: (number) => `Ausgabe ${number}`,
  systemDefault: 'Standard des Systems',
  needMicrophone: 'Das Mikrofon erlauben, um alle Ausgaben zu sehen. Nichts wird aufgenommen.',
  showAll: 'Alle Ausgaben anzeigen',
  output: 'Ausgabe',
  lost: 'Die gewählte Ausgabe ist getrennt. Wiedergabe über den Standard des Systems.',
  back: 'Die gewählte Ausgabe ist wieder verbunden.',
  unusable: (message) => `Diese Ausgabe ist nicht verwendbar: ${message}`,
  outputs: 'Ausgaben',
  namesNeedPermission: (message) => `Das Mikrofon erlauben, um die Namen der Ausgaben zu sehen: ${message}`,
};
