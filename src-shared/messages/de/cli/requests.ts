import type { Messages } from '../../shape.ts';

export const requests: Messages['cli']['requests'] = {
  requestsCommand: 'Anfragen, die berechnet werden können, und wie sie endeten',
  listCommand: 'sie zeigen, neueste zuerst',
  limitOption: 'bis zu 200',
  showCommand: 'eine davon mit ihrem Verlauf zeigen',
  notFound: (operationId) => `Dieses Profil hat keine Anfrage ${operationId}.`,
  checkedAtNextStart: (said) => `${said} Voicewright prüft sie beim nächsten Start.`,
  ledgersInUse: (ledgers) =>
    ledgers === 1
      ? `${ledgers} weitere Aufzeichnung von Anfragen ist in Voicewright oder einem anderen Lauf in Gebrauch und fehlt hier.`
      : `${ledgers} weitere Aufzeichnungen von Anfragen sind in Voicewright oder anderen Läufen in Gebrauch und fehlen hier.`,
};
