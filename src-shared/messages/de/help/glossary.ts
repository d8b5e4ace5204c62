import type { Messages } from '../../shape.ts';

/** Words as the studio and this help use them, in the order of the alphabet. */
export const glossary: Messages['help']['terms'] = [
  { term: 'ACX', meaning: 'Die Hörbuchbörse von Audible. Ihre Grenzwerte sind die des Exports „Hörbuch“.' },
  { term: 'Ähnlichkeit', meaning: 'Eine Einstellung mancher Modelle: wie nah die Sprache an den Aufnahmen ihrer Stimme bleibt.' },
  { term: 'Alpha, Beta, Gamma, Eta', meaning: 'Modellfamilien des Dienstes. Eine Stimme spricht mit den Modellen ihrer Familie.' },
  { term: 'Anfrage', meaning: 'Alles, was an den Dienst geht und berechnet werden kann. „Aufträge“ führt alle auf.' },
  { term: 'Auftrag', meaning: 'Eine Anfrage, die der Dienst im Hintergrund bearbeitet. Ihr Ergebnis lässt sich erneut laden.' },
  { term: 'Block', meaning: 'Ein Absatz des Skripts mit Stimme, Modell und Einstellungen. Sprache wird Block für Block erzeugt.' },
  {
    term: 'Bucket',
    meaning: 'Eigener Online-Speicher, aus dem ein gehosteter Dienst Dateien dieses Computers für begrenzte Zeit laden kann.',
  },
  { term: 'Credit', meaning: 'Die Einheit, in der der Dienst Sprache, Stimmen, Lippensync und Synchronfassungen berechnet.' },
  {
    term: 'Einheit',
    meaning:
      'Was „Live“ zählt: Der Dienst berechnet Live-Sprache in Einheiten, oft eine je Zeichen. Eine Sitzung endet bei einer Höchstzahl davon, und eine neue beginnt von selbst.',
  },
  { term: 'Kapitel', meaning: 'Ein Teil eines Projekts: eine Liste von Blöcken, die nacheinander zu hören sind.' },
  {
    term: 'Kontingent',
    meaning:
      'Was das Konto in einem Zeitraum verbrauchen darf. Bilder und Videos verbrauchen nur API-Kontingent; andere Arbeit kann es neben Credits verbrauchen.',
  },
  {
    term: 'Korrekturstelle',
    meaning: 'Eine Stelle in einem Take, die jemand anhören sollte: von der Prüfung gefunden oder beim Hören markiert.',
  },
  { term: 'Lesung', meaning: 'Jeder Take derselben Wörter ist eine weitere Lesung: „Lesung 2“ soll anders klingen.' },
  {
    term: 'Lokaler Dienst',
    meaning: 'Der Dienst auf diesem Computer, der zu Voicewright gehört. Er ist kostenlos und braucht kein Konto.',
  },
  { term: 'LUFS', meaning: 'Die Einheit der Lautheit, wie Menschen sie über die Zeit hören. Plattformen nennen ihre Ziele darin.' },
  {
    term: 'Modell',
    meaning:
      'Das Programm beim Dienst, das Sprache oder Bilder erzeugt. Modelle unterscheiden sich in Qualität, Tempo, Preis und Einstellungen.',
  },
  { term: 'Schätzung', meaning: 'Ein Preis oder eine Länge, berechnet ohne Angabe des Dienstes.' },
  { term: 'Segment', meaning: 'Eine Zeile einer Synchronfassung oder eines Transkripts mit Anfang, Ende und Sprecher.' },
  {
    term: 'Stabilität',
    meaning: 'Eine Einstellung mancher Modelle: wie gleichmäßig die Sprache ist. Mit weniger davon unterscheiden sich Takes mehr.',
  },
  { term: 'Stimme', meaning: 'Wer spricht: eine öffentliche Stimme des Dienstes oder eine geklonte oder entworfene.' },
  { term: 'Synchronfassung', meaning: 'Ein Video mit anderer Sprache: das Video, seine Segmente und ihre Stimmen.' },
  { term: 'Take', meaning: 'Eine erzeugte Fassung eines Blocks. Ein Block kann viele Takes haben; einer davon ist zu hören.' },
  { term: 'True Peak', meaning: 'Der höchste Pegel, auch zwischen den Abtastwerten, in dBTP. Über 0 kann ein Player verzerren.' },
  {
    term: 'Übersetzung',
    meaning:
      'Voicewright übersetzt nicht. Übersetzte Untertitel in eine Synchronfassung importieren oder die Zeilen in der anderen Sprache schreiben.',
  },
  { term: 'Unbekannt', meaning: 'Gesendet, aber ohne Antwort. Wurde möglicherweise berechnet.' },
  { term: 'Unvollständig', meaning: 'Ein Teil des Audios kam an. Er lässt sich wiedergeben; der Rest lässt sich nicht mehr laden.' },
  { term: 'Veraltet', meaning: 'Der Block wurde nach seinem Audio geändert, beide passen nicht mehr zusammen. Blöcke zeigen „Geändert“.' },
  { term: 'Verbindung', meaning: 'Die URL eines Dienstes zusammen mit dem API-Schlüssel.' },
  { term: 'Wiederverwendet', meaning: 'Bereits bezahlt und kostenlos noch einmal verwendet.' },
];
