import type { Messages } from '../../shape.ts';
import { window } from '../window.ts';

/** The other panels, in the order of the rail. */
export const panels: Messages['help']['sections'] = [
  {
    id: 'voices',
    group: 'panels',
    title: window.voices,
    intro: 'Alle Stimmen des Dienstes durchsehen, an einem eigenen Satz vergleichen und im Projekt verwenden.',
    topics: [
      {
        title: 'Eine Stimme finden',
        text: [
          'Das Suchfeld findet Stimmen nach Namen, Beschreibung, Sprache, Modell oder Schlagwort. Filter schränken die Liste ein.',
          'F oder der Stern macht eine Stimme zum Favoriten. Favoriten stehen oben. Favoriten, Schlagwörter und eigene Namen bleiben auf diesem Computer.',
          '**Karten** oder **Liste** wählen und bestimmen, wie die Stimmen gruppiert sind. Sprachen des geöffneten Projekts stehen oben.',
          'Jede Stimme hat eine Farbe, die sie im Skript, in der Wellenform und in Stimmenlisten behält. Ihr Bild entsteht aus Tonhöhe und Spektrum ihres Audios, sobald es welches gibt.',
          'Die Liste ist hier gespeichert und bleibt zugänglich, wenn der Dienst nicht erreichbar ist.',
        ],
      },
      {
        title: 'Stimmen probehören',
        steps: [
          'Stimmen mit der Eingabetaste oder den Kontrollkästchen auswählen.',
          'Unter **Zu sprechender Satz** einen Satz eingeben. Der Preis steht vorher da.',
          '**Probehören** wählen. Pfeil nach oben und unten spielt in den Ergebnissen die nächste Stimme.',
        ],
        text: [
          'Ein Satz, den eine Stimme schon gesprochen hat, ist kostenlos.',
          'Die Leertaste oder ein Klick auf das Bild einer Stimme spielt sie. Ohne Hörprobe zeigt das erste Drücken den Preis, das zweite kauft sie.',
        ],
      },
      {
        title: 'Eine Stimme verwenden',
        text: [
          '**Für ausgewählte Blöcke verwenden** oder **Für das Projekt verwenden** wählen. Eine Stimme lässt sich auch in der Liste der Bereiche auf „Vertonung“ ziehen und dort auf einem Block ablegen.',
          'Bevor eine eigene Stimme gelöscht wird, zeigt Voicewright die zuletzt geöffneten Projekte, die sie verwenden.',
        ],
      },
    ],
  },
  {
    id: 'clone',
    group: 'panels',
    title: window.clone,
    intro: 'Aus Aufnahmen einer Person eine Stimme machen. Etwa eine halbe Minute deutlicher Sprache genügt.',
    topics: [
      {
        title: 'Eine Stimme klonen',
        steps: [
          'Dateien oder Ordner ablegen oder **Aufnehmen** wählen und den Text unter **Dies vorlesen** lesen. Er folgt der Stimme.',
          'Die Hinweise zu jeder Aufnahme prüfen und kürzen oder entfernen, was nicht passt.',
          'Einen Namen eingeben und bestätigen, dass die Person der Verwendung ihrer Stimme zustimmt.',
          '**Stimme klonen** wählen, dann **Testsatz erzeugen**.',
        ],
      },
      {
        title: 'Aufnahmen vorbereiten',
        text: [
          'Jede Aufnahme wird auf Länge, Übersteuerung, Rauschen, Stille, Lautheit und eine zweite Person geprüft. Die Hinweise verbieten nichts.',
          'Klingt eine Datei nach einer anderen Person, sie entfernen oder bestätigen, dass alle Aufnahmen von derselben Person sind.',
          '**Rauschen mindern** nimmt gleichmäßige Störungen heraus, wo eine Aufnahme welche hat; **Stille kürzen** kürzt lange Pausen. Mit **Vorher** und **Nachher** lässt sich beides an derselben Stelle gleich laut vergleichen. Die Datei ändert sich nicht.',
          'Eine Datei, die zu groß ist oder sich in diesem Format nicht senden lässt, kann geöffnet und dann gekürzt oder umgewandelt werden. Die Datei selbst ändert sich nicht.',
        ],
      },
      {
        title: 'Wenn keine Antwort kommt',
        text: [
          'Voicewright sucht die Stimme in der Liste des Dienstes. Ist sie dort, **Übernehmen** wählen: Nichts wird erneut gesendet. Voicewright sendet einen Stimmklon nie von selbst zweimal.',
          'Entwurf und Aufnahmen überstehen einen Absturz.',
        ],
      },
    ],
  },
  {
    id: 'design',
    group: 'panels',
    title: window.design,
    intro: 'Aus einer Beschreibung eine Stimme machen. Kandidaten vergleichen, ohne ihre Namen zu kennen, und die beste speichern.',
    topics: [
      {
        title: 'Eine Stimme entwerfen',
        steps: [
          'Unter **Beschreibung** die Stimme beschreiben oder eine Beschreibung für den Anfang wählen. Unter **Probetext** schreiben, was sie spricht.',
          '**Kandidaten erzeugen** wählen.',
          'Die Zifferntasten wechseln an derselben Stelle zwischen Kandidaten. Alle sind gleich laut.',
          'Die Eingabetaste wählt einen Kandidaten, dann **Stimme speichern** wählen.',
        ],
      },
      {
        title: 'Fair vergleichen',
        text: [
          '**Blind** verbirgt die Namen bis zur Wahl. **Mit vorhandenen Stimmen vergleichen…** nimmt vorhandene Stimmen hinzu.',
          'Jede Stimme spricht den Probetext einmal; derselbe Satz derselben Stimme wird nicht zweimal berechnet.',
        ],
      },
      {
        title: 'Den Verlauf verwenden',
        text: [
          'Jedes Stimmdesign bleibt mit seinem Audio im **Verlauf**, auch nachdem der Dienst es gelöscht hat. **Duplizieren und anpassen** setzt seine Beschreibung wieder ins Formular.',
          'Kommt keine Antwort, sendet **Erneut anfragen** dieselbe Anfrage mit derselben ID. Sie wird nur einmal berechnet.',
        ],
      },
    ],
  },
  {
    id: 'live',
    group: 'panels',
    title: window.live,
    intro: 'Tippen, und die Stimme spricht sofort. Für Gespräche, Proben und Ansagen.',
    topics: [
      {
        title: 'Sprechen',
        text: [
          'Die Eingabetaste spricht, Umschalt+Eingabe beginnt eine neue Zeile. {live.silence} stoppt das Sprechen sofort.',
          'Ein Satz ist zu hören, der nächste ist bereit. Wartende Sätze lassen sich bearbeiten, verschieben und entfernen und kosten nichts. Mit {live.silence} verworfene Sätze lassen sich zurückholen.',
          'Bereits gesendete Sätze werden fertig und berechnet, auch wenn sie gestoppt wurden.',
        ],
      },
      {
        title: 'Sätze speichern',
        text: ['Häufige Sätze unter **Sätze** hinzufügen. Alt mit 1 bis 9, oder 0 für den zehnten, spricht einen davon.'],
      },
      {
        title: 'Die Verbindung einrichten',
        text: [
          'Stimme, Modell, Protokoll und Ausgabegerät stehen neben dem Text. Im Modus **Zuverlässig** setzt eine verlorene Verbindung dieselbe Sitzung fort: Nichts wird doppelt gesprochen oder berechnet.',
          'Im Modus **Einfach** geht Sprache verloren, die bei einem Abbruch noch nicht eingetroffen ist; sie wird möglicherweise berechnet.',
        ],
      },
      {
        title: 'Sitzungen verwenden',
        text: [
          'Jede Sitzung steht mit ihrem Audio unter **Sitzungen**. Sie lässt sich anhören, fortsetzen oder mit **Als Kapitel behalten** dem geöffneten Projekt hinzufügen.',
        ],
      },
    ],
  },
  {
    id: 'lip-sync',
    group: 'panels',
    title: window.lipSync,
    intro: 'Die Person in einem Video anderes Audio sprechen lassen.',
    topics: [
      {
        title: 'Einen Lippensync erzeugen',
        steps: [
          'Ein Video ablegen, eine Datei wählen oder **Per Link…** verwenden.',
          'Das Audio ebenso hinzufügen oder **Aus „Vertonung“…** wählen.',
          '**Voraussichtlich berechnet** prüfen. Mit **Video verlängern** wird die Länge des Audios berechnet.',
          '**Lippensync erzeugen** wählen.',
        ],
        text: [
          '**Beispiel ausprobieren** füllt das Formular mit einem kurzen Film und einem Satz. Mit dem lokalen Dienst läuft es auch sofort. Bei einem gehosteten Dienst erscheint zuerst der Preis.',
          'Quelle, neues Audio und Ergebnis laufen nebeneinander. Das Ergebnis wird von selbst geladen. Der Auftrag läuft nach einem Neustart weiter.',
          'Die Taste Entf auf einem Ergebnis im **Verlauf** verschiebt es nach **Entfernt**, wo es sich wiederherstellen lässt. Die Datei bleibt gespeichert.',
        ],
      },
      {
        title: 'Dateien dieses Computers verwenden',
        text: [
          'Der lokale Dienst liest Dateien direkt. Ein gehosteter kann das nicht: unter „Konto“ einen Bucket einrichten oder **Per Link…** verwenden.',
          'Ohne Bucket kann **Aus „Vertonung“…** den Dienst einen Take unter dessen eigener URL noch einmal sprechen lassen. Der Preis erscheint vorher.',
        ],
      },
    ],
  },
  {
    id: 'dubbing',
    group: 'panels',
    title: window.dubbing,
    intro: 'Sprache in einem Video ersetzen oder ergänzen: mit einem Text und einer Stimme oder Zeile für Zeile auf einer Zeitleiste.',
    topics: [
      {
        title: 'Mit einem Text synchronisieren',
        steps: [
          '**Ein Text** öffnen. Ein Video hinzufügen, den Text schreiben und eine Stimme wählen.',
          'Unter dem Text steht, wie lange die Sprache dauert und ob sie in das Video passt.',
          '**Synchronisieren** wählen.',
        ],
        text: [
          'Auch Sprache, die nicht passt, wird berechnet. Entsteht die Sprache, aber ihr Lippensync schlägt fehl, bleibt sie gespeichert, und der Lippensync lässt sich allein versuchen.',
        ],
      },
      {
        title: 'Auf der Zeitleiste synchronisieren',
        steps: [
          '**Zeitleiste** öffnen und ein Video ablegen.',
          '**Untertitel importieren** (SRT oder WebVTT) oder **Video transkribieren** wählen, oder mit {dub.add} an der Abspielposition ein Segment hinzufügen.',
          'Jedem Sprecher eine Stimme geben. In Untertiteln nennt „ANNA: …“ den Sprecher; **Sprecher** in den Feldern der gewählten Segmente nennt oder ändert ihn.',
          '**Alle erzeugen** wählen, dann **Video exportieren**.',
        ],
      },
      {
        title: 'Segmente bearbeiten',
        text: [
          'Pfeil nach oben und unten wählt ein Segment, Pfeil nach links und rechts verschiebt es um ein Bild, mit der Umschalttaste um zehn.',
          'Alt mit Pfeil nach links oder rechts verschiebt das Ende des Segments, Alt und Strg seinen Anfang. Die Eingabetaste bearbeitet seinen Text.',
          '{dub.split} teilt das Segment an der Abspielposition. Hat es Audio, behält jeder Teil seines, solange sein Text bleibt.',
          'Ein Rechtsklick auf ein Segment oder Umschalt+F10 öffnet sein Menü: wiedergeben, erzeugen, teilen, zusammenfügen, passend machen, löschen. Was gerade nicht geht, nennt den Grund.',
          '**Segmente zusammenfügen** ({dub.merge}) macht aus gewählten Nachbarn desselben Sprechers ein Segment. Teile desselben Takes klingen weiter wie zuvor, kostenlos.',
          'Jeder Sprecher hat eine Spur. Ein Segment zeigt Text, Take und Lesetempo.',
          'Ist ein Segment zu lang, bietet **Passend machen**, was hilft: **Pause davor verkürzen**, **Lücke danach nutzen**, **Schneller sprechen** oder **Wörter streichen**. Jedes sagt, was dabei herauskommt, und lässt sich rückgängig machen, auch nachdem Voicewright geschlossen war.',
          'Wie Sprache in die Zeit eines Segments passt: **Schneller, wo zu lang**, **Zeit ausfüllen**, **Wie gesprochen** oder **Am Ende abschneiden**. Die Tonhöhe bleibt gleich.',
        ],
      },
      {
        title: 'Eine Synchronfassung exportieren',
        text: [
          'Das Bild wird unverändert kopiert. **Video exportieren** schreibt MP4 mit AAC oder WebM mit Opus. **Video für den Schnitt exportieren** schreibt MOV mit unkomprimiertem Audio.',
          'Das Originalaudio wird in jedem Segment leiser, das die Synchronfassung spricht, bis zu dessen Ende. **Absenken** sagt, um wie viel.',
          'Eine Zeile, die einmal berechnet wurde, ist in jeder Synchronfassung kostenlos.',
        ],
      },
    ],
  },
  {
    id: 'transcribe',
    group: 'panels',
    title: window.transcribe,
    intro: 'Aus einer Aufnahme Text mit Zeiten machen, ihn korrigieren und in „Vertonung“ oder „Synchronisation“ verwenden.',
    topics: [
      {
        title: 'Einen vorhandenen Text ausrichten',
        steps: [
          'Die Aufnahme ablegen; mit ihr, wenn gewünscht, Untertitel oder Skript.',
          '**Text vorhanden** wählen: eine Datei (TXT, Markdown, Word, SRT oder VTT), eingefügter Text oder ein Kapitel des geöffneten Projekts.',
          '**Ausrichten – kostenlos** wählen.',
        ],
        text: [
          'Voicewright findet jedes Wort in der Aufnahme, auf diesem Computer: auf Englisch, Deutsch, Spanisch, Französisch oder Hindi, bis zwei Stunden. Nichts wird gesendet oder berechnet, und es braucht keine Verbindung.',
          'Eine Aufnahme, die vor dem Text endet, wird ausgerichtet, so weit sie reicht. Eine Aufnahme, die einen anderen Text sagt, wird abgelehnt. Segmente, die sie womöglich nicht sagt, sind mit **Prüfen** markiert.',
        ],
      },
      {
        title: 'Eine Aufnahme transkribieren',
        steps: [
          'Eine Datei ablegen oder **Per Link…** verwenden.',
          '**Erkennen** und die Sprache wählen oder **Automatisch erkennen** lassen.',
          '**Transkribieren** wählen.',
        ],
        text: [
          'Eine Datei braucht den lokalen Dienst oder einen Bucket. Der lokale Dienst erkennt Sprache, die er selbst erzeugt hat, je einen Take. Andere Aufnahmen auf Englisch entwirft er, wenn PocketSphinx installiert ist (unter Debian: apt install pocketsphinx pocketsphinx-en-us); ein **Entwurf** hat viele falsche Wörter. Ein Whisper-Modell, das in **Konto** hinzugefügt wird, erkennt stattdessen seine Sprachen; es gibt Segmenten Zeiten, Wörtern keine. Sonst muss der Dienst mit einem Transkriptionsprogramm gestartet werden.',
          'Eine Aufnahme wird einmal gesendet. Kommt keine Antwort, wurde sie möglicherweise berechnet; Voicewright sendet sie nie von selbst noch einmal.',
        ],
      },
      {
        title: 'Korrigieren und suchen',
        text: [
          'Ein Klick auf eine Zeit spielt ab dort. Wörter lassen sich direkt bearbeiten; die Eingabetaste führt zum nächsten Segment. Ein Sprecher wird im ganzen Transkript auf einmal umbenannt.',
          '{transcribe.find} sucht, {transcribe.find-next} führt zum nächsten Treffer. **Original wiederherstellen** nimmt die Änderungen zurück.',
        ],
      },
      {
        title: 'Ein Transkript verwenden',
        text: [
          '**An „Vertonung“ senden** macht daraus ein Kapitel, **An „Synchronisation“ senden** Segmente einer Synchronfassung. Beides wird nicht berechnet.',
          '**Exportieren** schreibt TXT, SRT oder VTT. Untertitel, die zum Lesen zu lang oder zu schnell sind, erscheinen vorher.',
          'Die Taste Entf auf einem Transkript in der Liste verschiebt es nach **Entfernt**, wo es sich wiederherstellen lässt. Die Datei bleibt gespeichert.',
        ],
      },
    ],
  },
  {
    id: 'images-video',
    group: 'panels',
    title: window.imagesVideo,
    intro: 'Bilder und kurze Videos aus einer Beschreibung erzeugen. Sie verbrauchen das API-Kontingent, keine Credits.',
    topics: [
      {
        title: 'Ein Bild oder ein Video erzeugen',
        steps: [
          '**Bild** oder **Video** und ein Modell wählen.',
          'Eine Beschreibung schreiben. Nimmt das Modell Referenzen, welche hinzufügen: ein Bild aus der Galerie oder **Per Link…**.',
          '**Bild erzeugen** oder **Video erzeugen** wählen.',
        ],
        text: ['Nimmt ein Modell einen Wert nicht an, sagt das Feld es, und nichts wird gesendet.'],
      },
      {
        title: 'Die Galerie verwenden',
        text: [
          'Die Galerie speichert jedes Ergebnis mit Beschreibung, Einstellungen und Referenzen. **Anpassen** setzt sie wieder ins Formular, **Als Referenz verwenden** fügt das Bild einer neuen Anfrage hinzu.',
          '**Im Lippensync verwenden** und **In der Synchronisation verwenden** geben ein Video an diese Bereiche weiter.',
          'Kommt keine Antwort, wird dieselbe Anfrage mit derselben ID erneut gesendet. Sie zählt nur einmal.',
          'Die Taste Entf auf einem Ergebnis verschiebt es nach **Entfernt**, wo es sich wiederherstellen lässt. Die Datei bleibt gespeichert.',
        ],
      },
    ],
  },
  {
    id: 'jobs',
    group: 'panels',
    title: window.jobs,
    intro: 'Alles sehen, was gesendet wurde und berechnet werden kann: was es kostete, wie es endete und was noch möglich ist.',
    topics: [
      {
        title: 'Eine Anfrage finden',
        text: [
          'Die Liste durchsuchen und filtern. Die Eingabetaste auf einer Zeile zeigt den Verlauf, die Anfrage ohne den API-Schlüssel und ihre Dateien.',
          '**Zum Block** öffnet Projekt und Kapitel an dem Block, zu dem eine Anfrage gehört.',
          'Aufträge, die andere Programme mit diesem Konto gestartet haben, sind auch aufgeführt.',
          '**Als CSV exportieren** speichert die gefundenen Anfragen.',
        ],
      },
      {
        title: 'Eine Anfrage retten',
        text: [
          '„Aufträge“ zeigt, was bei einer Anfrage möglich ist und was jeder Schritt kostet: warten, nachsehen, ein Ergebnis übernehmen, wiederholen oder aufgeben.',
          '**Nicht mehr warten** stoppt den Dienst nicht: Die Anfrage läuft dort weiter und wird berechnet.',
        ],
      },
      {
        title: 'Abbuchungen prüfen',
        text: [
          '**Aufträge und Guthaben** vergleicht die Abbuchungen hier mit dem Guthaben. Einige, etwa für „Live“, sind geschätzt. Nur eine Differenz ohne Erklärung wird gezeigt.',
        ],
      },
    ],
  },
  {
    id: 'account',
    group: 'panels',
    title: window.account,
    intro: 'Verbindungen und Budget verwalten und sehen, was die Arbeit gekostet hat.',
    topics: [
      {
        title: 'Ein Budget festlegen',
        text: [
          '**Obergrenze je Durchgang** begrenzt einen Durchgang von **Alle erzeugen**, **Kapitel erzeugen** oder **Buch erzeugen**; **Obergrenze je Tag** beginnt um Mitternacht neu. Anfragen über einer Obergrenze werden nicht gesendet, und bei unbekanntem Preis nur eine, bis ihr Preis bekannt ist.',
          '**Warnung bei niedrigem Guthaben** warnt, bevor die Credits ausgehen.',
        ],
      },
      {
        title: 'Dem lokalen Dienst eine Stimme oder Spracherkennung hinzufügen',
        text: [
          'Während der lokale Dienst verwendet wird, eine .flitevox-Datei auf **Stimmen und Spracherkennung auf diesem Computer** ablegen, mit ihrer Lizenz, falls es eine gibt. Danach steht die Stimme in jeder Stimmenliste.',
          'Oder den Ordner eines Modells von Piper, VITS oder Kokoro ablegen. Dafür ist ein kostenloses Paket nötig: Der Abschnitt zeigt den Befehl, der es installiert. Stimmen von Modellen haben keine Wortzeiten.',
          'Den Ordner eines Whisper-Modells ablegen, wie sherpa-onnx es anbietet (Encoder, Decoder und Tokens), mit demselben Paket: **Transkribieren** verwendet es dann. Das zuletzt hinzugefügte zählt. Spracherkennungen anderer Art werden abgelehnt.',
          '**Entfernen** nimmt sie wieder heraus. Das lässt sich rückgängig machen, bis Voicewright geschlossen wird.',
        ],
      },
      {
        title: 'Sehen, wofür Credits ausgegeben wurden',
        text: [
          '**Verbrauch** zeigt, was jeder Tag gekostet hat, nach Art der Arbeit oder nach Projekt. **Als Tabelle zeigen** nennt dasselbe in Zahlen.',
        ],
      },
    ],
  },
  {
    id: 'settings',
    group: 'panels',
    title: window.settings,
    intro: 'Bestimmen, wie Voicewright auf diesem Computer aussieht, klingt und bedient wird.',
    topics: [
      {
        title: 'Leichter lesen',
        text: [
          '**Schriftgröße** vergrößert das ganze Fenster. **Hoher Kontrast** kräftigt Linien und Schrift, **Bewegung reduzieren** hält alles ruhig.',
        ],
      },
      {
        title: 'Geräte wählen',
        text: ['**Ausgabegerät von Live** ist, wo „Live“ zu hören ist. **Mikrofon** ist, womit „Klonen“ aufnimmt.'],
      },
      {
        title: 'Tasten ändern',
        text: [
          'Unter **Tasten** einen Befehl suchen, **Ändern** wählen und die neuen Tasten drücken. **Alle zurücksetzen** stellt die ursprünglichen wieder her.',
        ],
      },
    ],
  },
];
