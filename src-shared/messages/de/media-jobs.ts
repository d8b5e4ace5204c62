import type { Messages } from '../shape.ts';
import { plural } from './plural.ts';

export const mediaJobs: Messages['mediaJobs'] = {
  history: 'Verlauf',
  newestFirst: 'Neueste zuerst',
  theHistory: 'der Verlauf',
  noneYet: 'Noch keine',
  job: 'Auftrag',
  movesNoLips: 'Der lokale Dienst ersetzt den Ton des Videos; die Lippen bewegt er nicht.',
  second: (count) => plural(count, 'Sekunde', 'Sekunden'),
  billed: (billed) => `${billed} berechnet · `,
  creditsCharged: (credits) => `, ${credits} berechnet`,
  soFar: (elapsed) => `bisher ${elapsed}`,
  saved: 'Gespeichert',
  savedToDownloads: (name) => `${name} liegt im Download-Ordner.`,
  savedAt: (path) => `Liegt unter ${path}.`,
  saveVideo: 'Video speichern…',
  video: 'Video',
  audioCut: (kept, whole) => `Das Audio wurde abgeschnitten: ${kept} von ${whole} passen in das Video.`,
  speechCut: (kept, whole) => `Die Sprache wurde abgeschnitten: ${kept} von ${whole} passen in das Video.`,
  endsWithAudio: (kept, whole) => `Das Video wurde abgeschnitten: Es endet mit dem Audio, nach ${kept} von ${whole}.`,
  endsWithSpeech: (kept, whole) => `Das Video wurde abgeschnitten: Es endet mit dem gesprochenen Text, nach ${kept} von ${whole}.`,
  stateMissing: 'Der Dienst nennt keinen Zustand dieses Auftrags',
  stateUnknown: (status) => `Der Dienst nennt den Zustand dieses Auftrags „${status}“, den Voicewright nicht kennt`,
  mayBeFinished: (name) => `${name}. Vielleicht ist er fertig: später erneut prüfen oder beim Dienst nachsehen.`,
  resultAddressMissing: (id, status) =>
    `Der Dienst nennt den Zustand des Auftrags ${id} „${status}“, aber keine URL eines Ergebnisses, die Voicewright erkennt.`,
  bucketAddressExpired: (kind) =>
    `Der Dienst konnte nicht laden: ${kind}. Die URL im eigenen Bucket ist abgelaufen, und diese Anfrage nennt keine andere.`,
  ofLink: (message, link) => `${message} Betroffener Link: ${link}`,
  speechStaysPaid: (message) => `${message} Die Sprache bleibt bezahlt.`,
  resultNotAtAddress: 'Das Ergebnis liegt nicht unter der URL, die der Dienst genannt hat.',
};
