import type { Messages } from '../shape.ts';

export const tour: Messages['tour'] = {
  tour: 'Rundgang',
  step: (position, total) => `Schritt ${position} von ${total}`,
  skip: 'Überspringen',
  back: 'Zurück',
  next: 'Weiter',
  done: 'Fertig',
  script: 'Das ist das Skript',
  scriptNote: 'Hier tippen oder Absätze einfügen. Jeder Absatz ist ein Block mit eigener Stimme, eigenem Audio und eigener Pause.',
  generate: 'In Sprache verwandeln',
  generateNote: 'Diese Schaltfläche erzeugt das fehlende Audio. Der Preis erscheint vorher, und die Wiedergabe beginnt sofort.',
  generateEmptyNote:
    'Sobald Text da ist, erzeugt diese Schaltfläche sein Audio. Der Preis erscheint vorher, und die Wiedergabe beginnt sofort.',
  waveform: 'Anhören und Pausen setzen',
  waveformNote: 'Ein Klick auf ein Wort setzt die Abspielposition dorthin. Ziehen an der Lücke zwischen zwei Blöcken ändert die Pause.',
  waveformEmptyNote:
    'Sobald Audio da ist, steht es hier mit seinen Wörtern. Ein Klick auf ein Wort setzt die Abspielposition dorthin. Ziehen an der Lücke zwischen zwei Blöcken ändert die Pause.',
  voices: 'Eine Stimme wählen',
  voicesNote: '„Stimmen“ zeigt alle Stimmen des Dienstes: anhören, vergleichen und eine auf einen Block ziehen.',
  export: 'Mitnehmen',
  exportNote: '„Exportieren“ schreibt Audio, Untertitel oder ein fertiges Hörbuch und prüft es nach den Regeln des Shops.',
  generateFirst: 'Zuerst das Audio dieses Kapitels erzeugen.',
  take: 'Rundgang starten',
};
