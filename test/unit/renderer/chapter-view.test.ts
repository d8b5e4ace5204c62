import { describe, expect, it } from 'vitest';
import { messages } from '#shared/messages/index.ts';
import { attributesOf, createBlock, schema, type BlockAttributes } from '../../../src-shared/narration/document.ts';
import { noDefaults, blockFingerprint } from '../../../src-shared/narration/shape.ts';
import type { Take } from '../../../src-shared/narration/take.ts';
import { buildTimeline } from '../../../src-shared/narration/chapter-timeline.ts';
import { voiceFacts } from '../../../src-renderer/core/voices/voice-facts.ts';
import type { Model } from '../../../src-shared/catalogue/models.ts';
import type { Voice } from '../../../src-shared/catalogue/voices.ts';
import { viewChapter, type ChapterFacts, type ChapterView } from '../../../src-renderer/core/chapter/chapter-view.ts';
import {
  blocksToMake,
  createIdsToMake,
  selectedToMake,
  whyNoneSelected,
  whyNothingToMake,
} from '../../../src-renderer/features/narration/generate/what-to-make.ts';
import { findLeftOutInChapter } from '../../../src-renderer/features/narration/generate/left-out.ts';

const defaults = { ...noDefaults, voiceId: 'voice', modelId: null };
const connectionId = 'local';

function take(text: string, blockId: string, change: Partial<Take> = {}): Take {
  const block = { attributes: { voiceId: null, modelId: null, controls: {} }, text };
  return {
    id: `take-${blockId}`,
    blockId,
    fingerprint: blockFingerprint(block, defaults, connectionId) ?? '',
    createdAt: 1,
    text,
    voiceId: 'voice',
    modelId: null,
    samples: 48_000,
    state: 'complete',
    alignment: 'none',
    words: [],
    creditsUsed: null,
    requestId: null,
    ignoredParameters: [],
    starred: false,
    ...change,
  };
}

interface Case {
  text: string;
  attributes?: Partial<BlockAttributes>;
  take?: Partial<Take> & { text?: string };
}

function view(cases: Case[], facts: Partial<ChapterFacts> = {}): ChapterView {
  const blocks = cases.map(({ text, attributes }, index) => createBlock(text, { id: `block0000${String(index)}`, ...attributes }));
  const document = schema.node('doc', null, blocks);
  const takes = cases.flatMap((one, index) => {
    const block = blocks[index];
    return one.take && block ? [take(one.take.text ?? one.text, attributesOf(block).id, one.take)] : [];
  });
  const timeline = buildTimeline(document, takes, defaults, connectionId);
  return viewChapter({ defaults, connectionId, timeline, phases: new Map(), failed: new Map(), ...facts });
}
const model = (id: string, maxTextLength: number): Model => ({
  id,
  available: true,
  maxTextLength,
  outputFormats: ['wav'],
  controls: {},
  supportedOperations: {},
});
const anna: Voice = {
  voiceId: 'voice',
  name: 'Anna',
  isPersonal: false,
  primaryLanguage: 'de_DE',
  languages: ['de'],
  modelIds: ['delta-v3-flash', 'alpha-s1'],
};
const states = (chapter: ChapterView): string[] => chapter.blocks.map((block) => block.state);

describe('a block’s state', () => {
  it('follows from its text and its take', () => {
    const chapter = view([
      { text: '' },
      { text: 'never made' },
      { text: 'made', take: {} },
      { text: 'made of other words', take: { text: 'made' } },
      { text: 'broken off', take: { state: 'incomplete' } },
      { text: 'locked', attributes: { locked: true }, take: {} },
    ]);
    expect(states(chapter)).toEqual(['empty', 'empty', 'done', 'stale', 'incomplete', 'locked']);
    expect(new Set(chapter.blocks.map((block) => block.label)).size).toBe(6);
  });

  it('is what is under way, while something is', () => {
    const phases = new Map([
      ['block00000', 'queued'],
      ['block00001', 'receiving'],
    ] as const);
    const chapter = view([{ text: 'a', take: {} }, { text: 'b' }], { phases });
    expect(states(chapter)).toEqual(['queued', 'generating']);
    expect(blocksToMake(chapter.blocks)).toEqual([]);
  });

  it('is failed until its text or settings are others', () => {
    const fingerprint = blockFingerprint({ attributes: attributesOf(createBlock('a')), text: 'a' }, defaults, connectionId);
    const failed = new Map([['block00000', { fingerprint, outcomeUnknown: false }]]);
    expect(states(view([{ text: 'a' }], { failed }))).toEqual(['failed']);
    expect(states(view([{ text: 'a b' }], { failed }))).toEqual(['empty']);
  });

  it('whose request has no known outcome says so, as that may have been charged', () => {
    const fingerprint = blockFingerprint({ attributes: attributesOf(createBlock('a')), text: 'a' }, defaults, connectionId);
    const labelOf = (outcomeUnknown: boolean) =>
      view([{ text: 'a' }], { failed: new Map([['block00000', { fingerprint, outcomeUnknown }]]) }).blocks[0]?.label;
    expect([labelOf(false), labelOf(true)]).toEqual([messages.chapter.failed, messages.chapter.outcomeUnknown]);
  });

  it('says that audio which was paid for elsewhere is paid, until its text or settings are others or it has it', () => {
    const paid = new Map([
      ['block00000', blockFingerprint({ attributes: attributesOf(createBlock('a')), text: 'a' }, defaults, connectionId) ?? ''],
    ]);
    const shown = (chapter: ChapterView) => chapter.blocks.map(({ label, paid: isPaid }) => [label, isPaid]);
    const { noAudio, done } = messages.chapter;
    expect(shown(view([{ text: 'a' }, { text: 'a' }], { paid }))).toEqual([
      [messages.chapter.paid, true],
      [noAudio, false],
    ]);
    expect(shown(view([{ text: 'a b' }], { paid }))).toEqual([[noAudio, false]]);
    expect(shown(view([{ text: 'a', attributes: { voiceId: 'other' } }], { paid }))).toEqual([[noAudio, false]]);
    expect(shown(view([{ text: 'a', take: {} }], { paid }))).toEqual([[done, false]]);
  });
});

describe('what is made', () => {
  const chapter = view([
    { text: '  ' },
    { text: 'new' },
    { text: 'done', take: {} },
    { text: 'changed', take: { text: 'before' } },
    { text: 'locked and changed', attributes: { locked: true }, take: { text: 'before' } },
    { text: 'broken off', take: { state: 'incomplete' } },
  ]);
  it('by Generate all: words without a sound of what they are now, unless they are locked', () => {
    expect(blocksToMake(chapter.blocks).map((block) => block.text)).toEqual(['new', 'changed', 'broken off']);
  });
  it('by Generate all leaves out blocks whose voice belongs to another service, and says so when nothing else is left', () => {
    const isElsewhere = (voiceId: string): boolean => voiceId === 'theirs';
    const voices = voiceFacts([anna], [], { isElsewhere });
    const theirs = { text: 'their voice', attributes: { voiceId: 'theirs' } };
    const unlisted = { text: 'a voice that is not listed', attributes: { voiceId: 'nobody' } };
    expect(blocksToMake(view([theirs, unlisted], { voices }).blocks).map((block) => block.text)).toEqual(['a voice that is not listed']);
    expect(blocksToMake(view([theirs], { voices }).blocks)).toEqual([]);
    expect(whyNothingToMake(view([theirs], { voices }))).toBe(messages.narration.voicesElsewhere);
    expect(whyNothingToMake(view([{ text: 'done', take: {} }]))).toBe(messages.narration.allGenerated);
    expect(whyNothingToMake(view([{ text: '' }]))).toBe(messages.narration.nothingToSpeak);
  });
  it('by Generate all leaves out blocks of characters without a voice, and says so when nothing else is left', () => {
    const cast = [{ id: 'character1', name: 'Ida', voiceId: null, modelId: null, controls: {}, colour: 1 }];
    const facts = { defaults: { ...defaults, cast } };
    const hers = { text: 'hers', attributes: { characterId: 'character1' } };
    const withVoice = { text: 'hers in a voice of its own', attributes: { characterId: 'character1', voiceId: 'voice' } };
    expect(blocksToMake(view([hers, withVoice], facts).blocks).map((block) => block.text)).toEqual(['hers in a voice of its own']);
    expect(view([hers], facts).blocks[0]?.problem).toBe('no-voice');
    expect(whyNothingToMake(view([hers], facts))).toBe(messages.narration.charactersWithoutVoice);
  });
  it('by Generate: the selected blocks that have words', () => {
    expect(selectedToMake(chapter, ['block00000', 'block00002']).map((block) => block.text)).toEqual(['done']);
    expect(whyNoneSelected(chapter, [])).toBe(messages.narration.placeCaretInText);
  });
  it('by neither a locked block, and both say that it is locked', () => {
    const locked = view([
      { text: 'locked', attributes: { locked: true } },
      { text: 'done', take: {} },
    ]);
    expect([...selectedToMake(locked, ['block00000']), ...blocksToMake(locked.blocks)]).toEqual([]);
    expect(whyNoneSelected(locked, ['block00000'])).toBe(messages.narration.unlockFirst);
    expect(whyNothingToMake(locked)).toBe(messages.narration.onlyLockedLeft);
  });
});

it('keeps blocks of which nothing changed as the same objects, and makes new ones of those that did', () => {
  const [one, two] = [createBlock('one'), createBlock('two')];
  const facts = (second: typeof two): ChapterFacts => {
    const document = schema.node('doc', null, [one, second]);
    const timeline = buildTimeline(document, [], defaults, connectionId);
    return { defaults, connectionId, timeline, phases: new Map(), failed: new Map() };
  };
  const before = viewChapter(facts(two));
  const after = viewChapter(facts(schema.node('block', two.attrs, [schema.text('two more')])), before);
  expect(after.blocks[0]).toBe(before.blocks[0]);
  expect(after.blocks[1]).toMatchObject({ id: attributesOf(two).id, text: 'two more' });
});

it('counts words through the chapter, heard or not', () => {
  const chapter = view([{ text: 'one two' }, { text: '' }, { text: 'three' }, { text: 'four' }, { text: '' }]);
  expect(chapter.ids.map((id) => chapter.firstWord(id))).toEqual([0, 2, 2, 3, 4]);
  expect([-1, 0, 1, 2, 3, 4].map((word) => chapter.timeline.placeOfWord(word))).toEqual([-1, 0, 0, 2, 3, -1]);
});

describe('after any edit', () => {
  // Whatever was carried over from the chapter before, the chapter is what it would be if it were viewed for the first time.
  const texts = ['one', 'two words', '', 'three', 'four of them', 'five'];
  const made = (text: string, index: number) => take(text, `block0000${String(index)}`, { id: `take0000${String(index)}` });
  const takes = texts.flatMap((text, index) => (index % 2 === 0 && text !== '' ? [made(text, index)] : []));
  const start = texts.map((text, index) => createBlock(text, { id: `block0000${String(index)}` }));
  const other = createBlock('another one', { id: 'block00009' });
  const edits: Record<string, (blocks: readonly (typeof other)[]) => readonly (typeof other)[]> = {
    'a word written': (blocks) => blocks.with(4, schema.node('block', blocks[4]?.attrs, [schema.text('four of them here')])),
    'a block emptied': (blocks) => blocks.with(0, schema.node('block', blocks[0]?.attrs)),
    'a pause set at the end': (blocks) =>
      blocks.with(5, schema.node('block', { ...blocks[5]?.attrs, pauseMs: 900 }, [schema.text('five')])),
    'a paragraph split': (blocks) =>
      blocks.map((block, index) =>
        index === 3 || index === 4 ? schema.node('block', { ...block.attrs, paragraphId: 'paragraph' }, block.content) : block,
      ),
    'one of two parts of a paragraph made another': (blocks) =>
      blocks.map((block, index) =>
        index < 2 ? schema.node('block', { ...block.attrs, paragraphId: `paragraph${String(index)}` }, block.content) : block,
      ),
    'a block added': (blocks) => blocks.toSpliced(3, 0, other),
    'a block deleted': (blocks) => blocks.toSpliced(1, 1),
    'the first and the last changed places': (blocks) => [...blocks.slice(-1), ...blocks.slice(1, -1), ...blocks.slice(0, 1)],
    'nothing left but one': () => [other],
  };
  const viewed = (blocks: readonly (typeof other)[], before?: ChapterView): ChapterView => {
    const timeline = buildTimeline(schema.node('doc', null, [...blocks]), takes, defaults, connectionId, before?.timeline);
    return viewChapter({ defaults, connectionId, timeline, phases, failed }, before);
  };
  const phases = new Map();
  const failed = new Map();
  const shown = ({ blocks, ids, timeline }: ChapterView) => ({
    blocks,
    ids,
    sounds: timeline.blocks,
    totals: [timeline.samples, timeline.wordCount, timeline.silentBlocks],
    words: Array.from({ length: timeline.wordCount }, (_, word) => [timeline.sampleOfWord(word), timeline.placeOfWord(word)]),
    firstWords: ids.map((_, place) => timeline.firstWordAt(place)),
  });

  it.each(Object.keys(edits))('%s, and taken back', (name) => {
    const before = viewed(start);
    const blocks = edits[name]?.(start) ?? [];
    const after = viewed(blocks, before);
    expect(shown(after)).toEqual(shown(viewed(blocks)));
    for (const block of after.blocks) expect(after.block(block.id)).toBe(block);
    expect(shown(viewed(start, after))).toEqual(shown(before));
  });
});

describe('before anything is sent', () => {
  const voices = voiceFacts([anna], [model('delta-v3-flash', 10), model('alpha-s1', 4)]);
  const problems = (cases: Case[], facts: Partial<ChapterFacts> = {}) =>
    view(cases, { voices, ...facts }).blocks.map((block) => block.problem);

  it('a text over the limit of its own model is too long, by what would be sent of it', () => {
    const own = { voiceId: null, modelId: 'alpha-s1' };
    expect(problems([{ text: '1234567890' }, { text: '  1234567890  ' }, { text: '12345678901' }])).toEqual([
      undefined,
      undefined,
      'too-long',
    ]);
    expect(
      problems([
        { text: '1234', attributes: own },
        { text: '12345', attributes: own },
      ]),
    ).toEqual([undefined, 'too-long']);
  });
  it('a text that is too long is counted by no button, and is the reason where nothing else is left', () => {
    const chapter = view([{ text: '1234' }, { text: '12345678901' }], { voices });
    expect(blocksToMake(chapter.blocks).map(({ text }) => text)).toEqual(['1234']);
    expect(findLeftOutInChapter(chapter.blocks)).toEqual([{ id: 'block00001', obstacle: 'too-long', characterId: undefined }]);
    expect(selectedToMake(chapter, ['block00000', 'block00001']).map(({ text }) => text)).toEqual(['1234']);
    const alone = view([{ text: '12345678901' }], { voices });
    expect(whyNothingToMake(alone)).toBe(messages.narration.onlyTooLongLeft);
    expect(whyNoneSelected(alone, ['block00000'])).toBe(messages.narration.splitFirst);
  });
  it('a voice that the list lacks is gone, and none is while there is no list', () => {
    const cases = [{ text: 'a', attributes: { voiceId: 'other' } }, { text: '', attributes: { voiceId: 'other' } }, { text: 'a' }];
    expect(problems(cases)).toEqual(['voice-gone', undefined, undefined]);
    expect(problems(cases, { voices: voiceFacts(undefined, []) })).toEqual([undefined, undefined, undefined]);
  });
  it('a voice that the list lacks and another service has is elsewhere, not gone', () => {
    const cases = ['theirs', 'nobodys'].map((voiceId) => ({ text: 'a', attributes: { voiceId } }));
    const isElsewhere = (voiceId: string): boolean => voiceId === 'theirs';
    expect(problems(cases, { voices: voiceFacts([anna], [], { isElsewhere }) })).toEqual(['voice-elsewhere', 'voice-gone']);
  });
  it('the language of a voice is a tag that a segmenter takes', () => {
    const { attributes } = { attributes: attributesOf(createBlock('a')) };
    expect(voices.languageOf(attributes, defaults)).toBe('de-DE');
    expect(voices.languageOf({ ...attributes, controls: { language: 'fr' } }, defaults)).toBe('fr');
  });
});

describe('a damaged take', () => {
  const shapeOfText = (text: string) =>
    blockFingerprint({ attributes: attributesOf(createBlock(text)), text }, defaults, connectionId) ?? '';
  it('is shown where nothing else sounds for the block as it is, and can be made again', () => {
    const damaged = new Set([shapeOfText('a')]);
    const chapter = view([{ text: 'a', take: { state: 'damaged' } }, { text: 'b' }], { damaged });
    expect(states(chapter)).toEqual(['damaged', 'empty']);
    expect(blocksToMake(chapter.blocks).map((block) => block.text)).toEqual(['a', 'b']);
    expect(states(view([{ text: 'a', take: { text: 'older' } }], { damaged }))).toEqual(['damaged']);
    expect(states(view([{ text: 'a', take: {} }], { damaged }))).toEqual(['done']);
  });
});

it('names what is to be made with the same list while an edit leaves it as it was', () => {
  const idsToMake = createIdsToMake();
  const made = (second: string) => idsToMake(view([{ text: 'one' }, { text: second }]).blocks);
  const first = made('two');
  expect(first).toEqual(['block00000', 'block00001']);
  expect(made('two more')).toBe(first);
  expect(made('')).toEqual(['block00000']);
});

it('shows a block that stays the same node again when what it rests on changes', () => {
  const node = createBlock('one', { id: 'block00000' });
  const document = schema.node('doc', null, [node]);
  const shown = (takes: Take[], facts: Partial<ChapterFacts> = {}) => {
    const timeline = buildTimeline(document, takes, defaults, connectionId);
    const phases = new Map();
    return viewChapter({ defaults, connectionId, timeline, phases, failed: new Map(), ...facts }).blocks[0];
  };
  expect(shown([])?.label).toBe(messages.narration.noAudio);
  expect(shown([], { phases: new Map([['block00000', 'queued']]) })?.state).toBe('queued');
  expect(shown([take('one', 'block00000')])?.state).toBe('done');
  expect(shown([take('another', 'block00000')])?.state).toBe('stale');
  expect(shown([], { defaults: { ...noDefaults, voiceId: 'other', modelId: null } })?.voiceId).toBe('other');
});
