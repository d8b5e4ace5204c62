import type { Messages } from '../../shape.ts';

/** Basics. */
export const start: Messages['help']['sections'] = [
  {
    id: 'start',
    group: 'start',
    title: 'Erste Schritte',
    intro:
      'Einen Text schreiben, Sprache erzeugen, anhören und exportieren. Ein Konto ist nicht nötig: Ein Dienst auf diesem Computer spricht.',
    topics: [
      {
        title: 'Die erste Vertonung',
        steps: [
          'Auf dem Startbildschirm **Manuskript importieren…**, **Schreiben** oder **Beispiel öffnen** wählen oder ein Manuskript darauf ablegen.',
          'Text schreiben, Absätze einfügen oder das Importierte ändern.',
          '**Alle erzeugen** (in einem Buch mit mehreren Kapiteln **Kapitel erzeugen**) wählen oder {speech.generate-all} drücken. Die Wiedergabe beginnt, während die Sprache noch eintrifft, und ihre Wörter leuchten auf.',
          '**Exportieren** wählen: Kapitel als MP3 oder WAV, das ganze Buch als M4B oder EPUB, oder Untertitel.',
        ],
        text: [
          'Änderungen werden beim Tippen gespeichert. Beim nächsten Start von Voicewright öffnet sich das Projekt wieder, und Rückgängig geht weiter, wo Sie aufgehört haben.',
        ],
      },
      {
        title: 'Vom Startbildschirm aus beginnen',
        text: [
          'Der Startbildschirm ist zu sehen, bis ein Projekt geöffnet ist. Das Zeichen oben links oder **Projekt**, dann **Startbildschirm** zeigt ihn wieder.',
          'Dateien lassen sich überall darauf ablegen: Aus Manuskripten wird ein Projekt, Videos öffnen sich in „Synchronisation“, Aufnahmen in „Transkribieren“. Eine Aufnahme auf **Stimme klonen** ablegen, um ihre Stimme zu klonen.',
          '**Zuletzt geöffnete Projekte** zeigt von jedem Projekt die Wellenform, die Länge und wie viel davon fertig ist. Punkte stehen für das, was noch kein Audio hat.',
          'Ein Projekt schließen: **Projekt**, dann **Projekt schließen** wählen.',
        ],
      },
      {
        title: 'Sich zurechtfinden',
        text: [
          'Die Bereiche stehen links. {go.next} führt zum nächsten Teil des Fensters, {go.previous} zurück.',
          '{window.palette} findet jeden Befehl nach seinem Namen. {help.open} öffnet die Hilfe zum sichtbaren Bereich.',
          '{edit.undo} macht rückgängig, {edit.redo} wiederholt.',
          '**Rundgang starten** zeigt die fünf wichtigsten Stellen. Zu finden ist es auf dem Startbildschirm, oben in der Hilfe und unter den Befehlen.',
        ],
      },
    ],
  },
];
