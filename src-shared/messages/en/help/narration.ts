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
import type { HelpSection } from './section.ts';

/** The heart of the studio. */
export const narration: readonly HelpSection[] = [
  {
    id: 'narration',
    group: 'panels',
    title: window.narration,
    intro: 'Write a script in blocks, generate its speech, and edit it together with its audio. A chapter is a list of blocks.',
    topics: [
      {
        title: 'Write and arrange blocks',
        text: [
          `Press Enter to split a block. Press Backspace at its start to join it to the one before. When words are selected, **${narrationTexts.splitBlock}** in the script menu splits at both ends of them.`,
          'Drag a block by its margin, or press {script.move-up} and {script.move-down}, to move it.',
          'Click the margin to select a block. Hold Shift to select several, or Ctrl (Command on a Mac) to add single blocks.',
          'The inspector sets voice, model, speed and more for the selected blocks. Blocks without a voice of their own use the voice of the project.',
          `Enter a **${narrationTexts.note}** in the inspector to remember something about a block. It is never spoken, and a sign in the margin shows it.`,
        ],
      },
      {
        title: 'Versions',
        text: [
          `Open the list of chapters and choose **${versions.open}**. **${versions.save}** keeps the text, the chapters, the voices, the cast, the pronunciations and the chosen takes under a name.`,
          `**${versions.compare}** lists what changed since a version: blocks and their takes, chapter titles, voices, characters and pronunciations. **${versions.restore}** goes back to it. You can undo this, and no take is deleted.`,
        ],
      },
      {
        title: 'Check takes and mark places',
        searchWords: 'mistake error wrong missing word listening proofread proof review pickup bookmark',
        text: [
          `Open **${pickups.pickups}** in the inspector or press {pickups.show}. What is wrong in the takes that you hear is listed there, the worst first, with the words that are written and what is in the take instead. Figures count as read however they are said. The check compares sounds: names and foreign words can be false alarms.`,
          `New takes are checked in the background, also those of a whole book. **${pickups.stopChecks}** leaves the rest unchecked until you choose **${pickups.checkRest}**.`,
          `{pickups.next} goes to the next pickup and {pickups.previous} to the one before. The script shows its block and marks its words. The order button above the list has **${pickups.orders.worst}**, **${pickups.orders.place}** and **${pickups.orders.kind}**; both keys follow it. **${pickups.playAround}** plays it with two seconds before and after.`,
          `**${voicing.sayItAs}** opens the pronunciations with the word of the pickup. **${pickups.generateSentence}** makes the sentence of the pickup alone, and the rest of the block keeps its audio. **${pickups.generateAgain}** makes another take of the whole block. Both generate buttons show their price first. **${pickups.accept}** closes a pickup, and undo opens it again. **${pickups.note}** says why.`,
          `Press {in-text:pickups.mark} while you listen to mark a place; {pickups.mark} alone does it too, unless the cursor is in the script. **${pickups.markCommand}** in the script menu marks the word that you click, or the selected words. A mark stays with its block, whichever take you choose.`,
          'Export the pickups as CSV, edit them elsewhere, and import them again. Chapters and blocks are counted from 1. Start and end are milliseconds from the start of the take.',
          'The list of chapters shows how much is proofed: the blocks whose take is up to date, was checked, and has no open pickup. In the script, the margin of a block says how many are open in it.',
        ],
      },
      {
        title: 'Find and replace',
        searchWords: 'typo spelling misspelled correct change name search rename everywhere',
        text: [
          'Press {script.find} to find text in all chapters and their titles, or {script.replace} to replace it too. {script.find-next} goes to the next match.',
          `Turn on **${find.matchCase}**, **${find.wholeWords}** or **${find.regularExpression}** at the end of the field. In a replacement, $1 stands for the first group of the expression. Without **${find.matchCase}**, the replacement begins with a capital, or is all capitals, where the match is.`,
          `**${find.replaceAll}** changes all chapters, and one undo restores them. Before you choose it, you see how many blocks with audio change and what generating them again costs.`,
        ],
      },
      {
        title: 'Say a word another way',
        searchWords: 'pronounce pronunciation mispronounced name wrong',
        steps: [
          `Right-click a word, or press Shift+F10 on it, and choose **${voicing.sayItAs}**. You can undo this.`,
          `Enter in **${voicing.spoken}** how the word sounds, and play it with the voice of this computer, free of charge.`,
          `Check how many blocks change and what generating them again costs, then choose **${voicing.save}**.`,
        ],
        text: [
          `Text, captions and exports keep what is written. Choose **${voicing.allProjects}** to use an entry everywhere, or limit it to one voice or language.`,
          'Remove an entry, and audio that you generated before it fits again without a charge.',
        ],
      },
      {
        title: 'Give characters their voices',
        text: [
          `Add characters under **${voicing.cast}** in the inspector and choose a voice for each. **${voicing.newCharacter}** in the menu of the script, under **${voicing.character}**, adds one who speaks what is selected. In a list of voices, a voice shows the color and name of the characters that speak with it. Select blocks and press {cast.assign-1} for the first character, {cast.assign-2} for the second, or {cast.assign-none} for none. When words are selected inside one block, the character gets these words only: the block is split around them.`,
          `**${voicing.findSpeakers}** proposes characters of whom the text says that they speak, as in “said Anna” or “said the Hatter”; the preview of an import does the same. Below the names are up to ten who are called by a noun alone, as in “said the boy”. Tick those that you want. A short form of a name, as “Thomas” of “Captain Thomas”, is offered as the same person where nobody else has it; clear its box where it is somebody else. A paragraph that quotes nobody else becomes theirs. With **${manuscript.splitSpeech}** it is split at its quotation marks, and the rest stays with the narrator; in exports and in updates from the manuscript it is one paragraph still. No text changes.`,
          `Paste a script with lines such as “IDA: Who is there?” and choose **${voicing.addToCast}**: the names leave the text and are not spoken.`,
          'Before a character changes its voice, you see how many blocks change and what generating them again costs.',
        ],
      },
      {
        title: 'Generate speech',
        text: [
          `**${narrationTexts.generate}** makes the selected blocks. **${narrationTexts.generateAll}** makes every block that is new or changed; in a book of several chapters it is **${narrationTexts.generateChapter}** and makes those of the chapter. Locked blocks are skipped. **${narrationTexts.generateBook}** makes all chapters: it is behind the arrow beside **${narrationTexts.generateChapter}**, and takes its place where the chapter is done.`,
          `**${narrationTexts.generateAll}** and **${narrationTexts.generateChapter}** ask first and show the price in a new project, and whenever the price is unknown or above the limit that you set in Account. **${narrationTexts.generateBook}** asks before the first time it makes more than the chapter.`,
          'A notice says when a voice does not speak the language of the text that it is to read, and offers one that does. You can generate without changing it.',
          `If the service cannot be reached, generation pauses and continues automatically. If Voicewright closes during generation, choose **${narrationTexts.resume}** in the project to make the blocks that were not sent.`,
          `A block that is too long for its model is not sent. Choose **${narrationTexts.splitBeforeSending}**.`,
          `Blocks of a character without a voice are left out too: a notice names the characters in all chapters, and so does the question about the price. Choose **${voicing.chooseVoice}**.`,
        ],
      },
      {
        title: 'Listen and edit the audio',
        searchWords: 'pause longer shorter silence gap scrub hear play',
        text: [
          'Click a word to move the playhead there. This puts the cursor into the script too: press {in-text:sound.play} to play or pause. When the cursor is not in text, {sound.play} is enough.',
          `While audio plays, the script follows the voice. Scroll, type or move the cursor to stay elsewhere; **${narrationTexts.followPlayback}** ({in-text:sound.follow}) follows again.`,
          'Drag the playhead, or hold Alt and drag anywhere on the waveform, to hear what is under the pointer. The arrow keys on the playhead do the same step by step.',
          'The meter beside the time shows the level, and the true peak in dBTP since Play. Click the figure to reset it.',
          `Drag over the waveform to select part of it, then choose **${narrationTexts.loop}** to repeat it.`,
          `Drag the gap between two blocks to make the pause longer or shorter, or enter it in **${narrationTexts.pauseAfter}**.`,
        ],
      },
      {
        title: 'Set the emotion of a voice',
        searchWords: 'feeling expression style tone angry sad happy whisper delivery acting',
        text: [
          `What a model can do stands in the inspector of the selected blocks. Some models have **${narrationTexts.emotion}** or **${narrationTexts.instruction}**: write there how the voice should sound. Others have **${narrationTexts.stability}**: with less of it, takes differ more.`,
          'Blocks that you change show “Changed”. Generating them again will be charged; the button shows the price.',
        ],
      },
      {
        title: 'Compare takes',
        text: [
          `Every generation of a block is a take. Find them under **${narrationTexts.takes}** in the inspector: play them, star the good ones, and use **${narrationTexts.compare}** to switch between two at the same loudness.`,
          `**${narrationTexts.choose}** makes a take the one that plays. **${narrationTexts.restore}** puts its text, voice and settings back into the block. Both are free.`,
          `**${narrationTexts.anotherTake}** generates the same text again. This will be charged. Undo brings the take before back into use; the new one stays in the list.`,
        ],
      },
      {
        title: 'Repair a take',
        text: [
          `To replace one sentence, select a word of it, open the script menu with a right click, and choose **${repair.selectionCommand}** {repair.selection}. You see the sentence and its price first. The rest of the block keeps its audio.`,
          `After you edit a block, **${repair.changedTitle}** {repair.changed} generates only what changed. Where that is less than the block, the block’s details show it with its price.`,
          `Then compare **${repair.before}** and **${repair.after}**; {repair.compare} switches between them. **${repair.keep}** closes the comparison, **${repair.undo}** brings back the take as it was. The new sentence is saved either way.`,
          'Voicewright cuts in the silence between words, and matches loudness and room tone. Audio that you paid for is never changed. A block without word times must be generated as a whole.',
        ],
      },
      {
        title: 'Set gain, trims and crossfades of takes',
        text: [
          `Under **${narrationTexts.takes}** in the inspector, enter **${takeEdits.gain}**, **${takeEdits.trimStart}** and **${takeEdits.trimEnd}** for the take that you hear, or for the takes of all selected blocks. Playback, waveform, captions and exports follow; the take itself does not change.`,
          'Press {takes.louder} or {takes.quieter} to change the gain by 1 dB. {takes.trim-start} cuts off what is before the playhead, {takes.trim-end} what is after it.',
          `A repaired take also has a **${takeEdits.crossfade}**: how long each of its seams fades. Empty, Voicewright chooses it.`,
          `**${takeEdits.reset}** plays the take as it was generated. Undo works for every change. Another take of the block has its own edits; a repair keeps those of the take.`,
        ],
      },
      {
        title: 'Use your own recording',
        text: [
          `Choose **${recordedTakes.importForChapter}** in the script menu for the selected blocks, or in the list of chapters for a chapter. The recording is aligned to the text and cut between the blocks, and each part becomes a take of its block. Nothing is charged.`,
          'Blocks that the recording does not say do not change. WAV, MP3, FLAC and Ogg files can be imported.',
        ],
      },
      {
        title: 'Work with chapters',
        text: [
          'Click the name of the chapter to open the list of chapters. Add, rename, delete or drag them there; undo works for each step.',
          `Drop Word, EPUB, HTML, Markdown, text, caption or CSV files, or choose **${manuscript.importEllipsis}** in the list of chapters. Choose which chapters to import, name, join or split them, give characters their voices, and choose where footnotes are read. **${manuscript.speakTitles}** makes each title the first block of its chapter. The preview shows the length and the estimated price. Undo removes them all. A new project begins with a voice that speaks the language of the text, where the service has one.`,
          `When the manuscript was revised, drop the new file on its project, or choose **${manuscript.updateEllipsis}** in the list of chapters. It compares the file with the text that was imported last, and shows what changed, moved, was added and was removed in each chapter, and the price of what has to be generated then, also of what needed audio before; audio that you paid for already is free. A row marked **${narrationTexts.locked}** changes a locked block: it gets no audio until you unlock it. Clear the box of a change to leave it out (Space on its row); counts and price follow. A new paragraph that says who speaks gets its character, and is split, as the others are. **${manuscript.apply}** changes the project in one step, and saves a version of before: “${manuscript.versionBefore('…')}”. The newest 20 of these stay. Blocks that did not change keep their takes, notes and pickups, also in chapters that moved. Undo works for all of it.`,
          `What you edited in the script stays where the manuscript did not change; it is listed below the changes. Where both changed other words of a paragraph, both changes stay. Where both changed the same words, the row is a conflict with the imported text, yours and the manuscript’s: your text stays unless you choose **${manuscript.takeManuscript}**. Blocks that you split or joined stay so. A project that was imported by an earlier version does not know the text of its import: there your edits are listed as changes once, and you clear the rows that are yours.`,
        ],
      },
      {
        title: 'Export',
        searchWords: 'cover image picture artwork author narrator download save mp3 wav m4b audiobook acx',
        text: [
          `**${exportSheet.title}** ({export.open}) saves chapters as files. Choose a preset first: an audiobook within the limits of ACX, a podcast, broadcast, streaming, captions, a project for an audio editor, a book to read along, or your own choice of format and loudness.`,
          `**${exportSheet.presetNames.daw}** makes a project for Reaper or OpenTimelineIO, with a track for each character, each take at its place, and the chapters as regions or markers. The audio is in WAV files beside the project: keep them in the same folder.`,
          `**${exportSheet.presetNames['read-along']}** makes an EPUB 3: in a reader that plays media overlays, each word lights up while it is spoken. Chapters without audio are in the book as text. A block whose word times are not known lights up as a whole. An HTML proof page is one file for a listener who has no Voicewright: what is marked there with M comes back as CSV, which **${pickups.pickups}** imports.`,
          `For an audiobook, enter title, author and narrator, and choose a picture with **${exportSheet.chooseCover}**: JPEG or PNG, up to 20 MB. They are written into the files.`,
          `**${exportSheet.timedTo}** makes captions and word times fit the audio files that you export beside them: those of an audiobook begin with room tone. Without your choice, they fit the audio that you exported last.`,
          `**${exportSheet.checks}** shows every rule of the preset, with the values now and after the export. **${exportSheet.missing}** names blocks without audio: click one to go there, generate them, or tick **${exportSheet.leaveOut}**. When they are generated, Export opens again with your choices.`,
          `**${exportSheet.fileNames}** takes a template of the fields that stand above it, and shows the first names. Leave **${exportSheet.folder}** empty to download the files in the browser. Existing files are never replaced without a question.`,
          `**${exportSheet.pause}**, **${exportSheet.resume}** and **${exportSheet.stop}** control a running export, which continues when you close the sheet. Loading the window again stops it: the window says so, and offers your choices again. After **${exportSheet.stop}**, **${exportSheet.resume}** writes the files that are missing from the folder.`,
          `The files are measured after they are written. **${exportSheet.showReport}** lists the result; a file that breaks a rule has “(checks failed)” in its name. The result and the reports also name open pickups and blocks that changed after generating.`,
          `**${exportSheet.receipts}** adds a page and a JSON file: for every second of the audio, its take, voice, request and charge, and the text of a disclosure of synthetic speech.`,
        ],
      },
      {
        title: 'Opening and closing credits of a book',
        searchWords: 'audiobook acx intro introduction outro ending title announcement',
        steps: [
          `Choose **${narrationTexts.addChapter}** in the list of chapters and drag the chapter to the beginning. Write the opening credits in it: title, author and narrator. Do the same at the end for the closing credits.`,
          'Generate them as any other chapter.',
          `Open **${exportSheet.title}**, choose **${exportSheet.presetNames.audiobook}**, and **${exportSheet.eachNames.chapter}** under **${exportSheet.files}**.`,
          `Choose the two chapters in **${exportSheet.openingCredits}** and **${exportSheet.closingCredits}**.`,
        ],
        text: ['Each becomes a file that is named after the book and its credits. In every other export they are chapters like the rest.'],
      },
      {
        title: 'Retail sample of a book',
        searchWords: 'audiobook acx preview excerpt teaser five minutes',
        steps: [
          `Open **${exportSheet.title}**, choose **${exportSheet.presetNames.audiobook}**, and **${exportSheet.eachNames.chapter}** under **${exportSheet.files}**.`,
          `Choose a chapter in **${exportSheet.sample}**. It needs at least one minute of audio.`,
        ],
        text: [
          'The sample is one more file: the whole blocks from the beginning of the chapter, less than five minutes of them. Nothing is charged.',
          `For another passage, export only its chapter: clear the boxes of the others under **${exportSheet.chapters}**.`,
        ],
      },
    ],
  },
];
