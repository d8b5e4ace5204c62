import type { Messages } from '../../shape.ts';

export const speech: Messages['cli']['speech'] = {
  speakCommand: 'Text sprechen und das Audio und die Zeiten seiner Wörter schreiben',
  wordsOption: 'die Datei für die Wortzeiten; Standard: neben dem Audio',
  endpointOption: 'welcher Endpunkt spricht; alle außer aligned dienen zum Testen von Integrationen, ohne Wörter',
  wordsNeedFile: '--words braucht einen Dateinamen: Die Standardausgabe ist für das Audio.',
  serviceWaits: 'Warten auf den Dienst…',
  theWords: 'Die Wörter',
  soundIsWhole: (said, out) => `${said} Das Audio ist vollständig in ${out}.`,
  wordsIncomplete: (status) => `Die Wortzeiten sind nicht vollständig (${status}).`,
  optionNotForEndpoint: (foreign) => `--${foreign} gilt für diesen Endpunkt nicht.`,
  modelNeeded: 'Dieser Endpunkt braucht --model.',
};
