/** A file name that every system takes, from a title. */
export function formatFileName(title: string, fallback = 'Untitled'): string {
  const plain = title
    .normalize('NFC')
    .replaceAll(/[\u0000-\u001f\u007f<>:"/\\|?*\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu, ' ')
    .replaceAll(/\s+/gu, ' ')
    .replace(/^[. ]+/u, '')
    .replace(/[. ]+$/u, '');
  const short = Array.from(plain).slice(0, 80).join('').trimEnd(); // by code points, so that none is cut in half
  if (short === '') return fallback;
  return isReservedName(short) ? `${short}_` : short;
}

/** Names that Windows keeps for devices, with any ending. */
export const isReservedName = (name: string): boolean => /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/iu.test(name);
