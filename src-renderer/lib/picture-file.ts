/** How PNG, JPEG and WebP begin; `undefined` is any byte. */
const beginnings: readonly (readonly (number | undefined)[])[] = [
  [0x89, 0x50, 0x4e, 0x47],
  [0xff, 0xd8, 0xff],
  [0x52, 0x49, 0x46, 0x46, undefined, undefined, undefined, undefined, 0x57, 0x45, 0x42, 0x50],
];

/** Whether a file is a PNG, JPEG or WebP image by its first bytes, whatever its name is. */
export async function isPictureFile(file: Blob): Promise<boolean> {
  const bytes = new Uint8Array(await file.slice(0, 12).arrayBuffer());
  return beginnings.some((beginning) => beginning.every((byte, at) => byte === undefined || byte === bytes[at]));
}
