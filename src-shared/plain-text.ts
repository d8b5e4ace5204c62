/** A text without case and accents, for finding and comparing. */
export const plainText = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLocaleLowerCase('en');

/** A text as a block or a title holds it: line breaks become spaces. */
export const toLine = (text: string): string => text.replaceAll(/[\r\n\u2028\u2029]+/gu, ' ');

/** Without the characters that only a file needs, and with spaces for control characters other than line breaks. */
export const cleanText = (text: string): string => text.replaceAll(/[\u200b\ufeff\u00ad]/gu, '').replaceAll(/(?![\n\r])\p{Cc}/gu, ' ');

/** The text of a file: UTF-8, or what Windows wrote before there was that; UTF-16 where the file says so at its beginning. */
export function decodeText(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
