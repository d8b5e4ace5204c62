/** The header of a WAV of 16 bits, mono. `dataBytes`: of the samples behind it, where that is known. */
export function wavHeader(rate: number, dataBytes?: number): ArrayBuffer {
  const header = new DataView(new ArrayBuffer(headerBytes));
  const write = (at: number, text: string): void =>
    Array.from(text).forEach((char, index) => header.setUint8(at + index, char.charCodeAt(0)));
  write(0, 'RIFF');
  header.setUint32(4, dataBytes === undefined ? unknownLength : dataBytes + headerBytes - 8, true);
  write(8, 'WAVEfmt ');
  header.setUint32(16, 16, true);
  header.setUint16(20, 1, true);
  header.setUint16(22, 1, true);
  header.setUint32(24, rate, true);
  header.setUint32(28, rate * 2, true);
  header.setUint16(32, 2, true);
  header.setUint16(34, 16, true);
  write(36, 'data');
  header.setUint32(40, dataBytes ?? unknownLength, true);
  return header.buffer;
}

const headerBytes = 44;
const unknownLength = 0xffffffff;
