import type { Messages } from '../../shape.ts';

export const input: Messages['cli']['input'] = {
  notANumber: 'Eine Zahl eingeben.',
  notAWholeNumber: 'Eine ganze Zahl ab 1 eingeben.',
  tooMany: (most) => `Höchstens ${most} eingeben.`,
  notAKey: '1 bis 128 sichtbare ASCII-Zeichen eingeben.',
  notSeconds: 'Eine Zahl von Sekunden eingeben, höchstens einen Tag.',
  twoTexts: 'Entweder --text oder --file wählen.',
  fileUnreadable: (option, file) => `${option}: ${file} ist nicht lesbar.`,
  textMissing: 'Kein Text: --text, --file oder die Standardeingabe verwenden.',
  stdinTooLong: 'Der Text der Standardeingabe ist zu lang.',
  textTooLong: (field) => `${field}: Der Text ist zu lang.`,
  notUtf8: (field) => `${field}: Der Text ist nicht UTF-8.`,
  optionInvalid: (option, reason) => `${option}: ${reason}.`,
  notValid: 'ungültig',
  stdinNotUtf8: 'Der Text ist nicht UTF-8.',
  outIsFolder: (out) => `--out: ${out} ist ein Ordner.`,
  outInvalid: (reason) => `--out: ${reason}`,
  outEmpty: '--out ist leer: eine Datei angeben oder „-“ für die Standardausgabe.',
  bothToStdout: '--json und „--out -“ können nicht beide die Standardausgabe verwenden.',
  outUnwritable: (path, code) => `--out: ${path} lässt sich nicht schreiben (${code}).`,
  theSound: 'Das Audio',
};
