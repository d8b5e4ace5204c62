import type { Messages } from '../shape.ts';

export const alignment: Messages['alignment'] = {
  noLanguage: (language) =>
    `In dieser Sprache (${language}) lassen sich keine Wörter finden. Unterstützt werden Englisch, Deutsch, Spanisch, Französisch und Hindi.`,
  otherText: 'Die Aufnahme spricht nicht diesen Text. Text und Sprache prüfen.',
  notReadable: 'Die Aufnahme ist nicht lesbar.',
  tooLong: 'Die Aufnahme ist länger als zwei Stunden. Eine kürzere wählen.',
  silent: 'Die Aufnahme ist stumm.',
  cannotBeDecoded: 'Die Aufnahme lässt sich nicht dekodieren. Sie ist vielleicht beschädigt oder in einem nicht unterstützten Format.',
  ended: 'Das Ausrichten wurde gestoppt.',
  tooMuchWaits: 'Zu viele Aufnahmen warten auf das Ausrichten. Später erneut versuchen.',
};
