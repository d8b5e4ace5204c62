import type { Messages } from '../../shape.ts';

export const tts: Messages['cli']['tts'] = {
  ttsCommand: 'Sprache, die der Dienst als Auftrag erzeugt und speichert',
  createCommand: 'einen Auftrag starten, der Text spricht',
  serviceHasIt: (taskId) => `Der Dienst hat es: tts download ${taskId} --out DATEI.`,
  getCommand: 'den Zustand eines Auftrags zeigen',
  createdAfterOption: 'eine ISO-Zeit',
  downloadCommand: 'das Audio eines Auftrags laden',
  jobAccepted: (said, taskId) => `${said} Der Dienst hat den Auftrag angenommen: tts get ${taskId} --wait.`,
  notMade: (why, taskId) => `Der Dienst konnte das nicht erzeugen${why} (Auftrag ${taskId}).`,
  partMade: (why, taskId) =>
    `Der Dienst hat nur einen Teil davon erzeugt${why} (Auftrag ${taskId}). Diesen Teil laden: tts download ${taskId} --out DATEI.`,
  unknownStatus: (jobStates) => `--status nimmt ${jobStates}.`,
  notATime: '--created-after braucht eine ISO-Zeit.',
};
