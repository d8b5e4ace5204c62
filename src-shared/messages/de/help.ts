import type { Messages } from '../shape.ts';
import { glossary } from './help/glossary.ts';
import { more } from './help/more.ts';
import { narration } from './help/narration.ts';
import { panels } from './help/panels.ts';
import { start } from './help/start.ts';
import { stopWords, synonyms, wordForms } from './help/synonyms.ts';
import { plural } from './plural.ts';

export const help: Messages['help'] = {
  help: 'Hilfe',
  searchHelp: 'Hilfe durchsuchen',
  closeHelp: 'Hilfe schließen',
  sectionsOfHelp: 'Abschnitte',
  groups: { start: 'Grundlagen', panels: 'Bereiche', more: 'Mehr' },
  keys: 'Tasten',
  glossary: 'Glossar',
  whatTheWordsMean: 'Begriffe in Voicewright.',
  licences: 'Lizenzen',
  whatLicencesAre: [
    'Voicewright ist freie Software unter der GNU General Public License, Version 3 oder neuer. Es enthält die Programme und Schriften, die hier stehen.',
    'Die Desktop-App enthält außerdem Electron und Chromium; deren Lizenzen liegen in ihrem Ordner, in den Dateien LICENSE.electron.txt und LICENSES.chromium.html.',
  ],
  holds: (licence, parts) => `${licence}; enthält ${parts}`,
  noResults: (query) => `Keine Treffer für „${query}“`,
  tryOtherWords: 'Andere oder weniger Wörter versuchen.',
  closestTopics: 'Ähnlichste Themen',
  noTopicHasAll: 'Kein Thema enthält alle Wörter.',
  text: 'Text der Hilfe',
  results: 'Suchergebnisse',
  result: (count) => plural(count, 'Treffer', 'Treffer'),
  pictureOf: (title) => `Bild von ${title}`,
  open: 'Öffnen',
  openSection: (title) => `„${title}“ öffnen`,
  sections: [...start, ...narration, ...panels, ...more],
  terms: glossary,
  synonyms,
  stopWords,
  wordForms,
  helpForThisPanel: 'Hilfe zu diesem Bereich',
};
