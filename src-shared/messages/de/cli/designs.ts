import type { Messages } from '../../shape.ts';

export const designs: Messages['cli']['designs'] = {
  designCommand: 'eine Stimme nach ihrer Beschreibung',
  createCommand: 'Hörproben erzeugen und speichern; einmal gesendet, nie von selbst noch einmal',
  promptOption: 'wie die Stimme ist',
  previewTextOption: 'Text der Hörproben',
  providerOption: 'alpha, beta oder both (Standard)',
  makingPreviews: 'Hörproben werden erzeugt…',
  previewCommand: 'das Audio eines Kandidaten laden',
  candidateOption: 'der Kandidat, wie design create ihn nennt',
  saveCommand: 'aus einem Kandidaten eine Stimme machen; einmal gesendet, nie von selbst noch einmal',
  languageOption: 'ihre Hauptsprache; Standard: die des Stimmdesigns',
};
