import { expect, it } from 'vitest';
import { withCharacters } from '#shared/narration/cast.ts';
import { blocksOf, createBlock, schema } from '#shared/narration/document.ts';
import { blockFingerprint, noDefaults } from '#shared/narration/shape.ts';
import { findUnfinished } from '#shared/narration/unfinished.ts';
import { takeOf } from '../../helpers/fake-project.ts';
import { findLeftOut, orderByChapter } from '../../../src-renderer/features/narration/generate/book-to-make.ts';

it('a block whose voice only another service has is missing, and is not generated unasked', () => {
  const document = schema.node('doc', null, [
    createBlock('Here.', { id: 'block1' }),
    createBlock('Elsewhere.', { id: 'block2', voiceId: 'voice2' }),
  ]);
  const defaults = { ...noDefaults, voiceId: 'voice1' };
  const known = { isElsewhere: (voiceId: string) => voiceId === 'voice2', limitOf: () => undefined };
  const found = findUnfinished({ id: 'chapter1', title: 'One', document }, [], defaults, 'local', known);
  expect(found.blocks.map(({ id, isToMake }) => [id, isToMake])).toEqual([
    ['block1', true],
    ['block2', false],
  ]);
});

it('blocks that are locked, or whose character has no voice, are missing in an export and are not generated unasked', () => {
  const cast = withCharacters([], ['Ida']);
  const characterId = cast[0]?.id ?? null;
  const document = schema.node('doc', null, [
    createBlock('Free.', { id: 'block1' }),
    createBlock('Locked.', { id: 'block2', locked: true }),
    createBlock('Of Ida.', { id: 'block3', characterId }),
    createBlock('Of Ida, in a voice of its own.', { id: 'block4', characterId, voiceId: 'voice2' }),
  ]);
  const found = findUnfinished({ id: 'chapter1', title: 'One', document }, [], { ...noDefaults, voiceId: 'voice1', cast }, 'local');
  expect(found.blocks.map(({ id }) => id)).toEqual(['block1', 'block2', 'block3', 'block4']);
  expect(orderByChapter(found.blocks)).toEqual([
    {
      chapterId: 'chapter1',
      blocks: [
        { id: 'block1', text: 'Free.' },
        { id: 'block4', text: 'Of Ida, in a voice of its own.' },
      ],
    },
  ]);
});

it('a block with audio of what it is now beside an older take that was chosen is named, and is not generated unasked', () => {
  const document = schema.node('doc', null, [createBlock('It burns.', { id: 'block1', takeId: 'take1' })]);
  const defaults = { ...noDefaults, voiceId: 'voice1' };
  const now = takeOf('block1', 'It burns.', { id: 'take2', fingerprint: blockFingerprint(blocksOf(document)[0]!, defaults, 'local')! });
  const older = takeOf('block1', 'It burned.', { id: 'take1', fingerprint: 'other' });
  const chapter = { id: 'chapter1', title: 'One', document };
  expect(findUnfinished(chapter, [older, now], defaults, 'local').blocks).toMatchObject([{ id: 'block1', isStale: true, isToMake: false }]);
  expect(findUnfinished(chapter, [older], defaults, 'local').blocks).toMatchObject([{ id: 'block1', isStale: true, isToMake: true }]);
});

it('a block that its model would refuse for its length is missing, is not generated unasked, and is named as too long unless it is locked', () => {
  const document = schema.node('doc', null, [
    createBlock('Short.', { id: 'block1' }),
    createBlock('Longer than that.', { id: 'block2' }),
    createBlock('Longer and locked.', { id: 'block3', locked: true }),
  ]);
  const known = { isElsewhere: () => false, limitOf: () => 10 };
  const found = findUnfinished({ id: 'chapter1', title: 'One', document }, [], { ...noDefaults, voiceId: 'voice1' }, 'local', known);
  expect(found.blocks.map(({ id, isToMake }) => [id, isToMake])).toEqual([
    ['block1', true],
    ['block2', false],
    ['block3', false],
  ]);
  expect(findLeftOut(found.blocks)).toEqual(['block2']);
});

it('a block whose audio breaks off is incomplete and not changed, and is generated', () => {
  const document = schema.node('doc', null, [createBlock('It burns.', { id: 'block1' })]);
  const defaults = { ...noDefaults, voiceId: 'voice1' };
  const fingerprint = blockFingerprint(blocksOf(document)[0]!, defaults, 'local')!;
  const broken = takeOf('block1', 'It burns.', { fingerprint, state: 'incomplete' });
  expect(findUnfinished({ id: 'chapter1', title: 'One', document }, [broken], defaults, 'local').blocks).toMatchObject([
    { id: 'block1', isStale: false, isIncomplete: true, isToMake: true },
  ]);
});

it('a locked block that says other words than its text is named as changed; one that was made with another voice is not', () => {
  const document = schema.node('doc', null, [
    createBlock('It burns.', { id: 'block1', locked: true }),
    createBlock('It glows.', { id: 'block2', locked: true }),
    createBlock('It smokes.', { id: 'block3' }),
  ]);
  const defaults = { ...noDefaults, voiceId: 'voice1' };
  const takes = [
    takeOf('block1', 'It burned.', { id: 'take1', fingerprint: 'other' }),
    takeOf('block2', 'It glows.', { id: 'take2', fingerprint: 'other' }),
    takeOf('block3', 'It smokes.', { id: 'take3', fingerprint: 'other' }),
  ];
  expect(findUnfinished({ id: 'chapter1', title: 'One', document }, takes, defaults, 'local').blocks).toMatchObject([
    { id: 'block1', isStale: true, isLocked: true, isToMake: false },
    { id: 'block3', isStale: true, isLocked: false, isToMake: true },
  ]);
});
