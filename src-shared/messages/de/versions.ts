import type { Messages } from '../shape.ts';
import { plural } from './plural.ts';

export const versions: Messages['versions'] = {
  versions: 'Versionen',
  open: 'Versionen…',
  note: 'Eine Version speichert den Text, die Kapitel, die Besetzung, die Aussprachen und die gewählten Takes. Eine wiederherzustellen löscht keine Takes und lässt sich im Text rückgängig machen.',
  none: 'Noch keine Versionen.',
  noProject: 'Zuerst ein Projekt öffnen.',
  name: 'Name',
  save: 'Version speichern',
  saved: (name) => `Version „${name}“ gespeichert.`,
  facts: (date, chapters, blocks, words) => `${date} · ${chapters} · ${blocks} · ${words}`,
  chapter: (count) => plural(count, 'Kapitel', 'Kapitel'),
  compare: 'Vergleichen',
  compareNamed: (name) => `${name} mit dem Projekt vergleichen`,
  restore: 'Wiederherstellen',
  restoreNamed: (name) => `${name} wiederherstellen`,
  restored: (name) => `Version „${name}“ wiederhergestellt.`,
  remove: 'Löschen',
  removeNamed: (name) => `${name} löschen`,
  same: (name) => `Das Projekt gleicht der Version „${name}“.`,
  changesSince: (name) => `Änderungen seit „${name}“`,
  inChapter: (kind, chapter) => `${kind} · ${chapter}`,
  more: (count) => `Und ${count} weitere.`,
  kinds: {
    added: 'Hinzugefügt',
    removed: 'Gelöscht',
    changed: 'Text geändert',
    moved: 'Verschoben',
    settings: 'Einstellungen geändert',
    take: 'Anderer Take',
  },
};
