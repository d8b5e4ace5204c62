import type { Messages } from '../../shape.ts';

export const voices: Messages['cli']['voices'] = {
  voicesCommand: 'Stimmen',
  listCommand: 'öffentliche und persönliche Stimmen zeigen',
  pageSizeOption: 'Stimmen je Seite, bis zu 100',
  searchOption: 'Text im Namen',
  speaksOption: 'nur Stimmen, die diese Sprache sprechen',
  personalOption: 'nur die eigenen des Kontos',
  publicOption: 'ohne die eigenen des Kontos',
  morePages: (totalPages, pages) => `Von ${totalPages} Seiten wurden ${pages} gelesen. Mehr mit --max-pages.`,
  getCommand: 'eine Stimme zeigen',
  cloneCommand: 'aus Aufnahmen eine Stimme machen; einmal gesendet, nie von selbst noch einmal',
  audioOption: 'Aufnahmen, je bis zu 10 MB',
  referenceTextOption: 'die Wörter der Aufnahmen',
  languageOption: 'Sprachen, die sie spricht, die Hauptsprache zuerst',
  consentOption: (consent) => `erforderlich: ${consent}; mit --visibility public auch zum Veröffentlichen`,
  consentMissing: (consentMissing) => `--consent fehlt. ${consentMissing} Nichts wurde gesendet.`,
  audioInvalid: (said) => `--audio: ${said}`,
  deleteCommand: 'eine eigene Stimme des Kontos löschen; nichts wird erstattet',
  notFound: (voiceId) => `Der Dienst hat keine Stimme ${voiceId}: Nichts wurde gesendet.`,
};
