import type { Messages } from '../../shape.ts';

export const account: Messages['cli']['account'] = {
  profileCommand: 'das eigene Konto',
  getCommand: 'das Profil zeigen',
  updateCommand: 'das Profil ändern',
  webhookUrlOption: 'URL für Meldungen des Dienstes; leer für keine',
  fieldOption: 'ein weiteres Feld, das das Dokument des Dienstes nennt',
  fieldNeedsNameAndValue: (one) => `--field braucht NAME=WERT, nicht „${one}“.`,
  nothingToChange: 'Nichts zu ändern: --webhook-url hinzufügen.',
  webhookNeedsHttpAddress: '--webhook-url muss mit http:// oder https:// beginnen oder leer sein.',
  modelsCommand: 'die Modelle für Sprache',
  listModelsCommand: 'die Modelle und ihre Fähigkeiten zeigen',
};
