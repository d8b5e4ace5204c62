import { expect, it } from 'vitest';
import { messages } from '#shared/messages/index.ts';
import { blocksInWords } from '../../../src-renderer/features/narration/generate/estimate-words.tsx';

const { block, someFree } = messages.narration;

it('all blocks that a press generates are counted, and how many of them are free', () => {
  expect(blocksInWords(28, { blocks: 27 })).toBe(someFree(block(28), '1'));
  expect(blocksInWords(1500, { blocks: 300 })).toBe(someFree(block(1500), '1,200'));
});

it('nothing is said of free blocks where each one is paid for', () => {
  expect(blocksInWords(28, { blocks: 28 })).toBe(block(28));
});
