import { window } from './window.ts';

/**
 * The Help page. In texts, `**Label**` is a name on the screen exactly as the catalogue has it, and `{command.id}` the keys of a
 * command; tests look both up. A panel’s section has the panel’s id.
 */
interface HelpTopic {
  readonly title: string;
  readonly text?: readonly string[];
  /** What to do, in order. */
  readonly steps?: readonly string[];
}

interface HelpSection {
  readonly id: string;
  readonly group: 'start' | 'panels' | 'more';
  readonly title: string;
  /** What it is for, in one or two sentences. */
  readonly intro: string;
  readonly topics: readonly HelpTopic[];
}

const sections: readonly HelpSection[] = [
  {
    id: 'start',
    group: 'start',
    title: 'Get started',
    intro: 'Write a text, generate its speech, listen, and export. You need no account: a service on this computer speaks for you.',
    topics: [
      {
        title: 'Make your first narration',
        steps: [
          'Choose **Project**, then **New project…**, and enter a title.',
          'Write, paste paragraphs, or drop a TXT file on the window.',
          'Choose **Generate all** or press {speech.generate-all}. Speech plays while it arrives, and its words light up.',
          'Choose **Export** to save the chapter as WAV, MP3, M4A, SRT or VTT.',
        ],
        text: ['Changes are saved as you type. The project opens again the next time you start Voicewright.'],
      },
      {
        title: 'Find your way around',
        text: [
          'The panels are on the left. Press {go.next} to go to the next area of the window, and {go.previous} to go back.',
          'Press {window.palette} to find any command by its name. Press {help.open} for help with the panel you see.',
          'Press {edit.undo} to undo and {edit.redo} to redo.',
        ],
      },
    ],
  },
  {
    id: 'narration',
    group: 'panels',
    title: window.narration,
    intro: 'Write a script in blocks, generate its speech, and edit it together with its audio. A chapter is a list of blocks.',
    topics: [
      {
        title: 'Write and arrange blocks',
        text: [
          'Press Enter to split a block. Press Backspace at its start to join it to the one before.',
          'Drag a block by its margin, or press {script.move-up} and {script.move-down}, to move it.',
          'Click the margin to select a block. Hold Shift to select several, or Ctrl (Command on a Mac) to add single blocks.',
          'The inspector sets voice, model, speed and more for the selected blocks. Blocks without a voice of their own use the voice of the project.',
          'Enter a **Note** in the inspector to remember something about a block. It is never spoken, and a sign in the margin shows it.',
        ],
      },
      {
        title: 'Versions',
        text: [
          'Open the list of chapters and choose **Versions…**. **Save version** keeps the text, the chapters and the chosen takes under a name.',
          '**Compare** lists what changed since a version. **Restore** goes back to it. You can undo this, and no take is deleted.',
        ],
      },
      {
        title: 'Check takes and mark places',
        text: [
          'Open **Pickups** in the inspector or press {pickups.show}. What is wrong in the takes that you hear is listed there, the worst first.',
          '{pickups.next} goes to the next pickup and {pickups.previous} to the one before. **Play around** plays it with two seconds before and after.',
          '**Generate again** makes another take of the block and shows its price first. **Accept** closes a pickup, and undo opens it again. **Note** says why.',
          'Press {pickups.mark} while you listen to mark a place. A mark stays with its block, whichever take you choose.',
          'Export the pickups as CSV, edit them elsewhere, and import them again. Chapters and blocks are counted from 1. Start and end are milliseconds from the start of the take.',
          'The list of chapters shows how much is proofed: the blocks whose take is up to date, was checked, and has no open pickup.',
        ],
      },
      {
        title: 'Find and replace',
        text: [
          'Press {script.find} to find text in all chapters and their titles, or {script.replace} to replace it too. {script.find-next} goes to the next match.',
          'Turn on **Match case**, **Whole words** or **Regular expression** at the end of the field. In a replacement, $1 stands for the first group of the expression.',
          '**Replace all** changes all chapters, and one undo restores them. Before you choose it, you see how many blocks with audio change and what generating them again costs.',
        ],
      },
      {
        title: 'Say a word another way',
        steps: [
          'Right-click a word, or press Shift+F10 on it, and choose **Say it as…**.',
          'Enter in **Spoken** how the word sounds, and play it with the voice of this computer, free of charge.',
          'Check how many blocks change and what generating them again costs, then choose **Save**.',
        ],
        text: [
          'Text, captions and exports keep what is written. Choose **All projects** to use an entry everywhere, or limit it to one voice or language.',
          'Remove an entry, and audio that you generated before it fits again without a charge.',
        ],
      },
      {
        title: 'Give characters their voices',
        text: [
          'Add characters under **Cast** in the inspector and choose a voice for each. Select blocks and press {cast.assign-1} for the first character, {cast.assign-2} for the second, or {cast.assign-none} for none.',
          'Paste a script with lines such as “IDA: Who is there?” and choose **Add to cast**: the names leave the text and are not spoken.',
          'Before a character changes its voice, you see how many blocks change and what generating them again costs.',
        ],
      },
      {
        title: 'Generate speech',
        text: [
          '**Generate** makes the selected blocks. **Generate all** makes every block that is new or changed. Locked blocks are skipped.',
          '**Generate all** asks first and shows the price in a new project, and whenever the price is above the limit that you set in Account.',
          'If the service cannot be reached, generation pauses and continues automatically. If Voicewright closes during generation, choose **Resume** in the project to make the blocks that were not sent.',
          'A block that is too long for its model is not sent. Choose **Split before sending**.',
        ],
      },
      {
        title: 'Listen and edit the audio',
        text: [
          'Click a word to move the playhead there. Press {sound.play} to play or pause, also while you write with Ctrl (Command on a Mac).',
          'Drag over the waveform to select part of it, then choose **Loop** to repeat it.',
          'Drag the gap between two blocks to set the pause, or enter it in **Pause after**.',
        ],
      },
      {
        title: 'Compare takes',
        text: [
          'Every generation of a block is a take. Find them under **Takes** in the inspector: play them, star the good ones, and use **Compare** to switch between two at the same loudness.',
          '**Choose** makes a take the one that plays. **Restore** puts its text, voice and settings back into the block. Both are free.',
          '**Make another take** generates the same text again. This will be charged.',
        ],
      },
      {
        title: 'Repair a take',
        text: [
          'To replace one sentence, select a word of it, open the script menu with a right click, and choose **Generate selection again…** {repair.selection}. You see the sentence and its price first. The rest of the block keeps its audio.',
          'After you edit a block, **Generate changed sentences…** {repair.changed} generates only what changed.',
          '**Compare** then offers **Before** and **After**; {repair.compare} switches between them. **Keep** closes the comparison, **Undo** brings back the take as it was. The new sentence is saved either way.',
          'Voicewright cuts in the silence between words, and matches loudness and room tone. Audio that you paid for is never changed. A block without word times must be generated as a whole.',
        ],
      },
      {
        title: 'Work with chapters',
        text: [
          'Click the name of the chapter to open the list of chapters. Add, rename, delete or drag them there; undo works for each step.',
          'Each TXT file that you drop becomes a chapter.',
        ],
      },
      {
        title: 'Export',
        text: [
          '**Export** saves the chapter, **All chapters in one file**, or **A file for each chapter**: WAV, MP3 or M4A for audio, SRT or VTT for captions.',
          'If blocks have no audio yet, the export names them and offers to generate them.',
        ],
      },
    ],
  },
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
          'Press {voices.favourite} or its star to make a voice a favourite. Favourites, tags and your own names stay on this computer.',
          'The list is saved here, so you can browse it while the service is away.',
        ],
      },
      {
        title: 'Audition voices',
        steps: [
          'Choose voices with Space or with their check boxes.',
          'Write a line in **Line to say**. The price is shown before you start.',
          'Choose **Audition**. Press Up and Down in the results to play the next voice.',
        ],
        text: ['A line that a voice has already spoken is free.'],
      },
      {
        title: 'Use a voice',
        text: [
          'Choose **Use for the selected blocks** or **Use for the project**. You can also drag a voice to Narration in the list of panels, and drop it on a block.',
          'Before you delete a voice of your own, Voicewright lists the recent projects that use it.',
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
        steps: [
          'Drop files or folders, or choose **Record**.',
          'Check the advice for each recording, and trim or remove what does not fit.',
          'Enter a name, and confirm the consent of the person whose voice it is.',
          'Choose **Clone voice**, then **Generate test line**.',
        ],
      },
      {
        title: 'Prepare recordings',
        text: [
          'Each recording is checked for length, clipping, noise, silence, loudness and a second speaker. The advice forbids nothing.',
          'If a file sounds like another person, remove it, or confirm that all recordings are of the same person.',
          'A file that is too large, or of a type that cannot be sent, can be opened to trim or convert. Your file does not change.',
        ],
      },
      {
        title: 'If no response arrives',
        text: [
          'Voicewright looks for the voice in the list of the service. If it is there, choose **Adopt**: nothing is sent again. Voicewright never sends a clone twice on its own.',
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
          'Describe the voice in **Prompt**, and write the text that it speaks in **Preview text**.',
          'Choose **Create candidates**.',
          'Press the number keys to switch between candidates at the same place. All are equally loud.',
          'Press Enter to choose one, then **Save voice**.',
        ],
      },
      {
        title: 'Compare fairly',
        text: [
          '**Blind** hides the names until you choose. **Compare with existing voices…** adds voices that you have already.',
          'Each voice speaks the preview text once; the same line by the same voice is not charged twice.',
        ],
      },
      {
        title: 'Use the history',
        text: [
          'Every design stays in **History** with its audio, also after the service deletes it. **Duplicate and tweak** puts its prompt back into the form.',
          'If no response arrives, **Ask again** sends the same request with the same key. It is charged once.',
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
          'Press Enter to speak, and Shift+Enter for a new line. Press {live.silence} to silence everything at once.',
          'One phrase plays and the next is ready. You can edit, move and remove the phrases that still wait: they cost nothing. Phrases that you dropped with {live.silence} can be put back.',
          'Phrases that were already sent are finished and charged, even when you silence them.',
        ],
      },
      {
        title: 'Save phrases',
        text: ['Add the sentences that you need often under **Phrases**. Press Alt with 1 to 9, or 0 for the tenth, to speak one.'],
      },
      {
        title: 'Set up the connection',
        text: [
          'Choose voice, model, protocol and output device beside the text. In **Reliable** mode, a lost connection resumes the same session: nothing is spoken or charged twice.',
          'In **Simple** mode, speech that has not arrived when the connection breaks is lost, and may be charged.',
        ],
      },
      {
        title: 'Use sessions',
        text: [
          'Find every session with its audio under **Sessions**. Play it, resume it, or choose **Keep as a chapter** to add it to the open project.',
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
        steps: [
          'Add a video: enter its URL, or drop a file.',
          'Add the audio: a URL, a file, or **From Narration…**.',
          'Check **What would be billed**. **Extend the video** bills the length of the audio.',
          'Choose **Make lip sync**.',
        ],
        text: [
          'Source, new audio and result play side by side. The result is downloaded automatically. The job continues after a restart.',
        ],
      },
      {
        title: 'Use files of this computer',
        text: [
          'The local service reads your files directly. A hosted service cannot: set up a bucket in Account, or enter a URL.',
          'Without a bucket, **From Narration…** can ask the service to speak a take again at its own URL. The price is shown first.',
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
          'Open **One text**. Add a video, write the text and choose a voice.',
          'Read the **Forecast**: how long the speech takes, and whether it fits the video.',
          'Choose **Dub**.',
        ],
        text: [
          'Speech that does not fit is charged too. If the speech is made but its lip sync fails, the speech is saved, and you can try the lip sync alone.',
        ],
      },
      {
        title: 'Dub on the timeline',
        steps: [
          'Open **Timeline** and drop a video.',
          'Choose **Import captions** (SRT or WebVTT), or press {dub.add} to add a segment at the playhead.',
          'Give each speaker a voice. In captions, “ANNA: …” names the speaker.',
          'Choose **Generate all**, then **Export video**.',
        ],
      },
      {
        title: 'Edit segments',
        text: [
          'Press Up and Down to choose a segment, and Left and Right to move it by one frame. Add Shift for ten frames.',
          'Hold Alt with Left or Right to move the end of the segment, and Alt and Ctrl to move its start. Press Enter to edit its text.',
          'Set how speech fits the time of a segment: **Faster where too long**, **Fill the time**, **As spoken** or **Cut at the end**. The pitch stays the same.',
        ],
      },
      {
        title: 'Export a dub',
        text: [
          'The picture is copied without change. **Export video** writes MP4 with AAC, or WebM with Opus. **Export video for editing** writes MOV with uncompressed audio.',
          'The original audio is lowered while the dub speaks. Set by how much under **Ducking**.',
          'A line that was charged once is free in every dub.',
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
        title: 'Transcribe a recording',
        steps: ['Drop a file, or enter a URL.', 'Choose the language, or leave **Detect automatically**.', 'Choose **Transcribe**.'],
        text: [
          'A file needs the local service or a bucket. The local service recognizes only speech that it generated, one take at a time, unless you start it with a transcription program.',
          'A recording is sent once. If no response arrives, it may have been charged; Voicewright never sends it again on its own.',
        ],
      },
      {
        title: 'Correct and search',
        text: [
          'Click a time to play from there. Edit words in place; Enter goes to the next segment. Rename a speaker once for the whole transcript.',
          'Press {transcribe.find} to search, and {transcribe.find-next} for the next match. **Restore original** undoes your changes.',
        ],
      },
      {
        title: 'Use a transcript',
        text: [
          '**Send to Narration** makes a chapter. **Send to Dubbing** makes segments of a dub. Neither is charged.',
          '**Export** writes TXT, SRT or VTT. Captions that are too long or too fast to read are shown first.',
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
        steps: [
          'Choose **Image** or **Video**, and a model.',
          'Write a prompt. Add references if the model takes them: a URL, or an image from the gallery.',
          'Choose **Make image** or **Make video**.',
        ],
        text: ['If a model does not accept a value, the field says so and nothing is sent.'],
      },
      {
        title: 'Use the gallery',
        text: [
          'The gallery saves each result with its prompt, settings and references. **Tweak** puts them back into the form, and **Use as reference** adds the image to a new request.',
          '**Use in lip sync** and **Use in dubbing** hand a video to those panels.',
          'If no response arrives, the same request is sent again with the same key. It counts once.',
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
          'Jobs that other programs began with your account are listed too.',
          '**Export CSV** saves the requests that you found.',
        ],
      },
      {
        title: 'Recover a request',
        text: [
          'Jobs shows what is possible for a request and what each step costs: wait for it, look it up, adopt a result, retry, or give up.',
          '**Stop waiting** does not stop the service: the request continues there and is charged.',
        ],
      },
      {
        title: 'Check your charges',
        text: [
          '**Jobs and balance** compares the charges listed here with your balance. Some charges, such as live speech, are estimated. Only a difference without an explanation is shown.',
        ],
      },
    ],
  },
  {
    id: 'account',
    group: 'panels',
    title: window.account,
    intro: 'Manage connections, budget, keys and storage.',
    topics: [
      {
        title: 'Set a budget',
        text: [
          '**Cap per batch** limits one **Generate all**; **Cap per day** resets at midnight. Requests above a cap are not sent.',
          '**Low-balance warning** warns you before credits run out.',
        ],
      },
      {
        title: 'Change keyboard shortcuts',
        text: ['Find a command under **Keys**, choose **Change** and press the new keys. **Reset all** restores the original keys.'],
      },
    ],
  },
  {
    id: 'connections',
    group: 'more',
    title: 'Connections and API keys',
    intro: 'A connection is the URL of a service and your API key. The local service needs neither.',
    topics: [
      {
        title: 'Connect an account',
        steps: [
          'Open Account and choose **Add connection…**.',
          'Enter **Base URL** and **API key**. Live also needs **Realtime URL**.',
          'Choose **Add and use**. The connection is tested first.',
        ],
        text: [
          'For one run only, set VOICEWRIGHT_BASE_URL, VOICEWRIGHT_REALTIME_URL and VOICEWRIGHT_API_KEY before you start Voicewright. A key without a URL is not sent anywhere.',
        ],
      },
      {
        title: 'Where your key is stored',
        text: [
          'The key is stored in the secret store of your system. If there is none, enter the key again after each restart.',
          'The key never reaches the window, a log, a project or another program.',
        ],
      },
      {
        title: 'Let a hosted service use your files',
        text: [
          'A hosted service cannot read files of this computer. Set up **Bucket for local files** in Account: storage of your own at Amazon S3 or a compatible provider.',
          'When you start a paid job, its file is uploaded there, and the service gets a link that expires. The file is removed when the job ends.',
          'The bucket is used by Lip sync, Dubbing and Transcribe, by transcription in Clone, and by references in Images & video that the service no longer has.',
        ],
      },
      {
        title: 'Restart the local service',
        text: [
          'The local service restarts automatically, up to three times in five minutes. After that, choose **Restart service** in the command palette ({window.palette}).',
        ],
      },
    ],
  },
  {
    id: 'paid-requests',
    group: 'more',
    title: 'Paid requests',
    intro: 'Voicewright records every paid request on this computer before it is sent, so that you never pay twice for the same result.',
    topics: [
      {
        title: 'What is free',
        text: [
          'The same text with the same voice, model and settings at the same service are reused: undo, an older take, another chapter or another project cost nothing.',
          'Playing, exporting, comparing and restoring are always free.',
        ],
      },
      {
        title: 'Reused',
        text: ['You already paid for the result, so it is used again. Nothing is sent or charged.'],
      },
      {
        title: 'Incomplete',
        text: [
          'The connection was lost while audio arrived, and the service cannot send the rest. The received part is saved and can be played. Generating again will be charged.',
        ],
      },
      {
        title: 'Unknown',
        text: [
          'The request was sent and no response arrived. It may have been charged. Check Jobs before you send another one.',
          'Where the service allows it, Voicewright asks again with the same ID, which is charged once, or looks for the result in the list of the service. Where it does not, you decide.',
        ],
      },
      {
        title: 'Prices',
        text: [
          'If the service publishes no price, the price is learned from your earlier requests and shown as an estimate. Until then it is shown as unknown.',
          'Every button that starts a paid request shows its price first.',
        ],
      },
    ],
  },
  {
    id: 'files',
    group: 'more',
    title: 'Storage and project files',
    intro: 'A project is one file that you own. Results that you paid for stay on this computer until you remove them.',
    topics: [
      {
        title: 'Project files',
        text: [
          'A project ends in .voicewright and contains its chapters and its takes. Copy it to move it to another computer.',
          'One window at a time can have a project open.',
        ],
      },
      {
        title: 'Free up space',
        text: [
          '**Storage** in Account shows what takes space. **Clean up** removes decoded audio and finished exports, which are created again when needed. No take is removed.',
          '**Remove unused results…** finds paid results that no project, dub or panel uses. You decide what to remove. This cannot be undone, and generating again will be charged.',
        ],
      },
    ],
  },
  {
    id: 'keyboard',
    group: 'more',
    title: 'Keyboard shortcuts',
    intro: 'These keys work in every panel. The section of each panel lists its own. Change any of them in Account, under Keys.',
    topics: [],
  },
  {
    id: 'command-line',
    group: 'more',
    title: 'Command line',
    intro: 'Everything that Voicewright sends to the service is also a command, for scripts and batch work.',
    topics: [
      {
        title: 'Generate speech',
        steps: [
          'Open a terminal in the folder of Voicewright.',
          'Enter: npm run -s cli -- tts create --voice ID --text "Hello." --out hello.mp3',
        ],
        text: [
          'Add --help to any command to see its options. Enter npm link to use the shorter name voicewright.',
          'The command uses VOICEWRIGHT_BASE_URL and VOICEWRIGHT_API_KEY, else the connection that you use in Voicewright, else a local service that it starts for the run.',
        ],
      },
      {
        title: 'Use your projects',
        text: [
          'Close the project in Voicewright first. project import makes a project from TXT and Markdown files. project show lists its chapters and blocks, and project words where each word is. project proof finds what went wrong in takes. project cast shows the characters and assigns their voices. project pronounce changes how words are said. project replace finds and replaces text. project export writes audio or captions. None needs a service.',
          'align finds the words of a text in any recording of it.',
          'requests list and requests show display what was charged and how it ended.',
        ],
      },
      {
        title: 'Exit codes',
        text: [
          '0: done. 1: refused. 2: wrong usage. 3: outcome unknown, it may have been charged. 130: interrupted.',
          'With --idempotency-key, a repeated tts create is the same job and is charged once.',
        ],
      },
    ],
  },
];

/** Words as the studio and this help use them, in the order of the alphabet. */
const glossary: readonly { readonly term: string; readonly meaning: string }[] = [
  { term: 'Block', meaning: 'A paragraph of the script with its voice, model and settings. Speech is generated block by block.' },
  { term: 'Bucket', meaning: 'Your own online storage, where a hosted service can download files of this computer for a limited time.' },
  { term: 'Chapter', meaning: 'A part of a project: a list of blocks that play one after another.' },
  { term: 'Connection', meaning: 'The URL of a service together with your API key.' },
  { term: 'Credit', meaning: 'The unit in which the service charges speech, voices, lip syncs and dubs.' },
  { term: 'Dub', meaning: 'A video with other speech: the video, its segments and their voices.' },
  { term: 'Estimate', meaning: 'A price or length calculated without a figure from the service.' },
  { term: 'Incomplete', meaning: 'Part of the audio arrived. That part can be played; the rest cannot be downloaded.' },
  { term: 'Job', meaning: 'A request that the service processes in the background. You can download its result again.' },
  { term: 'Local service', meaning: 'The service on this computer that comes with Voicewright. It is free and needs no account.' },
  { term: 'Locked', meaning: 'A block that Generate all skips.' },
  {
    term: 'Model',
    meaning: 'The program at the service that generates speech or images. Models differ in quality, speed, price and settings.',
  },
  { term: 'Quota', meaning: 'How much your account may use within a period. Images and videos use the API quota instead of credits.' },
  { term: 'Request', meaning: 'Anything sent to the service that may be charged. Jobs lists all of them.' },
  { term: 'Reused', meaning: 'Already paid, and used again for free.' },
  { term: 'Segment', meaning: 'A line of a dub or transcript with its start, its end and its speaker.' },
  { term: 'Stale', meaning: 'The block changed after its audio was generated, so they no longer match. Blocks show this as “Changed”.' },
  { term: 'Take', meaning: 'One generation of a block. A block can have many takes; one of them plays.' },
  { term: 'Unknown', meaning: 'Sent, but no response arrived. It may have been charged.' },
  { term: 'Voice', meaning: 'Who speaks: a public voice of the service, or one that you cloned or designed.' },
];

export const help = {
  // app/help/help.tsx, app/help/content.ts
  help: 'Help',
  searchHelp: 'Search Help',
  closeHelp: 'Close Help',
  sectionsOfHelp: 'Sections',
  groups: { start: 'Basics', panels: 'Panels', more: 'More' },
  keys: 'Keys',
  glossary: 'Glossary',
  whatTheWordsMean: 'Terms used in Voicewright.',
  noResults: (query: string) => `No results for “${query}”`,
  tryOtherWords: 'Try other words, or fewer.',
  results: 'Search results',
  result: 'result',
  open: 'Open',
  openSection: (title: string) => `Open “${title}”`,
  or: 'or',
  sections,
  terms: glossary,

  // core/commands/panel-frame.tsx
  helpForThisPanel: 'Help for this panel',
} as const;
