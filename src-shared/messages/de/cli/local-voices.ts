import type { Messages } from '../../shape.ts';

export const localVoices: Messages['cli']['localVoices'] = {
  localCommand: 'eigene Stimmen im lokalen Dienst, auch die aus dem Fenster von Voicewright; kostenlos',
  listCommand: 'die hinzugefügten Stimmen zeigen, und was Modellordner brauchen',
  addCommand: 'eine Flite-Stimmdatei mit ihrer Lizenz oder den Ordner eines Modells von Piper, VITS oder Kokoro hinzufügen',
  addArgument: 'der Ordner oder die Dateien',
  removeCommand: 'eine hinzugefügte Stimme entfernen',
  voiceArgument: 'ihre ID oder ihr Name, wie voices local list sie zeigt',
  packageMissing: (name, command) =>
    `Modellordner brauchen das kostenlose Paket ${name}, das nicht installiert ist. Zum Installieren: ${command}`,
  notFound: (voice) => `Keine hinzugefügte Stimme heißt „${voice}“, oder mehrere heißen so. Die ID aus voices local list verwenden.`,
};
