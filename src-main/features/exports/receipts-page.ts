import type { FileReceipt, ReceiptCharge, Receipts } from '#shared/masters/receipts.ts';
import { messages } from '#shared/messages/index.ts';
import { formatFileName } from '../../infra/file-name.ts';
import { escapeHtml, formatLength, formatPage, rowOf, type Cell } from './html-page.ts';

const textsNow = () => messages.exports.receipts;

/** Without its ending. */
export const receiptsName = (book: string): string => textsNow().name(formatFileName(book));

/** For programs: `Receipts`, and the text of the disclosure. */
export const formatReceiptsJson = (receipts: Receipts): string =>
  `${JSON.stringify({ ...receipts, disclosure: describeOrigin(receipts) }, undefined, 2)}\n`;

/** What a publisher prints about synthetic speech. */
export function describeOrigin({ charges, totals }: Receipts): string {
  const { durationMs, syntheticMs, recordedMs } = totals;
  if (syntheticMs === 0) return recordedMs === 0 ? textsNow().noSpeech : textsNow().allRecorded;
  const synthetic = charges.filter(({ source }) => source === 'service');
  const voices = [...new Set(synthetic.map(({ voiceName, voiceId }) => voiceName ?? voiceId))].join(', ');
  const services = [...new Set(synthetic.flatMap(({ operation }) => operation?.origin ?? []))].join(', ');
  const length = formatLength(durationMs);
  return [
    textsNow().synthetic(formatLength(syntheticMs), length, voices),
    ...(services === '' ? [] : [textsNow().madeBy(services)]),
    ...(recordedMs === 0 ? [] : [textsNow().recorded(formatLength(recordedMs), length)]),
  ].join(' ');
}

/** The same as a page, which needs nothing else. */
export function formatReceiptsPage(receipts: Receipts): string {
  const { title, files, charges, totals, ledger } = receipts;
  return formatPage(textsNow().title(title), [
    `<h2>${escapeHtml(textsNow().disclosure)}</h2>`,
    `<p>${escapeHtml(describeOrigin(receipts))}</p>`,
    `<h2>${escapeHtml(textsNow().charges)}</h2>`,
    `<p>${escapeHtml(textsNow().sum(formatCredits(totals.credits), charges.length, totals.unknownCharges))}</p>`,
    `<p>${escapeHtml(textsNow().ledger(formatCredits(ledger.project.credits), formatCredits(ledger.used.credits), formatCredits(ledger.unused.credits)))}</p>`,
    ...tableOf([textsNow().number, ...textsNow().chargeColumns], charges.map(chargeCells), chargeFigures),
    ...files.flatMap((file) => [`<h2>${escapeHtml(file.name)}</h2>`, ...tableOf(textsNow().lineColumns, lineCells(file), lineFigures)]),
  ]);
}

/** Columns of figures, which stand right: number, credits and used; from, to, chapter, place in the take and charge. */
const chargeFigures = [0, 5, 7];
const lineFigures = [0, 1, 2, 5, 6];

function chargeCells(charge: ReceiptCharge, index: number): Cell[] {
  const { source, voiceId, voiceName, modelId, requestId, operation, credits, createdAt, durationMs, text, fileName } = charge;
  return [
    String(index + 1),
    source === 'recording' ? textsNow().recording(fileName ?? '') : voiceName === null ? voiceId : { text: voiceName, under: voiceId },
    modelId ?? '',
    requestId ?? '',
    operation?.operationId ?? (source === 'recording' ? '' : textsNow().notInJobs),
    credits === null ? textsNow().unknown : formatCredits(credits),
    new Date(createdAt).toISOString().slice(0, 19).replace('T', ' '),
    formatTime(durationMs),
    text,
  ];
}

const lineCells = ({ lines }: FileReceipt): string[][] =>
  lines.map(({ startMs, endMs, sound }) => [
    formatTime(startMs),
    formatTime(endMs),
    sound ? String(sound.chapter) : '',
    sound ? sound.blockId : '',
    sound ? sound.takeId : textsNow().silence,
    sound ? formatTime(sound.takeStartMs) : '',
    sound ? String(sound.charge + 1) : '',
  ]);

function tableOf(columns: readonly string[], rows: readonly (readonly Cell[])[], figures: readonly number[]): string[] {
  const isFigure = (index: number): boolean => figures.includes(index);
  return [
    `<table><thead>${rowOf('th', columns, { isFigure })}</thead><tbody>`,
    ...rows.map((row) => rowOf('td', row, { isFigure })),
    '</tbody></table>',
  ];
}

const formatCredits = (credits: number): string => String(Math.round(credits * 1e6) / 1e6);

/** `00:12:05.040`. */
const formatTime = (ms: number): string => new Date(Math.round(ms)).toISOString().slice(11, 23);
