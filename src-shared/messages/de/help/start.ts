import { exportSheet } from '../export-sheet.ts';
import { narration } from '../narration.ts';
import { removal } from '../removal.ts';
import { sources } from '../sources.ts';
import { start as startTexts } from '../start.ts';
import { tour } from '../tour.ts';
import { window } from '../window.ts';
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
        searchWords: 'hörbuch anfangen vorlesen lassen text sprache',
        steps: [
          `Auf dem Startbildschirm **${startTexts.importManuscript}**, **${startTexts.write}** oder **${startTexts.openSample}** wählen oder ein Manuskript darauf ablegen.`,
          'Text schreiben, Absätze einfügen oder das Importierte ändern.',
          `**${narration.generateAll}** (in einem Buch mit mehreren Kapiteln **${narration.generateChapter}**) wählen oder {speech.generate-all} drücken. Die Wiedergabe beginnt, während die Sprache noch eintrifft, und ihre Wörter leuchten auf.`,
          `**${exportSheet.title}** wählen: Kapitel als MP3 oder WAV, das ganze Buch als M4B oder EPUB, oder Untertitel.`,
        ],
        text: [
          'Änderungen werden beim Tippen gespeichert. Beim nächsten Start von Voicewright öffnet sich das Projekt wieder, und Rückgängig geht weiter, wo Sie aufgehört haben.',
        ],
      },
      {
        title: 'Vom Startbildschirm aus beginnen',
        text: [
          `Der Startbildschirm ist zu sehen, bis ein Projekt geöffnet ist. Das Zeichen oben links oder **${window.project}**, dann **${window.startScreen}** zeigt ihn wieder.`,
          `Dateien lassen sich überall darauf ablegen: Aus Manuskripten wird ein Projekt, Videos öffnen sich in „Synchronisation“, Aufnahmen in „Transkribieren“. Eine Aufnahme auf **${startTexts.clone}** ablegen, um ihre Stimme zu klonen.`,
          `Ohne eine Datei: **${startTexts.dubVideo}**, **${startTexts.transcribe}** oder **${startTexts.clone}** wählen, dann **${sources.tryExample}**.`,
          `**${startTexts.recentProjects}** zeigt von jedem Projekt die Wellenform, die Länge und wie viel davon fertig ist. Punkte stehen für das, was noch kein Audio hat.`,
          `Ein Projekt schließen: **${window.project}**, dann **${window.closeProject}** wählen.`,
        ],
      },
      {
        title: 'Sich zurechtfinden',
        text: [
          'Die Bereiche stehen links. {go.next} führt zum nächsten Teil des Fensters, {go.previous} zurück.',
          '{window.palette} findet jeden Befehl nach seinem Namen. {help.open} öffnet die Hilfe zum sichtbaren Bereich.',
          `**${tour.take}** zeigt die fünf wichtigsten Stellen. Zu finden ist es auf dem Startbildschirm, oben in der Hilfe und unter den Befehlen.`,
        ],
      },
      {
        title: 'Rückgängig machen und wiederherstellen',
        searchWords: 'undo zurücknehmen zurückholen versehen gelöscht gelöschtes',
        text: [
          '{edit.undo} macht rückgängig, {edit.redo} wiederholt, ebenso die Pfeile oben rechts.',
          'In einem Projekt gilt das für Text, Blöcke und Kapitel, für Figuren und Aussprache, für Takes und Korrekturstellen und für einen ganzen Import. Rückgängig geht weiter, wo Sie aufgehört haben, auch nach einem Neustart.',
          'Solange ein Transkript oder die Zeitleiste einer Synchronfassung geöffnet ist, nehmen dieselben Tasten deren Änderungen zurück.',
          `Eine Meldung, die sagt, was geschehen ist, bietet oft einige Sekunden lang **${window.undo}**. Hat sich seither nichts anderes geändert, tun die Tasten dasselbe.`,
          `Ergebnisse, die in „${window.lipSync}“, „${window.dubbing}“, „${window.transcribe}“ oder „${window.imagesVideo}“ gelöscht wurden, und Stimmdesigns stehen bei ihrer Liste unter **${removal.removed}**. Dort **${removal.restore}** wählen.`,
          'Weiter zurück führt eine gesicherte Version des Projekts: [Versionen](#narration).',
          'Was gesendet wurde, bleibt gesendet und berechnet: Sein Audio steht weiter bei den Takes und lässt sich kostenlos wieder verwenden. Eine gelöschte Stimme und Ergebnisse, die entfernt wurden, um Platz zu schaffen, kommen nicht zurück.',
        ],
      },
    ],
  },
];
