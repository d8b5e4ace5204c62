import type { Messages } from '../../shape.ts';

export const localVoices: Messages['cli']['localVoices'] = {
  localCommand: 'eigene Stimmen und Spracherkennungen im lokalen Dienst, auch die aus dem Fenster von Voicewright; kostenlos',
  listCommand: 'die hinzugefügten Stimmen und Spracherkennungen zeigen, und was Modellordner brauchen',
  addCommand: 'eine Flite-Stimmdatei mit ihrer Lizenz oder den Ordner eines Modells von Piper, VITS, Kokoro oder Whisper hinzufügen',
  addArgument: 'der Ordner oder die Dateien',
  removeCommand: 'eine hinzugefügte Stimme oder Spracherkennung entfernen',
  voiceArgument: 'ihre ID oder ihr Name, wie voices local list sie zeigt',
  packageMissing: (name, command) =>
    `Modellordner brauchen das kostenlose Paket ${name}, das nicht installiert ist. Zum Installieren: ${command}`,
  notFound: (voice) => `Nichts Hinzugefügtes heißt „${voice}“, oder mehreres heißt so. Die ID aus voices local list verwenden.`,
};
