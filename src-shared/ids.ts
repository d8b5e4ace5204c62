/** Branded ids: a take id never stands in for a block id. All are made by `newId` or come from the service. */
declare const brand: unique symbol;
type Id<Name extends string> = string & { readonly [brand]?: Name };

export type ChapterId = Id<'chapter'>;
export type BlockId = Id<'block'>;
export type TakeId = Id<'take'>;

const alphabet = '0123456789abcdefghijkmnpqrstvwxyz';

/** A new random id of 20 characters from an alphabet safe for file names and URLs, about 100 bits. */
export function newId(
  random: (bytes: Uint8Array) => Uint8Array = (bytes) => crypto.getRandomValues(bytes as Uint8Array<ArrayBuffer>),
): string {
  let id = '';
  for (const byte of random(new Uint8Array(20))) id += alphabet[byte % alphabet.length] ?? '0';
  return id;
}

/** What an id that reaches the file system or a URL must look like. */
export const idPattern = /^[0-9a-z]{8,64}$/u;
