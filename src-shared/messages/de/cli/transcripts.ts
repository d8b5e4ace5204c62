import type { Messages } from '../../shape.ts';

export const transcripts: Messages['cli']['transcripts'] = {
  transcribeCommand: 'eine Aufnahme transkribieren; einmal gesendet, nie von selbst noch einmal',
  audioUrlOption: 'URL der Aufnahme, für den Dienst',
  ignoreTimestampsOption: 'ohne Segmente',
  fileNameOption: 'Name der Aufnahme',
  outOption: 'die Datei für die vollständige Antwort als JSON; „-“ für die Standardausgabe',
  responseIn: (session) => `Die Antwort des Dienstes liegt in ${session}.`,
};
