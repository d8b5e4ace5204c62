import type { Messages } from '../shape.ts';

export const settings: Messages['settings'] = {
  general: 'Allgemein',
  accessibility: 'Bedienungshilfen',
  soundDevices: 'Audiogeräte',
  sections: 'Bereiche der Einstellungen',
  language: 'Sprache',
  newTour: 'Neu hier?',
  newTourNote: 'Der Rundgang zeigt die fünf wichtigsten Stellen.',
  microphoneNote: 'Zum Aufnehmen einer Stimme unter „Klonen“. Vor der ersten Aufnahme fragt der Browser.',
  textSize: 'Schriftgröße',
  textSizeNote: 'Zusätzlich zur Schriftgröße des Systems. Das ganze Fenster wächst mit.',
  percent: (figure) => `${figure}\u00A0%`,
  lessMotion: 'Bewegung reduzieren',
  lessMotionNote: 'Nichts gleitet oder blendet über. Gilt bereits, wenn das System es so vorgibt.',
  moreContrast: 'Hoher Kontrast',
  moreContrastNote: 'Kräftigere Linien und Schrift. Gilt bereits, wenn das System es so vorgibt.',
  languageNote: 'Gilt für die Texte des Programms. Welche Sprachen eine Stimme spricht, hängt nicht davon ab.',
};
