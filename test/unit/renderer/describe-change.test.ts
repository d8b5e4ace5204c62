import { Transform } from '@tiptap/pm/transform';
import { expect, it } from 'vitest';
import { messages } from '#shared/messages/index.ts';
import { blocksOf, createDocument } from '#shared/narration/document.ts';
import { describeBlockSettings } from '../../../src-renderer/core/project/describe-change.ts';

const { settingsOfBlocks, blockNumber } = messages.voicing;
const changed = (change: (transform: Transform, positions: number[]) => void) => {
  const transform = new Transform(createDocument(['One', 'Two', 'Three']));
  change(
    transform,
    blocksOf(transform.doc).map(({ position }) => position),
  );
  return { steps: transform.steps, document: transform.doc };
};

it('a take that was chosen and a lock that was set are named with their block', () => {
  const take = changed((transform, positions) => transform.setNodeAttribute(positions[2]!, 'takeId', 'take00000001'));
  expect(describeBlockSettings([take])).toBe(settingsOfBlocks.take(blockNumber('3')));
  const lock = changed((transform, positions) => transform.setNodeAttribute(positions[0]!, 'locked', true));
  expect(describeBlockSettings([lock])).toBe(settingsOfBlocks.lock(blockNumber('1')));
});

it('several blocks are counted, over all chapters, and several settings are called settings', () => {
  const both = changed((transform, positions) => {
    transform.setNodeAttribute(positions[0]!, 'locked', true);
    transform.setNodeAttribute(positions[1]!, 'locked', true);
  });
  expect(describeBlockSettings([both, both])).toBe(settingsOfBlocks.lock(messages.narration.block(4)));
  const mixed = changed((transform, positions) => {
    transform.setNodeAttribute(positions[1]!, 'locked', true);
    transform.setNodeAttribute(positions[1]!, 'pauseMs', 500);
  });
  expect(describeBlockSettings([mixed])).toBe(settingsOfBlocks.settings(blockNumber('2')));
});

it('a change of text has no name of its own, whatever it sets as well', () => {
  const text = changed((transform, positions) => {
    transform.setNodeAttribute(positions[0]!, 'locked', true);
    transform.delete(positions[1]! + 1, positions[1]! + 2);
  });
  expect(describeBlockSettings([text])).toBeUndefined();
  expect(describeBlockSettings([])).toBeUndefined();
});
