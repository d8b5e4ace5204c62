import type { Messages } from '../../shape.ts';

export const transcripts: Messages['cli']['transcripts'] = {
  transcribeCommand:
    'eine Aufnahme transkribieren: einmal gesendet, nie von selbst noch einmal; mit --text deren Text ausrichten, kostenlos',
  audioUrlOption: 'URL der Aufnahme, für den Dienst',
  audioOption: 'die Aufnahme auf diesem Computer, für --text; bis zwei Stunden',
  textOption: 'was die Aufnahme sagt: TXT, Markdown, Word, SRT oder VTT; braucht keinen Dienst, nichts wird berechnet',
  audioMissing: '--audio-url fehlt: die Aufnahme, für den Dienst. Mit --text ist --audio die Aufnahme auf diesem Computer.',
  textNeedsAudio: '--text braucht --audio, die Aufnahme auf diesem Computer.',
  audioNeedsText: '--audio braucht --text. Für den Dienst braucht die Aufnahme eine URL (--audio-url).',
  twoRecordings: '--audio-url: entweder --audio mit --text oder --audio-url verwenden.',
  ignoreTimestampsOption: 'ohne Segmente',
  fileNameOption: 'Name der Aufnahme',
  outOption: 'die Datei für die vollständige Antwort als JSON; „-“ für die Standardausgabe',
  responseIn: (session) => `Die Antwort des Dienstes liegt in ${session}.`,
};
