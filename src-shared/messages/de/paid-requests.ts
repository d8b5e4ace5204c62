import type { Messages } from '../shape.ts';

/** What a cap is for, as the ledger names it. */
const spans: Readonly<Record<string, string>> = { day: 'Tag', batch: 'Durchgang' };
const spanOf = (what: string): string => spans[what] ?? what;

export const paidRequests: Messages['paidRequests'] = {
  notAnOperationId: 'Das ist keine Auftrags-ID.',
  serviceChanged: 'Ein anderer Dienst wurde verbunden.',
  sentBefore: 'Es wurde schon einmal gesendet, mit unbekanntem Ausgang. Es wurde möglicherweise berechnet.',
  capWouldBePassed: (cap, what, credits, estimate, left) =>
    `Die Obergrenze von ${cap} Credits je ${spanOf(what)} würde überschritten: ${credits} sind ausgegeben, ${left} bleiben übrig, und dies kostet insgesamt etwa ${estimate}.`,
  capReached: (cap, what, credits) =>
    `Die Obergrenze von ${cap} Credits je ${spanOf(what)} ist erreicht: ${credits} sind ausgegeben, und was dies kostet, ist unbekannt.`,
  capUncertain: (cap, what) =>
    `Die Obergrenze von ${cap} Credits je ${spanOf(what)} lässt sich nicht einhalten: Was eine solche Anfrage kostet, ist unbekannt, und eine möglicherweise berechnete ist schon unterwegs. Warten, bis der Dienst den Preis gemeldet hat, oder die Obergrenze in „Konto“ entfernen.`,
  spendingOfDay: 'Die Aufstellung der Ausgaben des Tages',
  alreadySending: 'Dies wird bereits gesendet.',
  alreadyGivenUp: 'Dies wurde aufgegeben. Es wird nicht erneut angefragt.',
  wouldChargeTwice: 'Der Dienst würde es ein zweites Mal erzeugen und berechnen. Stattdessen nach dem Ergebnis suchen.',
  cannotAskAgain: 'Der Dienst kann den Ausgang nicht nennen. Es wurde möglicherweise berechnet, und erneutes Erzeugen wird berechnet.',
  cannotAdopt: 'Übernehmen lässt sich nur eine Anfrage mit unbekanntem Ergebnis, zu der der Dienst eine Liste führt.',
  cannotGiveUp: 'Aufgeben lässt sich nur eine Anfrage, die erneut gesendet wurde und deren Ergebnis noch unbekannt ist.',
  notCarriedOut: 'Laut Dienst ist es nicht geschehen. Es wurde nicht berechnet.',
  stoppedWaiting: 'Warten beendet. Der Dienst arbeitet weiter. Fortsetzen geht in „Aufträge“.',
  givenUp: 'Dies wurde aufgegeben, bevor das Ergebnis bekannt war. Es wird nicht erneut angefragt.',
  notALedger: (path) => `${path} ist nicht das Auftragsprotokoll von Voicewright. Wegbewegen, dann Voicewright neu starten.`,
  ledgerTooNew: (path) => `Das Auftragsprotokoll ${path} stammt von einer neueren Version von Voicewright.`,
  ledgerDiskFull: 'Der Datenträger ist voll: Das Auftragsprotokoll lässt sich nicht schreiben, daher wird nichts gesendet.',
  keyUsedBefore: 'Dieser Idempotenzschlüssel gehört zu einer früheren Anfrage. Für eine neue Anfrage einen neuen verwenden.',
  ledgerInUse: 'Ein anderes Programm verwendet das Auftragsprotokoll.',
  ledgerDamaged: (path) => `Das Auftragsprotokoll ${path} ist beschädigt. Wegbewegen, dann Voicewright neu starten.`,
  ledgerUnusable: (path) => `Das Auftragsprotokoll ${path} lässt sich nicht öffnen oder schreiben.`,
  otherAccount: (connectionId) =>
    `Dies gehört zu einem anderen Konto, bei ${connectionId}. Es geht weiter, wenn dieses Konto verbunden ist.`,
  neverLearned: 'Ob der Dienst dies angenommen hat, ist unbekannt. Es wurde möglicherweise berechnet.',
  nothingToPoll: 'Für diese Art von Anfrage lässt sich kein Zustand abfragen.',
  takesOverAWeek: 'Der Dienst arbeitet seit einer Woche daran.',
  studioEnded: 'Voicewright wurde beendet, bevor der Dienst antwortete. Es wurde möglicherweise berechnet.',
};
