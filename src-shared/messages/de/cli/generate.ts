import type { Messages } from '../../shape.ts';
import { plural } from '../plural.ts';

export const generate: Messages['cli']['generate'] = {
  generateCommand: 'das Audio der Blöcke erzeugen, die es brauchen; bereits Bezahltes wird nicht gesendet',
  maxCreditsOption: 'nichts kaufen, was zusammen mehr als das kosten könnte',
  creditsNegative: '0 oder mehr Credits eingeben.',
  progress: (settled, total, failed) => `${settled} von ${total} Blöcken${failed > 0 ? `, ${failed} fehlgeschlagen` : ''}`,
  firstVoice: (name) => `Das Projekt hat keine Stimme. Verwendet wird ${name}; eine andere setzt project set --voice.`,
  findingWords: 'Wörter werden gesucht…',
  split: (chapter, added) =>
    `Kapitel ${chapter}: Text, der für sein Modell zu lang ist, wurde geteilt. Hinzugekommen: ${plural(added, 'Block', 'Blöcke')}.`,
  blockFailed: (chapter, blockId, text) => `Kapitel ${chapter}, Block ${blockId}: ${text}`,
  skipped: (blocks, why) => `${plural(blocks, 'Block', 'Blöcke')} nicht erzeugt. ${why}`,
  notReached: 'Der Dienst war nicht rechtzeitig erreichbar.',
  result: (made, reused, failed, skipped) =>
    `Erzeugt: ${made}, wiederverwendet: ${reused}, fehlgeschlagen: ${failed}, ausgelassen: ${skipped}.`,
  cost: (credits) => (credits === null ? 'Der Dienst hat die Kosten nicht gemeldet.' : `Kosten: ${plural(credits, 'Credit', 'Credits')}.`),
  priceUnknown: (cap) =>
    `Der Preis ist noch unbekannt, und der Dienst veröffentlicht keinen; daher wurde innerhalb von ${cap} Credits nichts erzeugt. Ein Kapitel ohne --max-credits erzeugen, um den Preis zu erfahren.`,
  capWouldBePassed: (cap, spent, estimate) =>
    `Das kostet etwa ${estimate} Credits; mit ${spent} ausgegebenen könnte es die ${cap} von --max-credits übersteigen.`,
};
