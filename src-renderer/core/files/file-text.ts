import { decodeText } from '#shared/plain-text.ts';

/** See `decodeText`. */
export const textOf = async (file: Blob): Promise<string> => decodeText(new Uint8Array(await file.arrayBuffer()));
