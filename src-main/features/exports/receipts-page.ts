import type { FileReceipt, ReceiptCharge, Receipts } from '#shared/masters/receipts.ts';
import { messages } from '#shared/messages/index.ts';
import { formatFileName } from '../../infra/file-name.ts';
import { formatsOf } from './report-page.ts';
import { escapeHtml, formatFacts, formatFigure, formatLength, formatPage, formatTable, type Cell, type Column } from './html-page.ts';

const textsNow = () => messages.exports.receipts;

/** Without its ending. */
export const receiptsName = (book: string, files: readonly { name: string }[]): string =>
  textsNow().name(formatFileName(book), formatsOf(files));

/** For programs: `Receipts`, and the text of the disclosure. */
export const formatReceiptsJson = (receipts: Receipts): string =>
  `${JSON.stringify({ ...receipts, disclosure: describeOrigin(receipts) }, undefined, 2)}\n`;

/** What a publisher prints about synthetic speech. */
export function describeOrigin({ charges, totals }: Receipts): string {
  const { durationMs, syntheticMs, recordedMs } = totals;
  if (syntheticMs === 0) return recordedMs === 0 ? textsNow().noSpeech : textsNow().allRecorded;
  const synthetic = charges.filter(({ source }) => source === 'service');
  const voices = [...new Set(synthetic.map(({ voiceName, voiceId }) => voiceName ?? voiceId))].join(', ');
  const services = [
    ...new Set(synthetic.flatMap(({ operation }) => (operation?.origin == null ? [] : nameOfService(operation.origin)))),
  ].join(', ');
  const length = formatLength(durationMs);
  return [
    textsNow().synthetic(formatLength(syntheticMs), length, voices),
    ...(services === '' ? [] : [textsNow().madeBy(services)]),
    ...(recordedMs === 0 ? [] : [textsNow().recorded(formatLength(recordedMs), length)]),
  ].join(' ');
}

/** An address on the loopback means nothing to a reader elsewhere. */
const nameOfService = (origin: string): string =>
  /^https?:\/\/(?:127\.|localhost\b|\[::1\])/u.test(origin) ? textsNow().serviceOfMaker : origin;

/** Lines of a file that are shown at once; the reader opens more. */
const shownLines = 40;

/** The same as a page, which needs nothing else. */
export function formatReceiptsPage(receipts: Receipts): string {
  const { title, files, charges, totals, ledger } = receipts;
  const texts = textsNow();
  const [project, used, unused] = [ledger.project, ledger.used, ledger.unused].map(({ credits }) => formatCredits(credits));
  return formatPage(texts.title(title), [
    formatFacts([
      [messages.exports.length, formatLength(totals.durationMs)],
      [texts.syntheticSpeech, formatLength(totals.syntheticMs)],
      [texts.recordedSpeech, formatLength(totals.recordedMs)],
      [texts.silence, formatLength(totals.silenceMs)],
      [texts.credits, formatCredits(totals.credits)],
    ]),
    `<h2>${escapeHtml(texts.disclosure)}</h2>`,
    `<blockquote>${escapeHtml(describeOrigin(receipts))}</blockquote>`,
    `<h2>${escapeHtml(texts.charges)}</h2>`,
    `<p>${escapeHtml(texts.sum(formatCredits(totals.credits), charges.length, totals.unknownCharges))}</p>`,
    `<p class="soft">${escapeHtml(texts.ledger(project ?? '', used ?? '', unused ?? ''))}</p>`,
    ...formatTable(texts.charges, withKinds(texts.chargeColumns, chargeKinds), charges.map(chargeCells), { rowId: chargeId }),
    ...files.flatMap(formatFile),
  ]);
}

const chargeId = (index: number): string => `charge-${index + 1}`;

/** Every second of a file. */
function formatFile({ name, lines }: FileReceipt): string[] {
  const open = lines.length <= shownLines ? ' open' : '';
  return [
    `<h2>${escapeHtml(name)}</h2>`,
    `<details${open}><summary>${escapeHtml(textsNow().everySecond(lines.length))}</summary>`,
    ...formatTable(name, withKinds(textsNow().lineColumns, lineKinds), lines.map(lineCells)),
    '</details>',
  ];
}

const chargeKinds: readonly Column['kind'][] = ['figure', undefined, 'name', 'wide', 'figure', 'figure', 'figure', 'id'];
const lineKinds: readonly Column['kind'][] = ['figure', 'figure', 'figure', 'id', 'id', 'figure', 'figure'];
const withKinds = (titles: readonly string[], kinds: readonly Column['kind'][]): Column[] =>
  titles.map((title, index) => {
    const kind = kinds[index];
    return kind === undefined ? { title } : { title, kind };
  });

function chargeCells(charge: ReceiptCharge, index: number): Cell[] {
  const { source, voiceId, voiceName, modelId, requestId, operation, credits, createdAt, durationMs, text, fileName } = charge;
  const isRecording = source === 'recording';
  const operationId = operation?.operationId ?? (isRecording ? '' : textsNow().notInJobs);
  return [
    String(index + 1),
    isRecording ? textsNow().recording(fileName ?? '') : voiceName === null ? voiceId : { text: voiceName, under: voiceId },
    modelId ?? '',
    text,
    formatTime(durationMs),
    credits === null ? textsNow().unknown : formatCredits(credits),
    new Date(createdAt).toISOString().slice(0, 19).replace('T', ' '),
    { text: requestId ?? '', under: operationId },
  ];
}

const lineCells = ({ startMs, endMs, sound }: FileReceipt['lines'][number]): Cell[] => [
  formatTime(startMs),
  formatTime(endMs),
  sound ? String(sound.chapter) : '',
  sound ? sound.blockId : '',
  sound ? sound.takeId : textsNow().silence,
  sound ? formatTime(sound.takeStartMs) : '',
  sound ? { text: String(sound.charge + 1), href: `#${chargeId(sound.charge)}` } : '',
];

const formatCredits = (credits: number): string => formatFigure(credits, { least: 0, most: 6 });

/** `00:12:05.040`. */
const formatTime = (ms: number): string => new Date(Math.round(ms)).toISOString().slice(11, 23);
