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
        steps: [
          'Choose **Project**, then **New project…**. Drop or paste a manuscript, or enter a title and choose **Start empty**.',
          'Write, paste paragraphs, or drop a manuscript on the window.',
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
];
