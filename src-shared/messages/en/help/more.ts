import { account } from '../account.ts';
import { jobs } from '../jobs.ts';
import { narration } from '../narration.ts';
import { window } from '../window.ts';
import type { HelpSection } from './section.ts';

/** What goes beyond one panel. */
export const more: readonly HelpSection[] = [
  {
    id: 'connections',
    group: 'more',
    title: 'Connections and API keys',
    intro: 'A connection is the URL of a service and your API key. The local service needs neither.',
    topics: [
      {
        title: 'Connect an account',
        steps: [
          `Open Account and choose **${account.addConnection}**.`,
          `Enter **${account.baseUrl}** and **${account.apiKey}**. Live also needs **${account.realtimeUrl}**.`,
          `Choose **${account.addAndUse}**. The connection is tested first.`,
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
          `A hosted service cannot read files of this computer. Set up **${account.bucketForLocalFiles}** in Account: storage of your own at Amazon S3 or a compatible provider.`,
          'When you start a paid job, its file is uploaded there, and the service gets a link that expires. The file is removed when the job ends.',
          'The bucket is used by Lip sync, Dubbing and Transcribe, by transcription in Clone, and by reference images in Images & video.',
        ],
      },
      {
        title: 'Work without the internet',
        searchWords: 'offline network connection local',
        text: [
          'Writing, playing, editing and exporting need no internet. The local service needs none either: it runs on this computer.',
          'Only a hosted service does. While it is away, Voicewright says so, and nothing that was paid for is lost.',
        ],
      },
      {
        title: 'Restart the local service',
        text: [
          `The local service restarts automatically, up to three times in five minutes. After that, choose **${window.restartService}** in the command palette ({window.palette}).`,
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
        searchWords: 'gratis without account try test trial',
        text: [
          'The same text with the same voice, model and settings at the same service are reused: undo, an older take, another chapter or another project cost nothing. Blocks show this as “Already paid” until you generate them.',
          'Playing, exporting, comparing and restoring are always free.',
        ],
      },
      {
        title: 'Reused',
        text: ['You already paid for the result, so it is used again. Nothing is sent or charged.'],
      },
      {
        title: 'The same again',
        text: [
          'Before exactly the same image, video, lip sync, dub or design is requested again, Voicewright asks. What you have is in the gallery or the history. If it cannot find out whether you have it, it asks too.',
        ],
      },
      {
        title: 'Incomplete',
        text: [
          'The connection was lost while audio arrived, and the service cannot send the rest. The received part is saved and can be played. Generating again will be charged.',
        ],
      },
      {
        title: jobs.outcomeUnknown,
        text: [
          'The request was sent and no response arrived. It may have been charged. Check Jobs before you send another one.',
          'Where the service allows it, Voicewright asks again with the same ID, which is charged once, or looks for the result in the list of the service. Where it does not, you decide.',
        ],
      },
      {
        title: 'After a crash',
        searchWords: 'crashed program power failure outage killed freeze hung lost work pay twice',
        text: [
          'Your text and the audio that arrived are saved.',
          `Choose **${narration.resume}** in the project to make the blocks that were not sent. Those were not charged. A request that was running is listed in Jobs as **${jobs.outcomeUnknown}** until its result is known.`,
        ],
      },
      {
        title: 'Refunds',
        searchWords: 'money back refund reimburse',
        text: [
          'Some requests that fail at the service are charged first and refunded afterwards. Jobs shows what was charged and what was refunded.',
        ],
      },
      {
        title: 'Prices',
        searchWords: 'cost costs price expensive money pay fee rate generate generating',
        text: [
          'Every button that starts new paid work shows its price, beside it or when you point at it. The tooltip also says where the price comes from. Trying again what failed without a charge costs the same.',
          'The local service names its prices. A hosted service shows none: a price is learned from your earlier requests and shown as an estimate. Until then it is unknown, and Voicewright asks before it buys.',
          'Credits and the API quota are two accounts of the service. Images and videos use the API quota alone. Everything else uses credits, and may use the API quota as well, so the two figures differ. The status bar shows credits, and in “Images & video” the API quota beside them; “Account” shows both. Live counts units, in which the service bills speech, and shows them in credits where the price is known.',
          'A figure with ≈ or “about” is an estimate. The service does not report what live speech and cloned voices cost; sums and charts count them by their price.',
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
        searchWords: 'files saved where folder location backup',
        text: [
          'A project ends in .voicewright and contains its chapters and its takes. Copy it to move it to another computer.',
          `The Project menu shows the path of the open project. **${window.saveCopyEllipsis}** there writes a copy, a project of its own, while yours stays open: where you choose, or in your project folder where Voicewright runs in a browser.`,
          'One window at a time can have a project open.',
        ],
      },
      {
        title: 'Free up space',
        text: [
          `**${account.storage}** in Settings shows what takes space. **${account.cleanUp}** removes decoded audio and finished exports, which are created again when needed. No take is removed.`,
          `**${account.removeUnusedEllipsis}** finds paid results that no project, dub or panel uses. You decide what to remove. This cannot be undone, and generating again will be charged.`,
        ],
      },
    ],
  },
  {
    id: 'keyboard',
    group: 'more',
    title: 'Keyboard shortcuts',
    intro: 'These keys work in every panel. The section of each panel lists its own. Change any of them in Settings, under Keys.',
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
          'Close the project in Voicewright first. project import makes a project from Word, EPUB, HTML, Markdown, text, caption and CSV files; given a revised file, it changes only what is different, and audio of unchanged blocks stays. project show lists its chapters and blocks, and project words where each word is. project proof finds what went wrong in takes. project cast shows the characters and assigns their voices. project pronounce changes how words are said. project replace finds and replaces text. project set gives a project, a chapter or a block its voice, model or pause, and its takes a gain or trims. project record takes a narrator’s recording as the audio of a chapter or a block. project export writes audio, captions or word times. None of these needs a service. project generate, which generates the audio of all blocks that need it, and project repair, which generates a sentence again, do.',
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
