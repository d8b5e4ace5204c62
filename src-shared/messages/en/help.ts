import { plural } from './plural.ts';
import { glossary } from './help/glossary.ts';
import { more } from './help/more.ts';
import { narration } from './help/narration.ts';
import { panels } from './help/panels.ts';
import { start } from './help/start.ts';
import { stopWords, synonyms, wordForms } from './help/synonyms.ts';

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
  licences: 'Licences',
  whatLicencesAre: [
    'Voicewright is free software under the GNU General Public License, version 3 or later. It includes the software and fonts listed here.',
    'The desktop app also contains Electron and Chromium; their licences are in its folder, in the files LICENSE.electron.txt and LICENSES.chromium.html.',
  ],
  holds: (licence: string, parts: string) => `${licence}; contains ${parts}`,
  noResults: (query: string) => `No results for “${query}”`,
  tryOtherWords: 'Try other words, or fewer.',
  closestTopics: 'Closest topics',
  noTopicHasAll: 'No topic has all the words.',
  text: 'Text of Help',
  results: 'Search results',
  result: (count: number) => plural(count, 'result'),
  pictureOf: (title: string) => `Picture of ${title}`,
  open: 'Open',
  openSection: (title: string) => `Open “${title}”`,
  sections: [...start, ...narration, ...panels, ...more],
  terms: glossary,
  synonyms,
  stopWords,
  wordForms,

  // core/commands/panel-frame.tsx
  helpForThisPanel: 'Help for this panel',
} as const;
