import { account } from '../account.ts';
import { clone } from '../clone.ts';
import { design } from '../design.ts';
import { dubbing } from '../dubbing.ts';
import { dubbingTimeline } from '../dubbing-timeline.ts';
import { imagesVideo } from '../images-video.ts';
import { jobs } from '../jobs.ts';
import { lipSync } from '../lip-sync.ts';
import { live } from '../live.ts';
import { localVoices } from '../local-voices.ts';
import { mediaJobs } from '../media-jobs.ts';
import { narration } from '../narration.ts';
import { output } from '../output.ts';
import { removal } from '../removal.ts';
import { settings } from '../settings.ts';
import { sources } from '../sources.ts';
import { transcribe } from '../transcribe.ts';
import { voices } from '../voices.ts';
import { window } from '../window.ts';
import type { Messages } from '../../shape.ts';

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
          `**${voices.cards}** oder **${voices.list}** wählen und bestimmen, wie die Stimmen gruppiert sind. Sprachen des geöffneten Projekts stehen oben.`,
          'Jede Stimme hat eine Farbe, die sie im Skript, in der Wellenform und in Stimmenlisten behält. Ihr Bild entsteht aus Tonhöhe und Spektrum ihres Audios, sobald es welches gibt.',
          'Die Liste ist hier gespeichert und bleibt zugänglich, wenn der Dienst nicht erreichbar ist.',
        ],
      },
      {
        title: 'Stimmen probehören',
        steps: [
          'Stimmen mit der Eingabetaste oder den Kontrollkästchen auswählen.',
          'In das Feld unter den Stimmen einen Satz schreiben. Der Preis steht vorher da.',
          `**${voices.audition}** wählen. Die Stimmen erklingen nacheinander. Pfeil nach oben und unten spielt in den Ergebnissen die nächste Stimme.`,
        ],
        text: [
          'Ein Satz, den eine Stimme schon gesprochen hat, ist kostenlos.',
          'Die Leertaste oder ein Klick auf das Bild einer Stimme spielt sie. Ohne Hörprobe zeigt das erste Drücken den Preis, das zweite kauft sie. Credits des lokalen Dienstes kosten kein Geld.',
        ],
      },
      {
        title: 'Eine Stimme verwenden',
        searchWords: 'ändern wechseln andere wählen zuweisen',
        text: [
          `**${voices.useForBlocks}** oder **${voices.useForProject}** wählen. Eine Stimme lässt sich auch in der Liste der Bereiche auf „Vertonung“ ziehen und dort auf einem Block ablegen.`,
          'Ein Rechtsklick auf eine Stimme oder Umschalt+F10 öffnet ihr Menü.',
        ],
      },
      {
        title: 'Eine Stimme löschen',
        searchWords: 'entfernen löschung eigene geklonte entworfene persönliche klon stimmklon konto',
        steps: [
          `Eine geklonte oder entworfene Stimme wählen. **${voices.kind}** über der Liste zeigt mit **${voices.personal}** nur diese.`,
          `Die Taste Entf drücken oder in den Details oder im Menü der Stimme **${voices.deleteEllipsis}** wählen.`,
          `Nachlesen, welche der zuletzt geöffneten Projekte und welche Synchronfassungen die Stimme verwenden, dann **${voices.deleteVoice}** wählen.`,
        ],
        text: [
          'Der Dienst löscht die Stimme sofort. Das lässt sich nicht rückgängig machen, und was sie gekostet hat, wird nicht erstattet. Wer sie wieder braucht, klont oder entwirft sie erneut.',
          'Was sie gesprochen hat, bleibt in den Projekten und Synchronfassungen und lässt sich weiter exportieren. Blöcke und Segmente, die sie verwenden, lassen sich erst mit einer anderen Stimme wieder erzeugen: „Vertonung“ und „Synchronisation“ markieren sie, und dort lässt sich eine wählen.',
          `Öffentliche Stimmen lassen sich nicht löschen. Eine Stimme, die aus einer Datei stammt, wird unter „Konto“ bei **${localVoices.voicesOnThisComputer}** entfernt.`,
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
        searchWords: 'eigene meine aufnehmen aufnahme mikrofon nachahmen welche sprache spricht geklonte stimme',
        steps: [
          `Dateien oder Ordner ablegen oder **${clone.record}** wählen und den Text unter **${clone.readAloud}** lesen. Er folgt der Stimme.`,
          'Die Hinweise zu jeder Aufnahme prüfen und kürzen oder entfernen, was nicht passt.',
          `Einen Namen eingeben und **${clone.languages}** prüfen: Vorausgefüllt ist die Sprache des vorgelesenen Textes, des Transkripts oder dieses Fensters. Nach dem Klonen lässt sie sich nicht mehr ändern. Bleibt das Feld leer, legt der Dienst sie fest; der lokale Dienst nimmt Englisch.`,
          'Bestätigen, dass die Person der Verwendung ihrer Stimme zustimmt.',
          `**${clone.cloneVoice}** wählen, dann **${clone.generateTestLine}**.`,
        ],
        text: ['Die Stimme steht dann unter „Stimmen“ und lässt sich dort auch löschen: [Eine Stimme löschen](#voices).'],
      },
      {
        title: 'Aufnahmen vorbereiten',
        searchWords: 'rauschen hintergrundgeräusche störgeräusche entfernen bereinigen',
        text: [
          'Jede Aufnahme wird auf Länge, Übersteuerung, Rauschen, Stille, Lautheit und eine zweite Person geprüft. Die Hinweise verbieten nichts.',
          'Klingt eine Datei nach einer anderen Person, sie entfernen oder bestätigen, dass alle Aufnahmen von derselben Person sind.',
          `**${clone.reduceNoise}** nimmt gleichmäßige Störungen heraus, wo eine Aufnahme welche hat; **${clone.trimSilence}** kürzt lange Pausen. Mit **${clone.before}** und **${clone.after}** lässt sich beides an derselben Stelle gleich laut vergleichen. Die Datei ändert sich nicht.`,
          'Eine Datei, die zu groß ist oder sich in diesem Format nicht senden lässt, kann geöffnet und dann gekürzt oder umgewandelt werden. Die Datei selbst ändert sich nicht.',
        ],
      },
      {
        title: 'Wenn keine Antwort kommt',
        text: [
          `Voicewright sucht die Stimme in der Liste des Dienstes. Ist sie dort, **${jobs.adopt}** wählen: Nichts wird erneut gesendet. Voicewright sendet einen Stimmklon nie von selbst zweimal.`,
          'Eine Aufnahme, die in „Vertonung“ abgelegt wird, kann auch eine des Kapitels oder ein Video zum Synchronisieren sein: Voicewright fragt nach.',
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
          `Unter **${design.prompt}** die Stimme beschreiben oder eine Beschreibung für den Anfang wählen. Unter **${design.previewText}** schreiben, was sie spricht.`,
          `**${design.createCandidates}** wählen.`,
          'Die Zifferntasten wechseln an derselben Stelle zwischen Kandidaten. Alle sind gleich laut.',
          `Die Eingabetaste wählt einen Kandidaten. Unter **${design.language}** steht die Sprache des Probetextes; sie lässt sich ändern. Dann **${design.saveVoice}** wählen.`,
        ],
      },
      {
        title: 'Fair vergleichen',
        text: [
          `**${design.blind}** verbirgt die Namen bis zur Wahl. **${design.compareWithExistingVoices}** nimmt vorhandene Stimmen hinzu.`,
          'Jede Stimme spricht den Probetext einmal; derselbe Satz derselben Stimme wird nicht zweimal berechnet.',
        ],
      },
      {
        title: 'Den Verlauf verwenden',
        text: [
          `Jedes Stimmdesign bleibt mit seinem Audio im **${design.history}**, auch nachdem der Dienst es gelöscht hat. **${design.duplicateAndAdjust}** setzt seine Beschreibung wieder ins Formular.`,
          `Kommt keine Antwort, sendet **${design.askAgain}** dieselbe Anfrage mit derselben ID. Sie wird nur einmal berechnet.`,
          'Bevor zu genau demselben Stimmdesign weitere Kandidaten erzeugt werden, fragt Voicewright nach.',
          'Ein Kandidat, dessen Stimme gelöscht wurde, lässt sich noch einmal speichern, solange der Dienst das Stimmdesign behält.',
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
          'Ein Satz ist zu hören, der nächste ist bereit. Wartende Sätze lassen sich bearbeiten, verschieben und entfernen und kosten nichts. Mit {live.silence} verworfene Sätze lassen sich zurückholen. Die Schaltfläche neben einem gesprochenen Satz gibt ihn noch einmal wieder, solange nichts gesprochen wird.',
          'Bereits gesendete Sätze werden fertig und berechnet, auch wenn sie gestoppt wurden.',
        ],
      },
      {
        title: 'Sätze speichern',
        text: [`Häufige Sätze unter **${live.phrases}** hinzufügen. Alt mit 1 bis 9, oder 0 für den zehnten, spricht einen davon.`],
      },
      {
        title: 'Die Verbindung einrichten',
        text: [
          `Stimme, Modell, Protokoll und Ausgabegerät stehen neben dem Text. Im Modus **${live.reliable}** setzt eine verlorene Verbindung dieselbe Sitzung fort: Nichts wird doppelt gesprochen oder berechnet.`,
          `Im Modus **${live.simple}** geht Sprache verloren, die bei einem Abbruch noch nicht eingetroffen ist; sie wird möglicherweise berechnet.`,
        ],
      },
      {
        title: 'Sitzungen verwenden',
        text: [
          `Jede Sitzung steht mit ihrem Audio unter **${live.sessions}**. Sie lässt sich anhören, fortsetzen oder mit **${live.keepAsAChapter}** dem geöffneten Projekt hinzufügen.`,
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
        searchWords: 'lippen mund gesicht synchronisieren',
        steps: [
          `Ein Video ablegen, eine Datei wählen oder **${sources.byLink}** verwenden.`,
          `Das Audio ebenso hinzufügen oder **${lipSync.fromNarration}** wählen.`,
          `Unter **${lipSync.billed}** prüfen, was die Anfrage kostet. Mit **${lipSync.extendVideo}** wird die Länge des Audios berechnet.`,
          `**${lipSync.makeLipSync}** wählen.`,
        ],
        text: [
          `**${sources.tryExample}** lässt einen Wärter am Hafen einen anderen Satz sagen. Mit dem lokalen Dienst läuft es sofort. Bei einem gehosteten Dienst füllt es das Formular, und der Preis erscheint vor dem Bezahlen.`,
          'Der lokale Dienst bewegt keine Lippen: Er ersetzt den Ton des Videos, zum Ausprobieren der Schritte. Eine Zeile über dem Video sagt es vor dem Bezahlen.',
          'Quelle, neues Audio und Ergebnis laufen nebeneinander. Das Ergebnis wird von selbst geladen. Der Auftrag läuft nach einem Neustart weiter.',
          `Die Taste Entf auf einem Ergebnis im **${mediaJobs.history}** verschiebt es nach **${removal.removed}**, wo es sich wiederherstellen lässt. Die Datei bleibt gespeichert.`,
        ],
      },
      {
        title: 'Dateien dieses Computers verwenden',
        text: [
          `Der lokale Dienst liest Dateien direkt. Ein gehosteter kann das nicht: unter „Konto“ einen Bucket einrichten oder **${sources.byLink}** verwenden.`,
          `Ohne Bucket kann **${lipSync.fromNarration}** den Dienst einen Take unter dessen eigener URL noch einmal sprechen lassen. Der Preis erscheint vorher.`,
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
          `**${dubbing.oneText}** öffnen. Ein Video hinzufügen, den Text schreiben und eine Stimme wählen.`,
          'Unter dem Text steht, wie lange die Sprache dauert und ob sie in das Video passt.',
          `**${dubbing.dub}** wählen.`,
        ],
        text: [
          'Passt die Stimme oder die eingestellte Sprache nicht zum Text, sagt es eine Zeile über dem Video, bevor etwas berechnet wird. Würden Sprechernamen („ANNA: …“) mitgesprochen, sagt es eine weitere Zeile und kann sie entfernen.',
          'Auch Sprache, die nicht passt, wird berechnet. Was von der Sprache oder dem Video abgeschnitten wurde und was sich ändern lässt, steht beim Ergebnis. Entsteht die Sprache, aber ihr Lippensync schlägt fehl, bleibt sie gespeichert, und der Lippensync lässt sich allein versuchen.',
          'Bevor genau dieselbe Synchronfassung noch einmal erzeugt wird, fragt Voicewright nach.',
        ],
      },
      {
        title: 'Auf der Zeitleiste synchronisieren',
        searchWords: 'untertitel import importieren srt vtt laden übersetzen',
        steps: [
          `**${dubbing.timeline}** öffnen und ein Video ablegen, auch zusammen mit seinen Untertiteln.`,
          `**${dubbing.importCaptions}** (SRT oder WebVTT) oder **${dubbing.transcribeVideo}** wählen, oder mit {dub.add} an der Abspielposition ein Segment hinzufügen.`,
          `Jedem Sprecher eine Stimme geben. In Untertiteln und in einem Text, der ausgerichtet wird, nennt „ANNA: …“ den Sprecher bis zum nächsten Namen; **${dubbing.speaker}** in den Feldern der gewählten Segmente nennt oder ändert ihn.`,
          `**${dubbing.generateAll}** wählen, dann **${dubbing.exportVideo}**.`,
        ],
        text: [
          'Importierte Untertitel behalten ihre Sprecher: Ein Gedankenstrich, >> oder ein Name mit Doppelpunkt oder in Klammern beginnt ein Segment. Geräusche wie [Tür knallt] und Lieder werden weggelassen und aufgelistet.',
          'Spricht eine Stimme die Sprache ihres Textes nicht, sagt es eine Zeile über dem Video, bevor etwas berechnet wird, und führt zur Stimme.',
          `Wird das Fenster beim Erzeugen geschlossen oder neu geladen, wird das Audio bereits gesendeter Segmente eingesetzt, sobald es ankommt. **${dubbing.resume}** über dem Video erzeugt die übrigen.`,
          `Für eine andere Sprache übersetzte Untertitel über die Segmente importieren und **${dubbingTimeline.replaceTexts}** wählen: Jedes Segment übernimmt den Text zu seiner Zeit und behält Sprecher, Stimme und Zeiten.`,
        ],
      },
      {
        title: 'Segmente bearbeiten',
        text: [
          'Die Pfeiltasten wählen das vorige oder das nächste Segment, Pos1 und Ende das erste und das letzte. Außerhalb der Segmente und der Spuren geht Pos1 an den Anfang. {players.back} und {players.on} verschieben die Abspielposition um ein Bild.',
          'Alt mit Pfeil nach links oder rechts verschiebt das Segment um ein Bild. Die neue Zeit steht über den Spuren.',
          'Strg mit Pfeil nach links oder rechts verschiebt das Ende des Segments, Alt und Strg seinen Anfang, mit der Umschalttaste um zehn Bilder. Die Eingabetaste oder ein Doppelklick auf das Segment bearbeitet seinen Text.',
          `{dub.rename} oder ein Klick auf den Titel benennt die Synchronfassung um. Die Zeiten eines Segments lassen sich als 1:04,5 oder in Sekunden eingeben.`,
          '{dub.split} teilt das Segment an der Abspielposition. Hat es Audio, behält jeder Teil seines, solange sein Text bleibt.',
          'Ein Rechtsklick auf ein Segment oder Umschalt+F10 öffnet sein Menü: wiedergeben, erzeugen, teilen, zusammenfügen, passend machen, löschen. Was gerade nicht geht, nennt den Grund.',
          `**${dubbingTimeline.mergeSegments}** ({dub.merge}) macht aus gewählten Nachbarn desselben Sprechers ein Segment. Teile desselben Takes klingen weiter wie zuvor, kostenlos.`,
          `**${narration.anotherTake}** erzeugt den Text eines Segments noch einmal, anders gesprochen. Das wird berechnet. **${dubbingTimeline.takeChoice}** wählt dann, welcher zu hören ist, kostenlos.`,
          'Jeder Sprecher hat eine Spur. Ein Segment zeigt Text, Take und Lesetempo.',
          `Die Zeile an der Abspielposition steht über dem Video und ist in der Liste markiert, die bei der Wiedergabe mitläuft, bis man sie scrollt. Ein Schalter vor **${dubbing.zoom}** blendet sie auf dem Video aus.`,
          `Ist ein Segment zu lang, bietet **${dubbing.makeItFit}**, was hilft: **${dubbing.shortenPause}**, **${dubbing.borrowGap}**, **${dubbing.speakFaster}** oder, wo ein ganzer Satz bleibt, **${dubbing.cutWords}**. Jedes sagt, wie das Segment danach klingt und was ein neuer Take kostet, und lässt sich rückgängig machen, auch nachdem Voicewright geschlossen war.`,
          `Wie Sprache in die Zeit eines Segments passt: **${dubbing.fasterWhereTooLong}**, **${dubbing.fillTheTime}**, **${dubbing.asSpoken}** oder **${dubbing.cutAtTheEnd}**. Die Tonhöhe bleibt gleich.`,
        ],
      },
      {
        title: 'Eine Synchronfassung exportieren',
        searchWords: 'untertitel srt vtt export speichern herunterladen',
        text: [
          `Das Bild wird unverändert kopiert. **${dubbing.exportVideo}** schreibt MP4 mit AAC oder WebM mit Opus. **${dubbing.exportVideoForEditing}** schreibt MOV mit unkomprimiertem Audio.`,
          `Das Originalaudio wird in jedem Segment leiser, das die Synchronfassung spricht, bis zu dessen Ende. Um wie viel, legt **${dubbing.lowerBy}** unter **${dubbing.originalAudio}** fest.`,
          `**${dubbing.exportCaptions}** schreibt den Text der Segmente, mit den Namen ihrer Sprecher, wenn **${dubbing.captionsNameSpeakers}** eingeschaltet ist.`,
          'Ein Segment, das einmal berechnet wurde, ist in jeder Synchronfassung kostenlos. Wurde Voicewright geschlossen, bevor bezahltes Audio ankam, wird es beim Öffnen der Synchronfassung eingesetzt, kostenlos.',
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
          `**${transcribe.haveText}** wählen: eine Datei (TXT, Markdown, Word, SRT oder VTT), eingefügter Text oder ein Kapitel des geöffneten Projekts.`,
          `**${transcribe.align}** wählen.`,
        ],
        text: [
          'Voicewright findet jedes Wort in der Aufnahme, auf diesem Computer: auf Englisch, Deutsch, Spanisch, Französisch oder Hindi, bis zwei Stunden. Nichts wird gesendet oder berechnet, und es braucht keine Verbindung.',
          '„ANNA: …“ am Anfang einer Zeile nennt ihren Sprecher, auch für die folgenden Zeilen ohne Namen; der Name gehört nicht zum Text.',
          `Eine Aufnahme, die vor dem Text endet, wird ausgerichtet, so weit sie reicht. Eine Aufnahme, die einen anderen Text sagt, wird abgelehnt. Segmente, die sie womöglich nicht sagt, sind mit **${transcribe.unsure}** markiert.`,
        ],
      },
      {
        title: 'Eine Aufnahme transkribieren',
        searchWords: 'abtippen verschriftlichen mitschrift diktat untertitel erstellen',
        steps: [
          `Eine Datei ablegen oder **${sources.byLink}** verwenden.`,
          `**${transcribe.recognize}** und die Sprache wählen oder **${transcribe.detectAutomatically}** lassen.`,
          `**${transcribe.transcribe}** wählen.`,
        ],
        text: [
          `Eine Datei braucht den lokalen Dienst oder einen Bucket. Der lokale Dienst kennt den Wortlaut der Sprache, die er selbst erzeugt hat, je eines Takes; auch das Beispiel ist solche Sprache. Andere Aufnahmen auf Englisch entwirft er, wenn PocketSphinx installiert ist (unter Debian: apt install pocketsphinx pocketsphinx-en-us); ein **${transcribe.draft}** hat viele falsche Wörter. Ein Whisper-Modell, das in **${window.account}** hinzugefügt wird, erkennt stattdessen seine Sprachen; es gibt Segmenten Zeiten, Wörtern keine. Sonst muss der Dienst mit einem Transkriptionsprogramm gestartet werden.`,
          'Eine Aufnahme wird einmal gesendet. Kommt keine Antwort, wurde sie möglicherweise berechnet; Voicewright sendet sie nie von selbst noch einmal.',
        ],
      },
      {
        title: 'Korrigieren und suchen',
        text: [
          'Ein Klick auf eine Zeit spielt ab dort. Wörter lassen sich direkt bearbeiten; die Eingabetaste führt zum nächsten Segment. Ein Sprecher wird im ganzen Transkript auf einmal umbenannt; für ein einzelnes Segment ändert ihn {transcribe.speaker} oder ein Klick auf den Namen.',
          `Was die Aufnahme vielleicht nicht sagt, ist mit **${transcribe.unsure}** markiert. Anhören, dann {transcribe.checked} oder den Haken daneben drücken.`,
          `{transcribe.find} sucht, {transcribe.find-next} führt zum nächsten Treffer. **${transcribe.restoreOriginal}** nimmt die Änderungen zurück.`,
        ],
      },
      {
        title: 'Ein Transkript verwenden',
        searchWords: 'untertitel srt vtt export exportieren speichern herunterladen',
        text: [
          `**${transcribe.sendToNarration}** macht daraus ein Kapitel des offenen Projekts oder eines neuen, und die Sprecher werden zu Figuren der Besetzung. **${transcribe.sendToDubbing}** macht daraus Segmente einer Synchronfassung. Beides wird nicht berechnet.`,
          `**${transcribe.exportWord}** schreibt TXT, SRT oder VTT. Untertitel, die zum Lesen zu lang oder zu schnell sind, erscheinen vorher.`,
          `Die Taste Entf auf einem Transkript in der Liste verschiebt es nach **${removal.removed}**, wo es sich wiederherstellen lässt. Die Datei bleibt gespeichert.`,
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
        searchWords: 'erstellen generieren zeichnen malen foto film',
        steps: [
          `**${imagesVideo.anImage}** oder **${imagesVideo.aVideo}** und ein Modell wählen.`,
          `Eine Beschreibung schreiben. Nimmt das Modell Referenzbilder an, welche hinzufügen: Dateien ablegen, ein Bild der Galerie verwenden oder **${sources.byLink}** wählen.`,
          `**${imagesVideo.makeImage}** oder **${imagesVideo.makeVideo}** wählen.`,
        ],
        text: [
          'Die Beispiele unter der Beschreibung füllen sie aus. Sie senden nichts.',
          'Nimmt ein Modell einen Wert nicht an, sagt das Feld es, und nichts wird gesendet.',
          'Referenzen bleiben, wenn die Art wechselt: Ein Bild wird ein Einzelbild des Videos. Nimmt ein Modell keine an, werden sie aufbewahrt und nicht gesendet.',
        ],
      },
      {
        title: 'Die Galerie verwenden',
        text: [
          `Die Galerie speichert jedes Ergebnis mit Beschreibung, Einstellungen und Referenzen. **${imagesVideo.adjust}** setzt sie wieder ins Formular, **${imagesVideo.useAsReference}** fügt das Bild einer neuen Anfrage hinzu.`,
          `**${imagesVideo.useInLipSync}** und **${imagesVideo.useInDubbing}** geben ein Video an diese Bereiche weiter.`,
          'Kommt keine Antwort, wird dieselbe Anfrage mit derselben ID erneut gesendet. Sie zählt nur einmal.',
          'Bevor genau dasselbe Bild oder Video noch einmal erzeugt wird, fragt Voicewright nach: Das Ergebnis kann anders ausfallen, und es verbraucht wieder API-Kontingent.',
          `Die Taste Entf auf einem Ergebnis verschiebt es nach **${removal.removed}**, wo es sich wiederherstellen lässt. Die Datei bleibt gespeichert.`,
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
          `Die Zeilen einer Synchronfassung stehen unter den Arten **${jobs.speech}** und **${jobs.dubbing}**.`,
          `**${jobs.goToBlock}** öffnet Projekt und Kapitel an dem Block, zu dem eine Anfrage gehört.`,
          'Aufträge, die andere Programme mit diesem Konto gestartet haben, sind auch aufgeführt.',
          'Bevor Sprache angefordert wird, werden Stimme und Modell kostenlos nachgeschlagen. Schlägt das fehl, etwa weil die Stimme gelöscht wurde, wird nichts gesendet und nichts berechnet, und die Liste hat keinen Eintrag dafür.',
          `**${jobs.exportCsv}** speichert die gefundenen Anfragen.`,
        ],
      },
      {
        title: 'Eine Anfrage retten',
        text: [
          `Eine Anfrage ohne Antwort trägt **${jobs.outcomeUnknown}**: Sie wurde möglicherweise berechnet. Eingabe auf ihrer Zeile zeigt, was möglich ist. **${jobs.retryAll}** über der Liste macht für alle, was **${jobs.retry}** für eine macht.`,
          '„Aufträge“ zeigt, was bei einer Anfrage möglich ist und was jeder Schritt kostet: warten, nachsehen, ein Ergebnis übernehmen, wiederholen oder aufgeben.',
          `**${jobs.stopWaiting}** stoppt den Dienst nicht: Die Anfrage läuft dort weiter und wird berechnet.`,
        ],
      },
      {
        title: 'Abbuchungen prüfen',
        text: [
          `**${jobs.explain}** unter der Liste vergleicht die Abbuchungen hier mit dem Guthaben. Einige, etwa für „Live“, sind geschätzt. Nur eine Differenz ohne Erklärung wird gezeigt.`,
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
          `**${account.capPerBatch}** begrenzt einen Durchgang von **${narration.generateAll}**, **${narration.generateChapter}** oder **${narration.generateBook}**; **${account.capPerDay}** beginnt um Mitternacht neu. Anfragen über einer Obergrenze werden nicht gesendet, und bei unbekanntem Preis nur eine, bis ihr Preis bekannt ist.`,
          `**${account.lowBalanceWarning}** warnt, bevor die Credits ausgehen.`,
        ],
      },
      {
        title: 'Dem lokalen Dienst eine Stimme oder Spracherkennung hinzufügen',
        searchWords: 'läuft auf dem eigenen computer offline lokal installieren',
        text: [
          `Während der lokale Dienst verwendet wird, eine .flitevox-Datei auf **${localVoices.voicesOnThisComputer}** ablegen, mit ihrer Lizenz, falls es eine gibt. Danach steht die Stimme in jeder Stimmenliste.`,
          'Oder den Ordner eines Modells von Piper, VITS oder Kokoro ablegen. Dafür ist ein kostenloses Paket nötig: Der Abschnitt zeigt den Befehl, der es installiert. Stimmen von Modellen haben keine Wortzeiten.',
          `Den Ordner eines Whisper-Modells ablegen, wie sherpa-onnx es anbietet (Encoder, Decoder und Tokens), mit demselben Paket: **${window.transcribe}** verwendet es dann. Das zuletzt hinzugefügte zählt. Spracherkennungen anderer Art werden abgelehnt.`,
          `**${localVoices.remove}** nimmt sie wieder heraus. Das lässt sich rückgängig machen, bis Voicewright geschlossen wird.`,
        ],
      },
      {
        title: 'Sehen, wofür Credits ausgegeben wurden',
        text: [
          `**${account.usage}** zeigt, was jeder Tag gekostet hat, nach Art der Arbeit oder nach Projekt. **${account.showTable}** nennt dasselbe in Zahlen.`,
        ],
      },
    ],
  },
  {
    id: 'settings',
    group: 'panels',
    title: window.settings,
    intro: 'Wie Voicewright auf diesem Computer aussieht, klingt und bedient wird.',
    topics: [
      {
        title: 'Leichter lesen',
        text: [
          `**${settings.textSize}** vergrößert das ganze Fenster. **${settings.moreContrast}** kräftigt Linien und Schrift, **${settings.lessMotion}** hält alles ruhig.`,
        ],
      },
      {
        title: 'Geräte wählen',
        text: [
          `Über **${output.output}** ist alles zu hören, was Voicewright wiedergibt. Solange das Gerät getrennt ist, läuft die Wiedergabe über den Standard des Systems. Mit **${clone.microphone}** nimmt „Klonen“ auf.`,
        ],
      },
      {
        title: 'Tasten ändern',
        text: [
          `Unter **${account.keys}** einen Befehl suchen, rechts seine Tasten wählen und die neuen drücken. **${account.resetAll}** stellt die ursprünglichen wieder her.`,
        ],
      },
    ],
  },
];
