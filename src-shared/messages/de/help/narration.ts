import { exportSheet } from '../export-sheet.ts';
import { find } from '../find.ts';
import { manuscript } from '../manuscript.ts';
import { narration as narrationTexts } from '../narration.ts';
import { pickups } from '../pickups.ts';
import { recordedTakes } from '../recorded-takes.ts';
import { repair } from '../repair.ts';
import { takeEdits } from '../take-edits.ts';
import { versions } from '../versions.ts';
import { voicing } from '../voicing.ts';
import { window } from '../window.ts';
import type { Messages } from '../../shape.ts';

/** The heart of the studio. */
export const narration: Messages['help']['sections'] = [
  {
    id: 'narration',
    group: 'panels',
    title: window.narration,
    intro: 'Ein Skript in Blöcken schreiben, Sprache erzeugen und beides zusammen bearbeiten. Ein Kapitel ist eine Liste von Blöcken.',
    topics: [
      {
        title: 'Blöcke schreiben und anordnen',
        text: [
          `Die Eingabetaste teilt einen Block. Die Rücktaste an seinem Anfang verbindet ihn mit dem vorigen. Sind Wörter ausgewählt, teilt **${narrationTexts.splitBlock}** im Skriptmenü an beiden Enden.`,
          'Einen Block am Rand ziehen oder {script.move-up} und {script.move-down} drücken, um ihn zu verschieben.',
          'Ein Klick auf den Rand wählt einen Block aus. Mit der Umschalttaste lassen sich mehrere auswählen, mit Strg (auf dem Mac Befehl) einzelne hinzufügen.',
          'Der Inspektor bestimmt Stimme, Modell, Tempo und mehr für die ausgewählten Blöcke. Blöcke ohne eigene Stimme verwenden die Projektstimme.',
          `Eine **${narrationTexts.note}** im Inspektor hält etwas zu einem Block fest. Sie wird nie gesprochen; ein Zeichen am Rand zeigt sie an.`,
        ],
      },
      {
        title: 'Versionen',
        text: [
          `Die Kapitelliste öffnen und **${versions.open}** wählen. **${versions.save}** hält Text, Kapitel, Stimmen, Besetzung, Aussprachen und gewählte Takes unter einem Namen fest.`,
          `**${versions.compare}** zeigt, was sich seit einer Version geändert hat: Blöcke und ihre Takes, Kapiteltitel, Stimmen, Figuren und Aussprachen. **${versions.restore}** kehrt zu ihr zurück. Das lässt sich rückgängig machen, und kein Take wird gelöscht.`,
        ],
      },
      {
        title: 'Takes prüfen und Stellen markieren',
        searchWords: 'fehler merken korrektur lesezeichen fehlendes falsches wort anhören korrekturlesen',
        text: [
          `Im Inspektor **${pickups.pickups}** öffnen oder {pickups.show} drücken. Dort steht, was in den hörbaren Takes nicht stimmt, das Schlimmste zuerst, mit den geschriebenen Wörtern und dem, was stattdessen im Take ist. Zahlen gelten als gelesen, wie immer sie gesprochen werden. Die Prüfung vergleicht Klänge: Namen und fremde Wörter können Fehlalarme sein.`,
          `Neue Takes werden im Hintergrund geprüft, auch die eines ganzen Buches. **${pickups.stopChecks}** lässt den Rest ungeprüft, bis **${pickups.checkRest}** gewählt wird.`,
          `{pickups.next} führt zur nächsten Korrekturstelle, {pickups.previous} zur vorigen. Das Skript zeigt den Block und hebt die Wörter der Stelle hervor. Die Reihenfolge der Liste wird über ihr gewählt: **${pickups.orders.worst}**, **${pickups.orders.place}** oder **${pickups.orders.kind}**; beide Tasten folgen ihr. **${pickups.playAround}** spielt sie mit zwei Sekunden davor und danach.`,
          `**${voicing.sayItAs}** öffnet die Aussprachen mit dem Wort der Korrekturstelle. **${pickups.generateSentence}** erzeugt nur den Satz der Korrekturstelle, der Rest des Blocks behält sein Audio. **${pickups.generateAgain}** erzeugt einen weiteren Take des ganzen Blocks. Beide Schaltflächen zum Erzeugen zeigen vorher den Preis. **${pickups.accept}** schließt eine Korrekturstelle, „Rückgängig“ öffnet sie wieder. **${pickups.note}** sagt, warum.`,
          `{in-text:pickups.mark} markiert beim Hören eine Stelle; {pickups.mark} allein ebenso, solange die Schreibmarke nicht im Skript steht. **${pickups.markCommand}** im Skriptmenü markiert das angeklickte Wort oder die ausgewählten Wörter. Eine Markierung bleibt bei ihrem Block, gleich welcher Take gewählt ist.`,
          'Korrekturstellen lassen sich als CSV exportieren, anderswo bearbeiten und wieder importieren. Kapitel und Blöcke zählen ab 1. Anfang und Ende sind Millisekunden ab dem Anfang des Takes.',
          'Die Kapitelliste zeigt, wie viel geprüft ist: die Blöcke, deren Take aktuell und geprüft ist und keine offene Korrekturstelle hat. Im Skript steht am Rand eines Blocks, wie viele dort offen sind.',
        ],
      },
      {
        title: 'Suchen und ersetzen',
        searchWords: 'tippfehler rechtschreibung schreibfehler verschreiber name ändern überall umbenennen suche',
        text: [
          '{script.find} sucht Text in allen Kapiteln und ihren Titeln, {script.replace} ersetzt ihn auch. {script.find-next} führt zum nächsten Treffer.',
          `**${find.matchCase}**, **${find.wholeWords}** und **${find.regularExpression}** stehen am Ende des Feldes. Im Ersatztext steht $1 für die erste Gruppe des Ausdrucks. Ohne **${find.matchCase}** behält der Ersatztext den großen Anfangsbuchstaben oder die Großschreibung der Fundstelle.`,
          `**${find.replaceAll}** ändert alle Kapitel; einmal „Rückgängig“ stellt sie wieder her. Vorher ist zu sehen, wie viele Blöcke mit Audio sich ändern und was erneutes Erzeugen kostet.`,
        ],
      },
      {
        title: 'Ein Wort anders aussprechen',
        searchWords: 'aussprache betonung falsch ausgesprochen name lautschrift',
        steps: [
          `Ein Wort mit der rechten Maustaste oder mit Umschalt+F10 anklicken und **${voicing.sayItAs}** wählen. Das lässt sich rückgängig machen.`,
          `Unter **${voicing.spoken}** eingeben, wie das Wort klingt, und es mit der Stimme dieses Computers kostenlos anhören.`,
          `Prüfen, wie viele Blöcke sich ändern und was erneutes Erzeugen kostet, dann **${voicing.save}** wählen.`,
        ],
        text: [
          `Text, Untertitel und Exporte behalten die Schreibweise. **${voicing.allProjects}** verwendet einen Eintrag überall; er lässt sich auch auf eine Stimme oder Sprache beschränken.`,
          'Ohne den Eintrag passt Audio, das vorher erzeugt wurde, kostenlos wieder.',
        ],
      },
      {
        title: 'Figuren Stimmen geben',
        text: [
          `Im Inspektor unter **${voicing.cast}** Figuren hinzufügen und für jede eine Stimme wählen. **${voicing.newCharacter}** im Menü des Skripts unter **${voicing.character}** fügt eine hinzu, die das Ausgewählte spricht. In Stimmenlisten zeigt eine Stimme Farbe und Namen der Figuren, die mit ihr sprechen. Blöcke auswählen und {cast.assign-1} für die erste Figur, {cast.assign-2} für die zweite oder {cast.assign-none} für keine drücken. Sind Wörter in einem Block ausgewählt, erhält die Figur nur diese: Der Block wird um sie herum geteilt.`,
          `**${voicing.findSpeakers}** schlägt Figuren vor, von denen der Text sagt, dass sie sprechen, wie in „sagte Anna“; die Vorschau eines Imports tut es ebenso. Unter den Namen stehen bis zu zehn, die nur mit einem Hauptwort genannt werden, wie in „rief die Wirtin“. Ankreuzen, wer gewünscht ist. Eine Kurzform wie „Thomas“ zu „Kapitän Thomas“ gilt als dieselbe Person, wo sonst niemand so heißt; ist es jemand anderes, das Häkchen entfernen. Ein Absatz, in dem sonst niemand spricht, gehört dann dieser Figur. Mit **${manuscript.splitSpeech}** wird er an den Anführungszeichen geteilt, und der Rest bleibt beim Erzähler; in Exporten und beim Aktualisieren aus dem Manuskript ist er weiter ein Absatz. Kein Text ändert sich.`,
          `Ein Skript mit Zeilen wie „IDA: Wer ist da?“ einfügen und **${voicing.addToCast}** wählen: Die Namen verschwinden aus dem Text und werden nicht gesprochen.`,
          'Bevor eine Figur eine andere Stimme bekommt, ist zu sehen, wie viele Blöcke sich ändern und was erneutes Erzeugen kostet.',
        ],
      },
      {
        title: 'Sprache erzeugen',
        text: [
          `**${narrationTexts.generate}** gilt für die ausgewählten Blöcke, **${narrationTexts.generateAll}** für alle neuen und geänderten. In einem Buch mit mehreren Kapiteln heißt es **${narrationTexts.generateChapter}** und gilt für die des Kapitels. Gesperrte Blöcke werden übersprungen. **${narrationTexts.generateBook}** gilt für alle Kapitel: es steht hinter dem Pfeil neben **${narrationTexts.generateChapter}** und an dessen Stelle, wenn das Kapitel fertig ist.`,
          `**${narrationTexts.generateAll}** und **${narrationTexts.generateChapter}** fragen in einem neuen Projekt zuerst und zeigen den Preis, ebenso immer, wenn der Preis unbekannt ist oder über der Grenze liegt, die unter „Konto“ eingestellt ist. **${narrationTexts.generateBook}** fragt, bevor es zum ersten Mal mehr als das Kapitel erzeugt.`,
          'Ein Hinweis erscheint, wenn eine Stimme die Sprache des Textes nicht spricht, den sie lesen soll, und bietet eine passende Stimme an. Sie können auch ohne Wechsel erzeugen.',
          `Ist der Dienst nicht erreichbar, hält das Erzeugen an und geht von selbst weiter. Wird Voicewright dabei geschlossen, erzeugt **${narrationTexts.resume}** im Projekt die Blöcke, die nicht gesendet wurden.`,
          `Ein Block, der für sein Modell zu lang ist, wird nicht gesendet. **${narrationTexts.splitBeforeSending}** wählen.`,
          `Auch Blöcke einer Figur ohne Stimme werden ausgelassen: Ein Hinweis nennt die Figuren in allen Kapiteln, ebenso die Frage nach dem Preis. **${voicing.chooseVoice}** wählen.`,
        ],
      },
      {
        title: 'Audio anhören und bearbeiten',
        searchWords: 'pause pausen länger kürzer längere kürzere stille lücke',
        text: [
          'Ein Klick auf ein Wort setzt die Abspielposition dorthin und die Schreibmarke ins Skript: {in-text:sound.play} spielt dann oder hält an. Steht die Schreibmarke nicht in einem Text, genügt {sound.play}.',
          `Beim Abspielen folgt das Skript der Stimme. Scrollen, Tippen und Bewegen der Schreibmarke lösen es davon; **${narrationTexts.followPlayback}** ({in-text:sound.follow}) folgt wieder.`,
          'Die Abspielposition ziehen oder irgendwo auf der Wellenform mit gedrückter Alt-Taste ziehen, um zu hören, was unter dem Zeiger liegt. Die Pfeiltasten an der Abspielposition tun dasselbe Schritt für Schritt.',
          'Die Anzeige neben der Zeit zeigt den Pegel und den True Peak in dBTP seit Beginn der Wiedergabe. Ein Klick auf die Zahl setzt ihn zurück.',
          `Über die Wellenform ziehen, um einen Teil auszuwählen, dann **${narrationTexts.loop}** wählen, um ihn zu wiederholen.`,
          `An der Lücke zwischen zwei Blöcken ziehen oder unter **${narrationTexts.pauseAfter}** einen Wert eingeben, um die Pause länger oder kürzer zu machen.`,
        ],
      },
      {
        title: 'Das Gefühl einer Stimme einstellen',
        searchWords: 'emotion gefühl ausdruck stil tonfall betonung wütend traurig fröhlich flüstern',
        text: [
          `Was ein Modell kann, steht im Inspektor der ausgewählten Blöcke. Manche Modelle haben **${narrationTexts.emotion}** oder **${narrationTexts.instruction}**: dort eingeben, wie die Stimme klingen soll. Andere haben **${narrationTexts.stability}**: Mit weniger davon unterscheiden sich Takes stärker.`,
          'Geänderte Blöcke zeigen „Geändert“. Erneutes Erzeugen wird berechnet; die Schaltfläche zeigt den Preis.',
        ],
      },
      {
        title: 'Takes vergleichen',
        text: [
          `Jedes Erzeugen eines Blocks ergibt einen Take. Sie stehen im Inspektor unter **${narrationTexts.takes}**: anhören, gute mit einem Stern markieren und mit **${narrationTexts.compare}** bei gleicher Lautheit zwischen zweien wechseln.`,
          `**${narrationTexts.choose}** macht einen Take zu dem, der zu hören ist. **${narrationTexts.restore}** setzt seinen Text, seine Stimme und seine Einstellungen wieder in den Block. Beides ist kostenlos.`,
          `**${narrationTexts.anotherTake}** erzeugt denselben Text noch einmal. Das wird berechnet. „Rückgängig“ verwendet wieder den Take davor; der neue bleibt in der Liste.`,
        ],
      },
      {
        title: 'Einen Take reparieren',
        text: [
          `Um einen Satz zu ersetzen, ein Wort davon auswählen, mit der rechten Maustaste das Menü des Skripts öffnen und **${repair.selectionCommand}** {repair.selection} wählen. Satz und Preis erscheinen vorher. Der Rest des Blocks behält sein Audio.`,
          `Nach dem Bearbeiten eines Blocks erzeugt **${repair.changedTitle}** {repair.changed} nur, was sich geändert hat. Ist das weniger als der Block, steht es mit seinem Preis in dessen Details.`,
          `Danach lassen sich **${repair.before}** und **${repair.after}** vergleichen; {repair.compare} wechselt zwischen beiden. **${repair.keep}** beendet den Vergleich, **${repair.undo}** bringt den alten Take zurück. Der neue Satz bleibt in beiden Fällen gespeichert.`,
          'Voicewright schneidet in der Stille zwischen Wörtern und gleicht Lautheit und Raumton an. Bezahltes Audio wird nie verändert. Ein Block ohne Wortzeiten lässt sich nur als Ganzes erzeugen.',
        ],
      },
      {
        title: 'Pegel, Schnitt und Überblendung von Takes einstellen',
        text: [
          `Im Inspektor unter **${narrationTexts.takes}** stehen **${takeEdits.gain}**, **${takeEdits.trimStart}** und **${takeEdits.trimEnd}**, für den hörbaren Take oder für die Takes aller ausgewählten Blöcke. Wiedergabe, Wellenform, Untertitel und Exporte folgen; der Take selbst ändert sich nicht.`,
          '{takes.louder} und {takes.quieter} ändern den Pegel um 1\u00A0dB. {takes.trim-start} schneidet ab, was vor der Abspielposition liegt, {takes.trim-end}, was dahinter liegt.',
          `Ein reparierter Take hat auch eine **${takeEdits.crossfade}**: wie lange jede seiner Nahtstellen überblendet. Bleibt sie leer, wählt Voicewright sie.`,
          `**${takeEdits.reset}** spielt den Take, wie er erzeugt wurde. Jede Änderung lässt sich rückgängig machen. Ein anderer Take des Blocks hat seine eigene Bearbeitung; eine Reparatur behält die ihres Takes.`,
        ],
      },
      {
        title: 'Eine eigene Aufnahme verwenden',
        text: [
          `Im Menü des Skripts **${recordedTakes.importForChapter}** für die ausgewählten Blöcke wählen oder in der Kapitelliste für ein Kapitel. Die Aufnahme wird am Text ausgerichtet und zwischen den Blöcken geschnitten; jeder Teil wird ein Take seines Blocks. Nichts wird berechnet.`,
          'Blöcke, die in der Aufnahme nicht vorkommen, ändern sich nicht. WAV-, MP3-, FLAC- und Ogg-Dateien lassen sich importieren.',
        ],
      },
      {
        title: 'Mit Kapiteln arbeiten',
        text: [
          'Ein Klick auf den Namen des Kapitels öffnet die Kapitelliste. Dort lassen sich Kapitel hinzufügen, umbenennen, löschen und ziehen; jeder Schritt lässt sich rückgängig machen.',
          `Word-, EPUB-, HTML-, Markdown-, Text-, Untertitel- oder CSV-Dateien ablegen oder in der Kapitelliste **${manuscript.importEllipsis}** wählen. Kapitel auswählen, benennen, verbinden oder teilen, Figuren Stimmen geben und bestimmen, wo Fußnoten gelesen werden. **${manuscript.speakTitles}** macht jeden Titel zum ersten Block seines Kapitels. Die Vorschau zeigt Länge und geschätzten Preis. „Rückgängig“ entfernt alles wieder. Ein neues Projekt beginnt mit einer Stimme, die die Sprache des Textes spricht, wenn der Dienst eine hat.`,
          `Wurde das Manuskript überarbeitet, die neue Datei auf dem Projekt ablegen oder in der Kapitelliste **${manuscript.updateEllipsis}** wählen. Die Datei wird mit dem zuletzt importierten Text verglichen: Für jedes Kapitel ist zu sehen, was geändert, verschoben, hinzugefügt und entfernt wurde, und was das danach nötige Erzeugen kostet, auch von Blöcken, die schon vorher Audio brauchten; schon bezahltes Audio ist kostenlos. Eine Zeile mit **${narrationTexts.locked}** ändert einen gesperrten Block: Er erhält erst nach dem Entsperren neues Audio. Eine abgewählte Änderung bleibt weg (Leertaste auf ihrer Zeile); Anzahl und Preis folgen. Ein neuer Absatz, in dem steht, wer spricht, erhält seine Figur und wird geteilt wie die übrigen. **${manuscript.apply}** ändert das Projekt in einem Schritt und sichert davor eine Version: „${manuscript.versionBefore('…')}“. Die neuesten 20 davon bleiben. Unveränderte Blöcke behalten Takes, Notizen und Korrekturstellen, auch in verschobenen Kapiteln. Alles zusammen lässt sich rückgängig machen.`,
          `Eigene Änderungen im Skript bleiben, wo sich das Manuskript nicht geändert hat; sie stehen unter den Änderungen. Haben beide andere Wörter eines Absatzes geändert, bleiben beide Änderungen. Haben beide dieselben Wörter geändert, ist die Zeile ein Konflikt mit importiertem Text, eigenem Text und Manuskript: Der eigene Text bleibt, bis **${manuscript.takeManuscript}** gewählt ist. Geteilte und verbundene Blöcke bleiben es. Ein Projekt aus einer früheren Version kennt den Text seines Imports nicht: Dort stehen eigene Änderungen einmal als Änderungen in der Liste und sind abzuwählen.`,
        ],
      },
      {
        title: 'Exportieren',
        searchWords: 'cover titelbild bild autor sprecher export speichern herunterladen mp3 wav m4b hörbuch acx',
        text: [
          `**${exportSheet.title}** ({export.open}) speichert Kapitel als Dateien. Zuerst eine Vorgabe wählen: Hörbuch in den Grenzwerten von ACX, Podcast, Rundfunk, Streaming, Untertitel, ein Projekt für den Audioschnitt, ein Buch zum Mitlesen oder eigene Werte für Format und Lautheit.`,
          `**${exportSheet.presetNames.daw}** erzeugt ein Projekt für Reaper oder OpenTimelineIO mit einer Spur je Figur, jedem Take an seinem Platz und den Kapiteln als Regionen oder Marken. Das Audio liegt in WAV-Dateien daneben; beides im selben Ordner lassen.`,
          `**${exportSheet.presetNames['read-along']}** erzeugt ein EPUB 3: In einem Leseprogramm mit Media Overlays leuchtet jedes Wort auf, während es gesprochen wird. Kapitel ohne Audio stehen als Text im Buch. Ein Block ohne bekannte Wortzeiten leuchtet als Ganzes auf. Eine HTML-Prüfseite ist eine einzige Datei für jemanden ohne Voicewright: Was dort mit M markiert wird, kommt als CSV zurück, die **${pickups.pickups}** importiert.`,
          `Für ein Hörbuch Titel, Autor und Sprecher eingeben und mit **${exportSheet.chooseCover}** ein Bild wählen: JPEG oder PNG, bis 20\u00A0MB. Sie werden in die Dateien geschrieben.`,
          `**${exportSheet.timedTo}** richtet Untertitel und Wortzeiten nach den Audiodateien, neben denen sie stehen sollen: Hörbuchdateien beginnen mit Raumton. Ohne eigene Wahl passen sie zum zuletzt exportierten Audio.`,
          `**${exportSheet.checks}** zeigt jede Regel der Vorgabe mit den Werten jetzt und nach dem Export. **${exportSheet.missing}** nennt Blöcke ohne Audio: anklicken, um dorthin zu gehen, sie erzeugen oder **${exportSheet.leaveOut}** ankreuzen. Sind sie erzeugt, öffnet sich der Export wieder, mit allem, was gewählt war.`,
          `**${exportSheet.fileNames}** nimmt eine Vorlage aus den Feldern, die darüber stehen, und zeigt die ersten Namen. Bleibt **${exportSheet.folder}** leer, lädt der Browser die Dateien herunter. Vorhandene Dateien werden nie ohne Frage ersetzt.`,
          `**${exportSheet.pause}**, **${exportSheet.resume}** und **${exportSheet.stop}** steuern den Export; er läuft weiter, auch wenn der Dialog geschlossen ist. Wird das Fenster neu geladen, endet er: Das Fenster meldet es und bietet Ihre Auswahl wieder an. Nach **${exportSheet.stop}** schreibt **${exportSheet.resume}** die Dateien, die im Ordner fehlen.`,
          `Die Dateien werden nach dem Schreiben gemessen. **${exportSheet.showReport}** führt das Ergebnis auf; eine Datei, die eine Regel verletzt, sagt es in ihrem Namen. Das Ergebnis und die Berichte nennen auch offene Korrekturstellen und Blöcke, die nach dem Erzeugen geändert wurden.`,
          `**${exportSheet.receipts}** ergänzt eine Seite und eine JSON-Datei: für jede Sekunde des Audios Take, Stimme, Anfrage und Abbuchung, dazu den Text einer Offenlegung synthetischer Sprache.`,
        ],
      },
      {
        title: 'Vorspann und Abspann eines Buches',
        searchWords: 'hörbuch acx opening closing credits intro outro ansage absage titelansage einleitung',
        steps: [
          `In der Kapitelliste **${narrationTexts.addChapter}** wählen und das Kapitel an den Anfang ziehen. Den Vorspann hineinschreiben: Titel, Autor und Sprecher. Am Ende ebenso ein Kapitel für den Abspann anlegen.`,
          'Beide wie jedes andere Kapitel erzeugen.',
          `**${exportSheet.title}** öffnen, **${exportSheet.presetNames.audiobook}** wählen und unter **${exportSheet.files}** **${exportSheet.eachNames.chapter}**.`,
          `Die beiden Kapitel unter **${exportSheet.openingCredits}** und **${exportSheet.closingCredits}** wählen.`,
        ],
        text: [
          'Jedes wird eine Datei, die nach dem Buch und nach Vorspann oder Abspann heißt. In jedem anderen Export sind es Kapitel wie die übrigen.',
        ],
      },
      {
        title: 'Hörprobe eines Buches',
        searchWords: 'hörbuch acx retail sample leseprobe ausschnitt auszug fünf minuten',
        steps: [
          `**${exportSheet.title}** öffnen, **${exportSheet.presetNames.audiobook}** wählen und unter **${exportSheet.files}** **${exportSheet.eachNames.chapter}**.`,
          `Unter **${exportSheet.sample}** ein Kapitel wählen. Es braucht mindestens eine Minute Audio.`,
        ],
        text: [
          'Die Hörprobe ist eine weitere Datei: die ganzen Blöcke vom Anfang des Kapitels, weniger als fünf Minuten. Nichts wird berechnet.',
          `Für eine andere Stelle nur deren Kapitel exportieren: unter **${exportSheet.chapters}** die übrigen abwählen.`,
        ],
      },
    ],
  },
];
