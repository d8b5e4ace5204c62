/**
 * Addresses that carry their own permission (S3's presigned ones): its holder may fetch the file until it ends, so that its query is
 * shown and logged nowhere.
 */

const signature = /[?&]X-Amz-Signature=/iu;
/** An address in a text or in JSON, with a query that signs it. */
const signedInText = /(https?:\/\/[^\s"'<>\\?#]+)\?[^\s"'<>\\]*X-Amz-Signature=[^\s"'<>\\]*/giu;

export const isSigned = (address: string): boolean => signature.test(address);

/** The same text, of every signed address in it only where it leads. */
export const withoutSignatures = (text: string): string => text.replaceAll(signedInText, '$1');

/** When a signed address ends, Unix milliseconds; `undefined` for one that does not say so. */
export function signedUntil(address: string): number | undefined {
  const [, year, month, day, hour, minute, second] =
    /[?&]X-Amz-Date=(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z/iu.exec(address)?.map(Number) ?? [];
  const seconds = /[?&]X-Amz-Expires=(\d{1,7})/iu.exec(address)?.[1];
  if (year === undefined || month === undefined || seconds === undefined) return undefined;
  return Date.UTC(year, month - 1, day, hour, minute, second) + Number(seconds) * 1000;
}
