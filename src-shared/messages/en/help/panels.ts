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
import type { HelpSection } from './section.ts';

/** The other panels, in the order of the rail. */
export const panels: readonly HelpSection[] = [
  {
    id: 'voices',
    group: 'panels',
    title: window.voices,
    intro: 'Browse every voice of the service, compare voices on a line of your own, and use them in your project.',
    topics: [
      {
        title: 'Find a voice',
        text: [
          'Type in the search field to find voices by name, description, language, model or tag. Narrow the list with the filters.',
          'Press F or its star to make a voice a favourite. Favourites come first. Favourites, tags and your own names stay on this computer.',
          `Choose **${voices.cards}** or **${voices.list}**, and how the voices are grouped. Languages of the open project come first.`,
          'Each voice has a colour, which it keeps in the script, the waveform and the lists of voices. Its picture is drawn from the pitch and the spectrum of its audio, once there is some.',
          'The list is saved here, so you can browse it while the service is away.',
        ],
      },
      {
        title: 'Audition voices',
        steps: [
          'Choose voices with Enter or with their check boxes.',
          'Write a line in the field below the voices. The price is shown before you start.',
          `Choose **${voices.audition}**. The voices play in turn. Press Up and Down in the results to play the next voice.`,
        ],
        text: [
          'A line that a voice has already spoken is free.',
          'Press Space, or the picture of a voice, to play it. Without a sample the first press shows the price, and the second pays for one. Credits of the local service cost no money.',
        ],
      },
      {
        title: 'Use a voice',
        searchWords: 'change switch another choose assign',
        text: [
          `Choose **${voices.useForBlocks}** or **${voices.useForProject}**. You can also drag a voice to Narration in the list of panels, and drop it on a block.`,
          'Right-click a voice, or press Shift+F10, for its menu.',
        ],
      },
      {
        title: 'Delete a voice',
        searchWords: 'remove erase my own cloned clone designed personal voices account',
        steps: [
          `Choose a voice that you cloned or designed. Set **${voices.kind}** above the list to **${voices.personal}** to see only these.`,
          `Press Delete, or choose **${voices.deleteEllipsis}** in its details or its menu.`,
          `Read which recent projects and which dubs use the voice, then choose **${voices.deleteVoice}**.`,
        ],
        text: [
          'The service deletes the voice at once. This cannot be undone, and what the voice cost is not refunded. To have it again, clone or design it again.',
          'Audio that it has spoken stays in your projects and dubs and can still be exported. Blocks and segments that use it cannot be generated until you choose another voice: Narration and Dubbing mark them, and you choose one there.',
          `Public voices cannot be deleted. A voice that you added from a file is removed in Account, under **${localVoices.voicesOnThisComputer}**.`,
        ],
      },
    ],
  },
  {
    id: 'clone',
    group: 'panels',
    title: window.clone,
    intro: 'Make a voice from recordings of one person. About half a minute of clear speech is enough.',
    topics: [
      {
        title: 'Clone a voice',
        searchWords: 'record my own microphone imitate copy language cloned',
        steps: [
          `Drop files or folders, or choose **${clone.record}** and read the text under **${clone.readAloud}**. It follows your voice.`,
          'Check the advice for each recording, and trim or remove what does not fit.',
          `Enter a name, and check **${clone.languages}**: it begins with the language of the text that was read, of the transcript, or of this window. You can’t change it after cloning. Empty, the service chooses; the local service takes English.`,
          'Confirm the consent of the person whose voice it is.',
          `Choose **${clone.cloneVoice}**, then **${clone.generateTestLine}**.`,
        ],
        text: ['The voice is then in Voices, where you can also delete it: [Delete a voice](#voices).'],
      },
      {
        title: 'Prepare recordings',
        searchWords: 'background noise hiss remove clean up',
        text: [
          'Each recording is checked for length, clipping, noise, silence, loudness and a second speaker. The advice forbids nothing.',
          'If a file sounds like another person, remove it, or confirm that all recordings are of the same person.',
          `**${clone.reduceNoise}** takes out steady noise where a recording has some, and **${clone.trimSilence}** shortens long pauses. Choose **${clone.before}** or **${clone.after}** to compare both at the same place, equally loud. Your file does not change.`,
          'A file that is too large, or of a type that cannot be sent, can be opened to trim or convert. Your file does not change.',
        ],
      },
      {
        title: 'If no response arrives',
        text: [
          `Voicewright looks for the voice in the list of the service. If it is there, choose **${jobs.adopt}**: nothing is sent again. Voicewright never sends a clone twice on its own.`,
          'A recording that you drop on Narration may also be of its chapter, or a video to dub: Voicewright asks.',
          'Your draft and your recordings survive a crash.',
        ],
      },
    ],
  },
  {
    id: 'design',
    group: 'panels',
    title: window.design,
    intro: 'Make a voice from a description. Compare the candidates without knowing their names, and save the best one.',
    topics: [
      {
        title: 'Design a voice',
        steps: [
          `Describe the voice in **${design.prompt}**, or choose a prompt to start with. Write the text that it speaks in **${design.previewText}**.`,
          `Choose **${design.createCandidates}**.`,
          'Press the number keys to switch between candidates at the same place. All are equally loud.',
          `Press Enter to choose one. Check **${design.language}**, which is that of the preview text until you change it, then choose **${design.saveVoice}**.`,
        ],
      },
      {
        title: 'Compare fairly',
        text: [
          `**${design.blind}** hides the names until you choose. **${design.compareWithExistingVoices}** adds voices that you have already.`,
          'Each voice speaks the preview text once; the same line by the same voice is not charged twice.',
        ],
      },
      {
        title: 'Use the history',
        text: [
          `Every design stays in **${design.history}** with its audio, also after the service deletes it. **${design.duplicateAndAdjust}** puts its prompt back into the form.`,
          `If no response arrives, **${design.askAgain}** sends the same request with the same key. It is charged once.`,
          'Before other candidates of exactly the same design are requested, Voicewright asks.',
          'A candidate whose voice you deleted can be saved again for as long as the service keeps the design.',
        ],
      },
    ],
  },
  {
    id: 'live',
    group: 'panels',
    title: window.live,
    intro: 'Type, and the voice speaks at once. Use it for conversation, rehearsal and announcements.',
    topics: [
      {
        title: 'Speak',
        text: [
          'Press Enter to speak, and Shift+Enter for a new line. Press {live.silence} to stop speaking at once.',
          'One phrase plays and the next is ready. You can edit, move and remove the phrases that still wait: they cost nothing. Phrases that you dropped with {live.silence} can be put back. The button beside a spoken phrase plays it again while nothing is being spoken.',
          'Phrases that were already sent are finished and charged, even when you stop them.',
        ],
      },
      {
        title: 'Save phrases',
        text: [`Add the sentences that you need often under **${live.phrases}**. Press Alt with 1 to 9, or 0 for the tenth, to speak one.`],
      },
      {
        title: 'Set up the connection',
        text: [
          `Choose voice, model, protocol and output device beside the text. In **${live.reliable}** mode, a lost connection resumes the same session: nothing is spoken or charged twice.`,
          `In **${live.simple}** mode, speech that has not arrived when the connection breaks is lost, and may be charged.`,
        ],
      },
      {
        title: 'Use sessions',
        text: [
          `Find every session with its audio under **${live.sessions}**. Play it, resume it, or choose **${live.keepAsAChapter}** to add it to the open project.`,
        ],
      },
    ],
  },
  {
    id: 'lip-sync',
    group: 'panels',
    title: window.lipSync,
    intro: 'Make the person in a video speak other audio.',
    topics: [
      {
        title: 'Make a lip sync',
        searchWords: 'lips mouth face sync',
        steps: [
          `Drop a video, choose a file, or use **${sources.byLink}**.`,
          `Add the audio the same way, or choose **${lipSync.fromNarration}**.`,
          `Check how much is **${lipSync.billed}**. **${lipSync.extendVideo}** bills the length of the audio.`,
          `Choose **${lipSync.makeLipSync}**.`,
        ],
        text: [
          `**${sources.tryExample}** has a keeper at the harbour say another line. On the local service it runs at once. On a hosted service it fills the form, and you see the price before you pay.`,
          'The local service moves no lips: it replaces the audio of the video, for trying out the steps. A line above the video says so before you pay.',
          'Source, new audio and result play side by side. The result is downloaded automatically. The job continues after a restart.',
          `Delete on a result in **${mediaJobs.history}** moves it to **${removal.removed}**, where you can restore it. Its file stays saved.`,
        ],
      },
      {
        title: 'Use files of this computer',
        text: [
          `The local service reads your files directly. A hosted service cannot: set up a bucket in Account, or use **${sources.byLink}**.`,
          `Without a bucket, **${lipSync.fromNarration}** can ask the service to speak a take again at its own URL. The price is shown first.`,
        ],
      },
    ],
  },
  {
    id: 'dubbing',
    group: 'panels',
    title: window.dubbing,
    intro: 'Replace or add speech in a video: with one text and one voice, or line by line on a timeline.',
    topics: [
      {
        title: 'Dub with one text',
        steps: [
          `Open **${dubbing.oneText}**. Add a video, write the text and choose a voice.`,
          'Below the text you read how long the speech takes, and whether it fits the video.',
          `Choose **${dubbing.dub}**.`,
        ],
        text: [
          'If the voice or the language that is set does not go with the text, a line above the video says so before you pay. Another line says so if names of speakers (“ANNA: …”) would be spoken, and can remove them.',
          'Speech that does not fit is charged too. What was cut of the speech or the video is said with the result, and what to change. If the speech is made but its lip sync fails, the speech is saved, and you can try the lip sync alone.',
          'Before exactly the same dub is requested again, Voicewright asks.',
        ],
      },
      {
        title: 'Dub on the timeline',
        searchWords: 'subtitles captions import srt vtt load translate',
        steps: [
          `Open **${dubbing.timeline}** and drop a video, or a video with its captions.`,
          `Choose **${dubbing.importCaptions}** (SRT or WebVTT) or **${dubbing.transcribeVideo}**, or press {dub.add} to add a segment at the playhead.`,
          `Give each speaker a voice. In captions and in a text that you align, “ANNA: …” names the speaker until the next name; **${dubbing.speaker}** in the fields of the selected segments names or changes it.`,
          `Choose **${dubbing.generateAll}**, then **${dubbing.exportVideo}**.`,
        ],
        text: [
          'Imported captions keep their speakers: a dash, >>, or a name with a colon or in brackets begins a segment. Sounds such as [door slams] and songs are left out and listed.',
          'If a voice does not speak the language of its text, a line above the video says so before you pay, and leads to its voice.',
          `If the window closes or reloads while lines are generated, those already sent are added when they arrive. **${dubbing.resume}** above the video generates the rest.`,
          `For another language, import translated captions over the segments and choose **${dubbingTimeline.replaceTexts}**: each segment takes the text at its time, and keeps its speaker, voice and times.`,
        ],
      },
      {
        title: 'Edit segments',
        text: [
          'Press an arrow key to choose the previous or the next segment, Home or End to choose the first or the last. Outside the segments and the lanes, Home goes to the start. {players.back} and {players.on} move the playhead by one frame.',
          'Hold Alt with Left or Right to move the segment by one frame. The new time stands above the lanes.',
          'Hold Ctrl with Left or Right to move the end of the segment, and Alt and Ctrl to move its start. Add Shift for ten frames. Press Enter, or double-click the segment, to edit its text.',
          `{dub.rename} or a click on its title renames the dub. The times of a segment can be entered as 1:04.5 or in seconds.`,
          'Press {dub.split} to split the segment at the playhead. If it has audio, each part keeps its own, for as long as its text stays.',
          'Right-click a segment, or press Shift+F10, for its menu: play, generate, split, merge, make it fit, delete. What cannot be done now says why.',
          `**${dubbingTimeline.mergeSegments}** ({dub.merge}) makes one of selected neighbours of one speaker. Parts of one take sound on as before, for free.`,
          `**${narration.anotherTake}** generates the line of a segment once more, for another reading of it. This will be charged. **${dubbingTimeline.takeChoice}** then chooses which one plays, for free.`,
          'Each speaker has a lane. A segment shows its text, its take and its reading speed.',
          `The line at the playhead stands over the video and is marked in the list, which goes along while it plays, until you scroll it. A switch before **${dubbing.zoom}** hides it on the video.`,
          `If a segment is too long, **${dubbing.makeItFit}** offers what helps: **${dubbing.shortenPause}**, **${dubbing.borrowGap}**, **${dubbing.speakFaster}** or, where a whole sentence is left, **${dubbing.cutWords}**. Each says how the line plays then and what a new take costs. You can undo it, also after Voicewright was closed.`,
          `Set how speech fits the time of a segment: **${dubbing.fasterWhereTooLong}**, **${dubbing.fillTheTime}**, **${dubbing.asSpoken}** or **${dubbing.cutAtTheEnd}**. The pitch stays the same.`,
        ],
      },
      {
        title: 'Export a dub',
        searchWords: 'subtitles captions srt vtt save download',
        text: [
          `The picture is copied without change. **${dubbing.exportVideo}** writes MP4 with AAC, or WebM with Opus. **${dubbing.exportVideoForEditing}** writes MOV with uncompressed audio.`,
          `The original audio is lowered in every segment that the dub speaks, to its end. Set by how much with **${dubbing.lowerBy}** under **${dubbing.originalAudio}**.`,
          `**${dubbing.exportCaptions}** writes the text of the segments, with the names of their speakers where **${dubbing.captionsNameSpeakers}** is on.`,
          'A line that was charged once is free in every dub. If Voicewright was closed before a paid line arrived, it is added when you open the dub, for free.',
        ],
      },
    ],
  },
  {
    id: 'transcribe',
    group: 'panels',
    title: window.transcribe,
    intro: 'Turn a recording into text with times, correct it, and use it in Narration or Dubbing.',
    topics: [
      {
        title: 'Align a text that you have',
        steps: [
          'Drop the recording; with it, its captions or script if you like.',
          `Choose **${transcribe.haveText}**: a file (TXT, Markdown, Word, SRT or VTT), pasted text, or a chapter of the open project.`,
          `Choose **${transcribe.align}**.`,
        ],
        text: [
          'Voicewright finds each word in the recording, on this computer: in English, German, Spanish, French or Hindi, up to two hours. Nothing is sent or charged, and no connection is needed.',
          '“ANNA: …” at the start of a line names its speaker, also for the lines that follow without a name; the name is not part of the text.',
          `A recording that ends before the text is aligned as far as it goes. One that says another text is refused. Segments that it may not say are marked **${transcribe.unsure}**.`,
        ],
      },
      {
        title: 'Transcribe a recording',
        searchWords: 'write down dictation speech to text subtitles create',
        steps: [
          `Drop a file, or use **${sources.byLink}**.`,
          `Choose **${transcribe.recognize}** and the language, or leave **${transcribe.detectAutomatically}**.`,
          `Choose **${transcribe.transcribe}**.`,
        ],
        text: [
          `A file needs the local service or a bucket. The local service knows the words of speech that it generated, one take at a time; the example is such speech. Other recordings in English it drafts if PocketSphinx is installed (on Debian: apt install pocketsphinx pocketsphinx-en-us); a **${transcribe.draft}** has many wrong words. A Whisper model that you add in **${window.account}** recognizes its languages instead; it gives segments times, and no times of words. Otherwise start the service with a transcription program.`,
          'A recording is sent once. If no response arrives, it may have been charged; Voicewright never sends it again on its own.',
        ],
      },
      {
        title: 'Correct and search',
        text: [
          'Click a time to play from there. Edit words in place; Enter goes to the next segment. Rename a speaker once for the whole transcript. For one segment alone, press {transcribe.speaker}, or its name.',
          `A segment that the recording may not say is marked **${transcribe.unsure}**. Listen to it, then press {transcribe.checked}, or the check mark beside it.`,
          `Press {transcribe.find} to search, and {transcribe.find-next} for the next match. **${transcribe.restoreOriginal}** undoes your changes.`,
        ],
      },
      {
        title: 'Use a transcript',
        searchWords: 'subtitles captions srt vtt export save download',
        text: [
          `**${transcribe.sendToNarration}** makes a chapter of the open project or of a new one, and its speakers become characters of the cast. **${transcribe.sendToDubbing}** makes segments of a dub. Neither is charged.`,
          `**${transcribe.exportWord}** writes TXT, SRT or VTT. Captions that are too long or too fast to read are shown first.`,
          `Delete on a transcript in the list moves it to **${removal.removed}**, where you can restore it. Its file stays saved.`,
        ],
      },
    ],
  },
  {
    id: 'images-video',
    group: 'panels',
    title: window.imagesVideo,
    intro: 'Make images and short videos from a description. They use the API quota, not credits.',
    topics: [
      {
        title: 'Make an image or a video',
        searchWords: 'picture photo film generate create draw',
        steps: [
          `Choose **${imagesVideo.anImage}** or **${imagesVideo.aVideo}**, and a model.`,
          `Write a prompt. Add reference images if the model takes them: drop files, use an image of the gallery, or choose **${sources.byLink}**.`,
          `Choose **${imagesVideo.makeImage}** or **${imagesVideo.makeVideo}**.`,
        ],
        text: [
          'The examples under the prompt fill it in. They send nothing.',
          'If a model does not accept a value, the field says so and nothing is sent.',
          'References stay when you change the kind: an image becomes a frame of a video. If a model takes none, they stay in the form and are not sent.',
        ],
      },
      {
        title: 'Use the gallery',
        text: [
          `The gallery saves each result with its prompt, settings and references. **${imagesVideo.adjust}** puts them back into the form, and **${imagesVideo.useAsReference}** adds the image to a new request.`,
          `**${imagesVideo.useInLipSync}** and **${imagesVideo.useInDubbing}** hand a video to those panels.`,
          'If no response arrives, the same request is sent again with the same key. It counts once.',
          'Before exactly the same image or video is made again, Voicewright asks: the result may differ, and API quota is used once more.',
          `Delete on a result moves it to **${removal.removed}**, where you can restore it. Its file stays saved.`,
        ],
      },
    ],
  },
  {
    id: 'jobs',
    group: 'panels',
    title: window.jobs,
    intro: 'See everything that was sent and may be charged: what it cost, how it ended, and what you can still do.',
    topics: [
      {
        title: 'Find a request',
        text: [
          'Search and filter the list. Press Enter on a row to see its timeline, the request without the key, and its files.',
          `The lines of a dub are listed under the kinds **${jobs.speech}** and **${jobs.dubbing}**.`,
          `**${jobs.goToBlock}** opens the project and the chapter at the block that a request is for.`,
          'Jobs that other programs began with your account are listed too.',
          'Before speech is sent, the voice and the model are looked up, which is free. If that fails, for example because the voice was deleted, nothing is sent or charged, and the list has no entry for it.',
          `**${jobs.exportCsv}** saves the requests that you found.`,
        ],
      },
      {
        title: 'Recover a request',
        text: [
          `A request without a response is marked **${jobs.outcomeUnknown}**: it may have been charged. Press Enter on it to see what you can do. **${jobs.retryAll}** above the list does for all of them what **${jobs.retry}** does for one.`,
          'Jobs shows what is possible for a request and what each step costs: wait for it, look it up, adopt a result, retry, or give up.',
          `**${jobs.stopWaiting}** does not stop the service: the request continues there and is charged.`,
        ],
      },
      {
        title: 'Check your charges',
        text: [
          `**${jobs.explain}** below the list compares the charges listed here with your balance. Some charges, such as live speech, are estimated. Only a difference without an explanation is shown.`,
        ],
      },
    ],
  },
  {
    id: 'account',
    group: 'panels',
    title: window.account,
    intro: 'Manage connections, budget and what work has cost.',
    topics: [
      {
        title: 'Set a budget',
        text: [
          `**${account.capPerBatch}** limits one run of **${narration.generateAll}**, **${narration.generateChapter}** or **${narration.generateBook}**; **${account.capPerDay}** resets at midnight. Requests above a cap are not sent, and at an unknown price only one until its charge is known.`,
          `**${account.lowBalanceWarning}** warns you before credits run out.`,
        ],
      },
      {
        title: 'Add a voice or a recognizer to the local service',
        searchWords: 'run runs on my own computer offline local install',
        text: [
          `While the local service is in use, drop a .flitevox file on **${localVoices.voicesOnThisComputer}**, with its licence if it has one. The voice is then in every list of voices.`,
          'Or drop the folder of a Piper, VITS or Kokoro model. This needs a free package: the section shows the command that installs it. Voices of models have no word times.',
          `Drop the folder of a Whisper model as sherpa-onnx offers it (encoder, decoder and tokens), with the same package: **${window.transcribe}** then uses it. The one that was added last counts. Recognizers of other kinds are refused.`,
          `**${localVoices.remove}** takes it out again. You can undo this until Voicewright closes.`,
        ],
      },
      {
        title: 'See where credits went',
        text: [
          `**${account.usage}** shows what each day cost, by kind of work or by project. **${account.showTable}** gives the same in figures.`,
        ],
      },
    ],
  },
  {
    id: 'settings',
    group: 'panels',
    title: window.settings,
    intro: 'Choose how Voicewright looks, sounds and is used on this computer.',
    topics: [
      {
        title: 'Read with ease',
        text: [
          `**${settings.textSize}** makes the whole window larger. **${settings.moreContrast}** strengthens lines and text, and **${settings.lessMotion}** keeps everything still.`,
        ],
      },
      {
        title: 'Choose devices',
        text: [
          `Everything in Voicewright plays on **${output.output}**. While that device is disconnected, the system default plays instead. **${clone.microphone}** is what Clone records from.`,
        ],
      },
      {
        title: 'Change keyboard shortcuts',
        text: [
          `Find a command under **${account.keys}**, press its keys on the right, then press the new ones. **${account.resetAll}** restores the original keys.`,
        ],
      },
    ],
  },
];
