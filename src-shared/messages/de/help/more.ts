import { account } from '../account.ts';
import { jobs } from '../jobs.ts';
import { narration } from '../narration.ts';
import { window } from '../window.ts';
import type { Messages } from '../../shape.ts';

/** What goes beyond one panel. */
export const more: Messages['help']['sections'] = [
  {
    id: 'connections',
    group: 'more',
    title: 'Verbindungen und API-Schlüssel',
    intro: 'Eine Verbindung besteht aus der URL eines Dienstes und dem API-Schlüssel. Der lokale Dienst braucht beides nicht.',
    topics: [
      {
        title: 'Ein Konto verbinden',
        steps: [
          `„Konto“ öffnen und **${account.addConnection}** wählen.`,
          `**${account.baseUrl}** und **${account.apiKey}** eingeben. „Live“ braucht außerdem die **${account.realtimeUrl}**.`,
          `**${account.addAndUse}** wählen. Die Verbindung wird zuerst geprüft.`,
        ],
        text: [
          'Nur für einen Lauf: vor dem Start von Voicewright VOICEWRIGHT_BASE_URL, VOICEWRIGHT_REALTIME_URL und VOICEWRIGHT_API_KEY setzen. Ein API-Schlüssel ohne URL wird nirgendwohin gesendet.',
        ],
      },
      {
        title: 'Wo der API-Schlüssel liegt',
        text: [
          'Der API-Schlüssel liegt im Schlüsselspeicher des Systems. Gibt es keinen, ist er nach jedem Neustart erneut einzugeben.',
          'Er gelangt nie ins Fenster, in ein Protokoll, in ein Projekt oder in ein anderes Programm.',
        ],
      },
      {
        title: 'Einen gehosteten Dienst Dateien lesen lassen',
        text: [
          `Ein gehosteter Dienst kann Dateien dieses Computers nicht lesen. Unter „Konto“ **${account.bucketForLocalFiles}** einrichten: eigenen Speicher bei Amazon S3 oder einem kompatiblen Anbieter.`,
          'Beim Start eines bezahlten Auftrags wird seine Datei dorthin geladen, und der Dienst bekommt einen Link, der abläuft. Endet der Auftrag, wird die Datei entfernt.',
          'Den Bucket verwenden „Lippensync“, „Synchronisation“ und „Transkribieren“, die Transkription in „Klonen“ und Referenzbilder in „Bilder & Video“.',
        ],
      },
      {
        title: 'Ohne Internet arbeiten',
        searchWords: 'offline netz netzwerk verbindung',
        text: [
          'Schreiben, Hören, Bearbeiten und fertige Dateien ausgeben: All das braucht kein Internet. Auch der mitgelieferte Dienst braucht keines, denn er läuft auf diesem Computer.',
          'Nur ein gehosteter Dienst braucht es. Solange er nicht erreichbar ist, sagt Voicewright das, und nichts Bezahltes geht verloren.',
        ],
      },
      {
        title: 'Den lokalen Dienst neu starten',
        text: [
          `Der lokale Dienst startet von selbst neu, bis zu dreimal in fünf Minuten. Danach in der Befehlspalette ({window.palette}) **${window.restartService}** wählen.`,
        ],
      },
    ],
  },
  {
    id: 'paid-requests',
    group: 'more',
    title: 'Bezahlte Anfragen',
    intro: 'Voicewright hält jede bezahlte Anfrage vor dem Senden auf diesem Computer fest. So wird dasselbe Ergebnis nie zweimal bezahlt.',
    topics: [
      {
        title: 'Was kostenlos ist',
        searchWords: 'gratis umsonst ohne konto ausprobieren testen testversion',
        text: [
          'Derselbe Text mit derselben Stimme, demselben Modell und denselben Einstellungen beim selben Dienst wird wiederverwendet: „Rückgängig“, ein älterer Take, ein anderes Kapitel oder Projekt kosten nichts. An Blöcken steht „Schon bezahlt“, bis sie erzeugt werden.',
          'Wiedergeben, Exportieren, Vergleichen und Wiederherstellen sind immer kostenlos.',
        ],
      },
      {
        title: 'Wiederverwendet',
        text: ['Das Ergebnis ist schon bezahlt und wird noch einmal verwendet. Nichts wird gesendet oder berechnet.'],
      },
      {
        title: 'Noch einmal dasselbe',
        text: [
          'Bevor genau dasselbe Bild, Video oder Stimmdesign, derselbe Lippensync oder dieselbe Synchronfassung noch einmal erzeugt wird, fragt Voicewright nach. Was schon da ist, steht in der Galerie oder im Verlauf. Lässt sich das nicht feststellen, fragt Voicewright ebenfalls nach.',
        ],
      },
      {
        title: 'Unvollständig',
        text: [
          'Die Verbindung ging verloren, während Audio eintraf, und der Dienst kann den Rest nicht senden. Der empfangene Teil ist gespeichert und lässt sich wiedergeben. Erneutes Erzeugen wird berechnet.',
        ],
      },
      {
        title: jobs.outcomeUnknown,
        text: [
          'Die Anfrage wurde gesendet, und keine Antwort kam an. Sie wurde möglicherweise berechnet. Vor einer weiteren in „Aufträge“ nachsehen.',
          'Wo der Dienst es erlaubt, fragt Voicewright mit derselben ID erneut an, was nur einmal berechnet wird, oder sucht das Ergebnis in der Liste des Dienstes. Wo nicht, lässt sich das weitere Vorgehen in „Aufträge“ wählen.',
        ],
      },
      {
        title: 'Nach einem Absturz',
        searchWords: 'abgestürzt programm stromausfall eingefroren hängt verloren doppelt bezahlen',
        text: [
          'Der Text und das Audio, das angekommen ist, sind gespeichert.',
          `**${narration.resume}** im Projekt erzeugt die Blöcke, die nicht gesendet wurden. Sie wurden nicht berechnet. Eine Anfrage, die noch lief, steht unter „Aufträge“ als **${jobs.outcomeUnknown}**, bis ihr Ergebnis bekannt ist.`,
        ],
      },
      {
        title: 'Erstattungen',
        searchWords: 'geld zurück zurückbekommen erstatten',
        text: [
          'Manche Anfragen, die beim Dienst fehlschlagen, werden zuerst berechnet und danach erstattet. „Aufträge“ zeigt, was berechnet und was erstattet wurde.',
        ],
      },
      {
        title: 'Preise',
        searchWords: 'kostet kosten preis teuer geld bezahlen gebühr tarif erzeugen',
        text: [
          'Jede Schaltfläche, die neue bezahlte Arbeit startet, zeigt deren Preis, daneben oder beim Zeigen mit der Maus. Der Tooltip sagt auch, woher der Preis kommt. Was ohne Abbuchung fehlschlug, kostet beim nächsten Versuch dasselbe.',
          'Der lokale Dienst nennt seine Preise. Ein gehosteter Dienst zeigt keine: Ein Preis wird aus früheren Anfragen abgeleitet und als Schätzung gezeigt. Bis dahin ist er unbekannt, und Voicewright fragt vor dem Kauf.',
          'Credits und API-Kontingent sind zwei Konten des Dienstes. Bilder und Videos verbrauchen nur API-Kontingent. Alles andere kostet Credits und kann außerdem API-Kontingent verbrauchen, deshalb unterscheiden sich beide Zahlen. Die Statusleiste zeigt Credits und in „Bilder & Video“ daneben das API-Kontingent; „Konto“ zeigt beides. „Live“ zählt Einheiten, in denen der Dienst Sprache berechnet, und zeigt sie in Credits, wo der Preis bekannt ist.',
          'Eine Zahl mit ≈ oder „etwa“ ist geschätzt. Was Live-Sprache und geklonte Stimmen kosten, meldet der Dienst nicht; Summen und Diagramme zählen sie nach ihrem Preis.',
        ],
      },
    ],
  },
  {
    id: 'files',
    group: 'more',
    title: 'Speicher und Projektdateien',
    intro: 'Ein Projekt ist eine einzige Datei. Bezahlte Ergebnisse bleiben auf diesem Computer, bis sie entfernt werden.',
    topics: [
      {
        title: 'Projektdateien',
        searchWords: 'dateien gespeichert speicherort ordner sichern sicherung',
        text: [
          'Eine Projektdatei endet auf .voicewright und enthält Kapitel und Takes. Zum Umzug auf einen anderen Computer genügt es, sie zu kopieren.',
          `Das Menü „Projekt“ zeigt den Pfad des geöffneten Projekts. **${window.saveCopyEllipsis}** legt dort eine Kopie als eigenes Projekt an, während das Original geöffnet bleibt: am gewählten Ort oder, wenn Voicewright im Browser läuft, im Projektordner.`,
          'Immer nur ein Fenster kann ein Projekt geöffnet haben.',
        ],
      },
      {
        title: 'Platz schaffen',
        text: [
          `**${account.storage}** in „Einstellungen“ zeigt, was Platz braucht. **${account.cleanUp}** entfernt dekodiertes Audio und fertige Exporte, die bei Bedarf neu entstehen. Kein Take wird entfernt.`,
          `**${account.removeUnusedEllipsis}** findet bezahlte Ergebnisse, die kein Projekt, keine Synchronfassung und kein Bereich verwendet. Was davon entfernt wird, lässt sich auswählen. Das lässt sich nicht rückgängig machen, und erneutes Erzeugen wird berechnet.`,
        ],
      },
    ],
  },
  {
    id: 'keyboard',
    group: 'more',
    title: 'Tastenkürzel',
    intro:
      'Diese Tasten gelten in jedem Bereich. Der Abschnitt eines Bereichs nennt dessen eigene. Ändern lassen sich alle in „Einstellungen“ unter „Tasten“.',
    topics: [],
  },
  {
    id: 'command-line',
    group: 'more',
    title: 'Befehlszeile',
    intro: 'Alles, was Voicewright an den Dienst sendet, ist auch ein Befehl, für Skripte und viele Dateien auf einmal.',
    topics: [
      {
        title: 'Sprache erzeugen',
        steps: [
          'Ein Terminal im Ordner von Voicewright öffnen.',
          'Eingeben: npm run -s cli -- tts create --voice ID --text "Hallo." --out hallo.mp3',
        ],
        text: [
          '--help hinter einem Befehl zeigt seine Optionen. npm link richtet den kürzeren Namen voicewright ein.',
          'Der Befehl verwendet VOICEWRIGHT_BASE_URL und VOICEWRIGHT_API_KEY, sonst die in Voicewright verwendete Verbindung, sonst einen lokalen Dienst, den er für den Lauf startet.',
        ],
      },
      {
        title: 'Projekte verwenden',
        text: [
          'Das Projekt zuerst in Voicewright schließen. project import macht aus Word-, EPUB-, HTML-, Markdown-, Text-, Untertitel- und CSV-Dateien ein Projekt; aus einer überarbeiteten Datei übernimmt es nur, was anders ist, und Audio unveränderter Blöcke bleibt. project show zeigt Kapitel und Blöcke, project words, wo jedes Wort liegt. project proof findet, was in Takes nicht stimmt. project cast zeigt die Figuren und gibt ihnen Stimmen. project pronounce ändert, wie Wörter gesprochen werden. project replace sucht und ersetzt Text. project set gibt einem Projekt, Kapitel oder Block Stimme, Modell oder Pause und seinen Takes Pegel oder Schnitt. project record nimmt die Aufnahme eines Sprechers als Audio eines Kapitels oder Blocks. project export schreibt Audio, Untertitel oder Wortzeiten. Keiner dieser Befehle braucht einen Dienst. project generate, das fehlendes Audio aller Blöcke erzeugt, und project repair, das einen Satz erneut erzeugt, brauchen einen.',
          'align findet die Wörter eines Textes in irgendeiner Aufnahme davon.',
          'requests list und requests show zeigen, was berechnet wurde und wie es endete.',
        ],
      },
      {
        title: 'Exitcodes',
        text: [
          '0: fertig. 1: abgelehnt. 2: falsche Verwendung. 3: Ergebnis unbekannt, möglicherweise berechnet. 130: unterbrochen.',
          'Mit --idempotency-key ist ein wiederholtes tts create derselbe Auftrag und wird nur einmal berechnet.',
        ],
      },
    ],
  },
];
