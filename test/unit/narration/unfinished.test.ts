import { expect, it } from 'vitest';
import { withCharacters } from '#shared/narration/cast.ts';
import { blocksOf, createBlock, schema } from '#shared/narration/document.ts';
import { blockFingerprint, noDefaults } from '#shared/narration/shape.ts';
import { findUnfinished } from '#shared/narration/unfinished.ts';
import { takeOf } from '../../helpers/fake-project.ts';
import { messages } from '#shared/messages/index.ts';
import { orderByChapter, planBook } from '../../../src-renderer/features/narration/generate/book-to-make.ts';
import { formatList } from '../../../src-renderer/lib/format.ts';
import { describeLeftOut, findLeftOut, nameCharacters } from '../../../src-renderer/features/narration/generate/left-out.ts';

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
  expect(findLeftOut(found.blocks)).toEqual([{ id: 'block2', obstacle: 'too-long', characterId: undefined }]);
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

it('blocks whose characters have no voice are named with those characters, in whichever chapter they are', () => {
  const cast = withCharacters([], ['the King', 'the Queen']);
  const [king, queen] = cast.map(({ id }) => id);
  const defaults = { ...noDefaults, voiceId: 'voice1', cast };
  const chapterOf = (id: string, ...blocks: ReturnType<typeof createBlock>[]) =>
    findUnfinished({ id, title: id, document: schema.node('doc', null, blocks) }, [], defaults, 'local');
  const first = chapterOf('chapter1', createBlock('It burned.', { id: 'block1' }));
  const second = chapterOf(
    'chapter2',
    createBlock('Off with his head!', { id: 'block2', characterId: queen ?? null }),
    createBlock('Never!', { id: 'block3', characterId: king ?? null }),
    createBlock('Hush!', { id: 'block4', characterId: queen ?? null }),
  );
  const { leftOut, why } = planBook([first, second]);
  expect(why).toBeUndefined();
  const words = messages.narration.leftOutWithoutVoice(messages.narration.block(3), 'the Queen and the King', 3);
  expect(describeLeftOut(leftOut, cast)).toEqual([
    { obstacle: 'no-voice', words, first: { id: 'block2', obstacle: 'no-voice', characterId: queen } },
  ]);
  // Where nothing else is left, it is the reason; a locked block is another one, and only then has all of it audio.
  expect(planBook([second]).why).toBe(messages.narration.charactersWithoutVoice);
  expect(planBook([chapterOf('chapter3', createBlock('Hush!', { id: 'block5', locked: true }))]).why).toBe(
    messages.narration.onlyLockedLeft,
  );
  expect(planBook([chapterOf('chapter4', createBlock('', { id: 'block6' }))]).why).toBe(messages.narration.nothingToSpeak);
});

it('of many characters without a voice four are named, and the rest is counted', () => {
  const cast = withCharacters([], ['Ada', 'Ben', 'Cleo', 'Dan', 'Eve', 'Fay']);
  const blocks = cast.map(({ id }) => ({ characterId: id }));
  expect(nameCharacters(blocks.slice(0, 5), cast)).toBe(formatList(['Ada', 'Ben', 'Cleo', 'Dan', 'Eve']));
  expect(nameCharacters(blocks, cast)).toBe(formatList(['Ada', 'Ben', 'Cleo', 'Dan', messages.narration.others('2')]));
});
