import { exportSheet } from '../export-sheet.ts';
import { narration } from '../narration.ts';
import { removal } from '../removal.ts';
import { sources } from '../sources.ts';
import { start as startTexts } from '../start.ts';
import { tour } from '../tour.ts';
import { window } from '../window.ts';
import type { HelpSection } from './section.ts';

/** Basics. */
export const start: readonly HelpSection[] = [
  {
    id: 'start',
    group: 'start',
    title: 'Get started',
    intro: 'Write a text, generate its speech, listen, and export. You need no account: a service on this computer speaks for you.',
    topics: [
      {
        title: 'Make your first narration',
        searchWords: 'audiobook start read aloud text to speech',
        steps: [
          `On the Start screen, choose **${startTexts.importManuscript}**, **${startTexts.write}** or **${startTexts.openSample}**, or drop a manuscript on it.`,
          'Write, paste paragraphs, or change what was imported.',
          `Choose **${narration.generateAll}** (in a book of several chapters, **${narration.generateChapter}**) or press {speech.generate-all}. Speech plays while it arrives, and its words light up.`,
          `Choose **${exportSheet.title}**: chapters as MP3 or WAV, the whole book as M4B or EPUB, or captions.`,
        ],
        text: [
          'Changes are saved as you type. The project opens again the next time you start Voicewright, and Undo continues where you left off.',
        ],
      },
      {
        title: 'Begin from the Start screen',
        text: [
          `The Start screen is shown until a project is open. To see it again, choose the mark at the top left, or **${window.project}**, then **${window.startScreen}**.`,
          `Drop files anywhere on it: manuscripts become a project, videos open in Dubbing, recordings in Transcribe. Drop a recording on **${startTexts.clone}** to clone its voice.`,
          `Without a file, choose **${startTexts.dubVideo}**, **${startTexts.transcribe}** or **${startTexts.clone}**, then **${sources.tryExample}**.`,
          `**${startTexts.recentProjects}** shows each project’s waveform, length and how much of it is finished. Dots stand for what has no audio yet.`,
          `To close a project, choose **${window.project}**, then **${window.closeProject}**.`,
        ],
      },
      {
        title: 'Find your way around',
        text: [
          'The panels are on the left. Press {go.next} to go to the next area of the window, and {go.previous} to go back.',
          'Press {window.palette} to find any command by its name. Press {help.open} for help with the panel you see.',
          `**${tour.take}** shows the five places to know. It is on the Start screen, at the top of Help, and among the commands.`,
        ],
      },
      {
        title: 'Undo and restore',
        searchWords: 'undone undoing take back revert mistake deleted trash recover history',
        text: [
          'Press {edit.undo} to undo and {edit.redo} to redo, or use the arrows at the top right.',
          'In a project you can undo changes of the text, blocks and chapters, of the cast and pronunciations, of takes and pickups, and a whole import. Undo continues where you left off, also after a restart.',
          `While a transcript or the timeline of a dub is open, the same keys undo its changes.`,
          `A message that says what was done often has **${window.undo}** for a few seconds. Where nothing else was changed since, the keys do the same.`,
          `Results that you delete in ${window.lipSync}, ${window.dubbing}, ${window.transcribe} or ${window.imagesVideo}, and designs, are under **${removal.removed}** at their list: choose **${removal.restore}** there.`,
          'To go further back, restore a saved version of the project: [Versions](#narration).',
          'What was sent stays sent and charged: its audio stays among the takes, and using it again is free. A voice that was deleted, and results that were removed to free up space, do not come back.',
        ],
      },
    ],
  },
];
