import { fail } from '#shared/failure.ts';
import { templateFields, type TemplateField } from '#shared/masters/export-order.ts';
import { message, type Message } from '#shared/messages/message.ts';
import { isReservedName } from '../../infra/file-name.ts';

export type FieldValues = Partial<Readonly<Record<TemplateField, string>>>;

/** Bytes of a name that every system takes, with room for an ending and what says that checks failed. */
const maximumBytes = 200;
const field = 'template';
const refuse = (text: Message): Error => fail('invalid-input', text, { field });

/**
 * Names by a template, which the values fill in; the values are file names already. Fails with `invalid-input` for a template that leads out of the
 * folder, for names that a system does not take, and for two files of one name.
 */
export class TemplateNames {
  readonly #template: string;
  readonly #taken = new Set<string>();

  constructor(template: string) {
    checkTemplate(template);
    this.#template = template;
  }

  take(values: FieldValues): string {
    return this.add(this.#template.replaceAll(/\{([a-z]+)\}/gu, (_, name: TemplateField) => known(name, values)).trim());
  }

  /** A name that no template makes. */
  add(name: string): string {
    checkName(name);
    const key = name.normalize('NFC').toLowerCase();
    if (this.#taken.has(key)) throw refuse(message('exports.namesCollide', name));
    this.#taken.add(key);
    return name;
  }
}

function known(name: TemplateField, values: FieldValues): string {
  const value = values[name];
  if (value !== undefined) return value;
  const fields = templateFields.filter((one) => values[one] !== undefined).map((one) => `{${one}}`);
  throw refuse(message('exports.nameUnknownField', name, fields.join(', ')));
}

function checkTemplate(template: string): void {
  const own = template.replaceAll(/\{[a-z]+\}/gu, '');
  if (/[/\\]/u.test(own)) throw refuse(message('exports.nameLeavesFolder'));
  const bad = /[\u0000-\u001f\u007f<>:"|?*{}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u.exec(own)?.[0];
  if (bad !== undefined)
    throw refuse(message('exports.nameHasCharacter', bad < ' ' ? `U+${bad.charCodeAt(0).toString(16).padStart(4, '0')}` : bad));
}

function checkName(name: string): void {
  if (name === '') throw refuse(message('exports.nameEmpty'));
  if (name.startsWith('.')) throw refuse(message('exports.nameBeginsWithDot', name));
  if (/[. ]$/u.test(name)) throw refuse(message('exports.nameEndsBadly', name));
  if (isReservedName(name)) throw refuse(message('exports.nameReserved', name));
  if (Buffer.byteLength(name) > maximumBytes) throw refuse(message('exports.nameTooLong', name.slice(0, 60), maximumBytes));
}
