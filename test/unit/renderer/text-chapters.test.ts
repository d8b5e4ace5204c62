import { expect, it } from 'vitest';
import { blocksOfText, isDocument, isText } from '../../../src-renderer/core/chapter/text-chapters.ts';
import { textOf } from '../../../src-renderer/core/files/file-text.ts';

it('reads a text in the character set that it was written in', async () => {
  const read = (bytes: readonly number[]): Promise<string> => textOf(new Blob([new Uint8Array(bytes)]));
  expect(await read([0x63, 0x61, 0x66, 0xc3, 0xa9])).toBe('café');
  expect(await read([0x63, 0x61, 0x66, 0xe9])).toBe('café');
  expect(await read([0xff, 0xfe, 0x63, 0, 0xe9, 0])).toBe('cé');
  expect(await read([0xfe, 0xff, 0, 0x63, 0, 0xe9])).toBe('cé');
});

it('makes blocks of paragraphs, without the marks that only a file needs', () => {
  expect(blocksOfText('\ufeffOne,\nwrapped.\n\nTwo\u0000\twith a\u00a0tab and a hy\u00adphen.\n')).toEqual([
    'One, wrapped.',
    'Two with a tab and a hyphen.',
  ]);
  expect(blocksOfText(' \n\u200b\n')).toEqual([]);
});

it('tells texts from documents by their endings', () => {
  expect(['a.TXT', 'a.text', 'a.docx', 'txt'].map(isText)).toEqual([true, true, false, false]);
  expect(['a.DOCX', 'a.md', 'a.wav', 'a.txt'].map(isDocument)).toEqual([true, true, false, false]);
});
