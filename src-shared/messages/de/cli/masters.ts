import type { Messages } from '../../shape.ts';

export const masters: Messages['cli']['masters'] = {
  presetOption:
    'audiobook, podcast, broadcast (EBU R 128), broadcast-us (ATSC A/85) oder streaming; none, der Standard, ändert weder Pegel noch Länge',
  timedToOption:
    'die Vorgabe der Audiodateien, zu denen Untertitel oder Wortzeiten gehören: Dateien von audiobook beginnen mit Raumton; Standard: die Zeitleiste des Kapitels',
  titleOption: 'der Titel in der Datei; Standard: der Titel des Projekts',
  authorOption: 'der Autor in der Datei, bei Audio und Büchern',
  narratorOption: 'der Sprecher in der Datei',
  coverOption: 'das Cover in der Datei, ein JPEG- oder PNG-Bild',
  openingOption: 'das Kapitel mit dem Vorspann, mit --preset audiobook --each chapter',
  closingOption: 'das Kapitel mit dem Abspann, mit --preset audiobook --each chapter',
  sampleOption: 'auch eine Hörprobe vom Anfang dieses Kapitels schreiben, mit --preset audiobook --each chapter',
  receiptsOption: 'auch schreiben, woher jede Sekunde kommt und was dafür bezahlt wurde, als HTML und JSON',
  unknownEach: (choices) => `Eines davon wählen: ${choices}.`,
  unknownPreset: (names) => `Eine dieser Vorgaben wählen: ${names}.`,
  ledgersInUse: (count) =>
    count === 1
      ? `In den Nachweisen können Abbuchungen fehlen: ${count} anderes Programm verwendet seine Aufzeichnung.`
      : `In den Nachweisen können Abbuchungen fehlen: ${count} andere Programme verwenden ihre Aufzeichnungen.`,
  onlyOfFormats: (option, formats) => `${option} geht nur mit diesen Formaten: ${formats}.`,
  creditsNeedPreset: (option) => `${option} braucht --preset audiobook und --each chapter.`,
  stemsTakeNoPreset: 'Stems behalten Pegel und Länge, damit sie zusammenpassen: --preset bei --each character weglassen.',
  noSuchChapter: (option, number) => `${option}: Kapitel ${number} ist nicht unter den exportierten Kapiteln mit Audio.`,
  cover: (path) => `--cover: ${path}`,
  textTooLong: (option, most) => `${option} nimmt 1 bis ${most} Zeichen.`,
  tooLong: (file, minutes, most) =>
    `Nichts wurde exportiert: ${file} würde ${minutes} Minuten dauern, und die Vorgabe erlaubt ${most} Minuten je Datei. Das Kapitel teilen oder --each chapter verwenden.`,
  checksFailed: (path, rules) => `${path} verletzt Regeln der Vorgabe: ${rules}.`,
  brokenRule: (rule, value, limit) => `${rule} ist ${value}, muss ${limit} sein`,
  notMeasured: 'nicht gemessen',
};
