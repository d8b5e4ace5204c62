import type { Messages } from '../shape.ts';
import { glossary } from './help/glossary.ts';
import { more } from './help/more.ts';
import { narration } from './help/narration.ts';
import { panels } from './help/panels.ts';
import { start } from './help/start.ts';
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
  noResults: (query) => `Keine Treffer für „${query}“`,
  tryOtherWords: 'Andere oder weniger Wörter versuchen.',
  results: 'Suchergebnisse',
  result: (count) => plural(count, 'Treffer', 'Treffer'),
  pictureOf: (title) => `Bild von ${title}`,
  open: 'Öffnen',
  openSection: (title) => `„${title}“ öffnen`,
  sections: [...start, ...narration, ...panels, ...more],
  terms: glossary,
  helpForThisPanel: 'Hilfe zu diesem Bereich',
};
