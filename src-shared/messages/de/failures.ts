import type { Messages } from '../shape.ts';

export const failures: Messages['failures'] = {
  dismiss: 'Schließen',
  tryAgain: 'Erneut versuchen',
  enterAnotherKey: 'API-Schlüssel ändern',
  changeCap: 'Obergrenze ändern',
  showInJobs: 'In „Aufträge“ anzeigen',
  trusted: 'Vertrauenswürdig',
  originTrusted: (name, origin) =>
    `Der API-Schlüssel von ${name} darf jetzt an ${origin} gesendet werden. Das lässt sich in „Konto“ widerrufen.`,
  trustOrigin: 'Dieser Herkunft vertrauen',
  showOlder: 'Ältere anzeigen',
  notLoaded: (capital) => `Laden fehlgeschlagen: ${capital}.`,
  readAgain: 'Neu laden',
  reading: (what) => `Wird geladen: ${what}`,
  clearSearch: 'Suche löschen',
  notValid: 'ist ungültig',
  stopped: 'Gestoppt.',
  sentences: (first, second) => `${first} ${second}`,
  verbatim: (said) => said,
  somethingWentWrong: 'In Voicewright ist etwas schiefgegangen. Einzelheiten stehen im Protokoll.',
  theRequest: 'der Anfrage',
  noSuchField: 'dieses Feld gibt es nicht',
  inPlace: (where, reason) => `In ${where}: ${reason}.`,
  inField: (where, field, reason) => `In ${where}, ${field}: ${reason}.`,
  isNotJson: 'ist kein JSON',
};
