import type { Messages } from '../shape.ts';

export const removal: Messages['removal'] = {
  removed: 'Entfernte Einträge',
  backToList: 'Zurück zur Liste',
  removeNamed: (name) => `${name} entfernen`,
  restoreNamed: (name) => `${name} wiederherstellen`,
  remove: 'Entfernen',
  restore: 'Wiederherstellen',
  nothingRemoved: 'Nichts entfernt',
  nothingRemovedNote: 'Hier erscheinen Ergebnisse, die aus der Liste entfernt wurden. Ihre Dateien bleiben gespeichert.',
  wasRemoved: (name) => `Entfernt: ${name}`,
  fileStays: 'Die Datei bleibt gespeichert. Sie steht unter „Entfernt“.',
  wasRestored: (name) => `Wiederhergestellt: ${name}`,
  notYet: 'Noch in Arbeit. Nach dem Ende lässt es sich entfernen.',
  listOfRemoved: 'Die Liste der entfernten Ergebnisse',
};
