import { plural } from './plural.ts';

export const start = {
  // app/start/start-screen.tsx
  start: 'Start',
  headline: 'What do you want to make?',
  note: 'Drop a manuscript, a recording or a video anywhere here, or choose how to begin.',
  importManuscript: 'Import a manuscript…',
  importTakes: 'Word, EPUB, Markdown, text and more',
  dropManuscript: 'Drop the manuscript here',
  write: 'Write',
  writeNote: 'An empty script in a new project',
  dubVideo: 'Dub a video',
  dubTakes: 'MP4, MOV, WebM or MKV',
  dropVideo: 'Drop the video here',
  transcribe: 'Transcribe a recording',
  transcribeTakes: 'Audio or video becomes text',
  dropRecording: 'Drop the recording here',
  clone: 'Clone a voice',
  cloneTakes: 'From a recording or your microphone',
  dropToClone: 'Drop recordings of the voice here',
  openSample: 'Open the sample',
  sampleNote: 'A short story to generate and hear',
  newTitle: 'Untitled',
  help: 'Help',
  findCommand: 'Find a command',

  // app/start/recent-projects.tsx
  recentProjects: 'Recent projects',
  openFile: 'Open a project file…',
  generated: (percent: string) => `${percent} generated`,
  openPickups: (count: number) => plural(count, 'pickup'),
  noAudio: 'No audio yet',
  isOpen: 'open now',
  missing: 'File not found',
  named: (title: string, which: string) => `${title} (${which})`,
  remove: (title: string) => `Remove “${title}” from this list`,

  // app/start/open-files.ts
  dropName: 'Drop to begin',
  dropNote: 'Manuscripts become a project. Videos open in Dubbing, recordings in Transcribe, folders of recordings in Clone.',
  nothingOpened: 'Nothing was opened',
  notOpened: (name: string, others: number) => (others === 0 ? `“${name}” was not opened` : `“${name}” and ${others} more were not opened`),
  nothingOpenedNote: 'Drop a manuscript (Word, EPUB, HTML, Markdown, text, captions or CSV), a recording or a video.',
} as const;
