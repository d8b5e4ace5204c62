import { beforeEach, describe, expect, it } from 'vitest';
import type { Price } from '#main/paid-requests/ledger/types.ts';
import { createEstimates } from '#main/features/speech/estimate.ts';
import { fail } from '#shared/failure.ts';
import { noDefaults } from '#shared/narration/shape.ts';
import { createBlock, schema, type BlockAttributes } from '#shared/narration/document.ts';
import type { Take } from '#shared/narration/take.ts';
import { takeOf } from '../../helpers/fake-project.ts';
import { said } from '../../helpers/said.ts';

type Given = Parameters<typeof createEstimates>[0];
const block = (id: string, text: string, change: Partial<BlockAttributes> = {}) => createBlock(text, { id, ...change });
let blocks: ReturnType<typeof block>[];
let takes: Take[];
let voiceId: string | null;
/** Fingerprints that are asked for now. */
let underWay: Set<string>;
/** Fingerprints whose sound is in the store. */
let paid: Set<string>;
/** Fingerprints that were charged, and whose response was lost. */
let inVain: Set<string>;
/** Requests by fingerprint whose outcome is unknown, with the account that sent them. */
let unknown: { fingerprint: string; family: string; status: number | null; accountId: string }[];
let prices: Map<string, Price>;
let models: Record<string, string>;
let asked: unknown[];
const signal = new AbortController().signal;

const { 'speech.estimate': estimate, 'speech.estimate-texts': estimateTexts } = createEstimates({
  connectionId: () => 'local',
  account: { current: () => ({ userId: 'user1' }) as never },
  isUnderWay: (fingerprint) => underWay.has(fingerprint),
  library: {
    chapter: (...of: unknown[]) => {
      asked.push(['chapter', ...of]);
      return Promise.resolve({ document: schema.node('doc', null, blocks), takes, ...noDefaults, voiceId });
    },
    findAllPaid: (fingerprints: string[]) => {
      asked.push(['paid', fingerprints.length]);
      return Promise.resolve(fingerprints.filter((one) => paid.has(one)));
    },
  },
  ledger: {
    chargedInVain: (fingerprints: string[]) => Promise.resolve(fingerprints.filter((one) => inVain.has(one))),
    unknown: (fingerprints: string[], _: string, account: string) =>
      Promise.resolve(unknown.filter(({ fingerprint, accountId }) => accountId === account && fingerprints.includes(fingerprint))),
    price: (connectionId: string, of: { unit: string; modelId: string }) => {
      asked.push(['price', connectionId, of]);
      return Promise.resolve(prices.get(of.modelId));
    },
  } as never,
  voices: {
    voice: (id: string) => {
      asked.push(['voice', id]);
      const modelId = models[id];
      if (modelId === undefined) return Promise.reject(fail('not-found', said('No such voice.')));
      if (modelId === 'lost') return Promise.reject(fail('unreachable', said('Gone.')));
      return Promise.resolve({ voiceId: id, name: id, modelIds: [modelId] });
    },
    models: () => {
      asked.push(['models']);
      const supportedOperations = { alignedStreaming: true };
      return Promise.resolve(
        ['m1', 'm2'].map((id) => ({ id, available: true, maxTextLength: 100, outputFormats: ['wav'], supportedOperations })),
      );
    },
  } as unknown as Given['voices'],
});
const run = (blockIds: string[], rest: { another?: boolean; others?: { chapterId: string; blockIds: string[] }[] } = {}) =>
  estimate({ projectId: 'project1', chapterId: 'chapter1', blockIds, ...rest }, { signal } as never);
const count = (what: string) => asked.filter((one) => (one as unknown[])[0] === what).length;

beforeEach(() => {
  blocks = [block('block001', 'One.'), block('block002', 'Twelve words.'), block('block003', '  ')];
  [takes, voiceId, paid, asked] = [[], 'anna', new Set(), []];
  underWay = new Set();
  inVain = new Set();
  unknown = [];
  models = { anna: 'm1', bert: 'm2' };
  prices = new Map([['m1', { creditsPerUnit: 2, samples: 5 }]]);
});

describe('an estimate of texts', () => {
  const text = (own: string, by: string | null = null, characterId: string | null = null) => ({
    text: own,
    voiceId: by,
    characterId,
    modelId: null,
    controls: {},
  });
  const ask = (texts: ReturnType<typeof text>[], changed: Parameters<typeof estimateTexts>[0]['changed'] = {}) =>
    estimateTexts({ projectId: 'project1', chapterId: 'chapter1', blocks: texts, changed }, { signal } as never);

  it('prices each once, and what has words and a voice alone', async () => {
    expect(await ask([text('New.'), text('New.'), text('  ')])).toEqual({ blocks: 1, characters: 4, credits: 8, learnedFrom: 5, paid: 0 });
    expect(await ask([text('New.')], { voiceId: null })).toMatchObject({ blocks: 0, characters: 0, credits: 0 });
    expect(await ask([text('New.', 'nobody')])).toMatchObject({ blocks: 1, credits: null });
  });

  it('needs no project: those of a new one are spoken by the voice that it will have', async () => {
    const answer = await estimateTexts({ projectId: null, chapterId: null, blocks: [text('New.')], changed: { voiceId: 'anna' } }, {
      signal,
    } as never);
    expect(answer).toMatchObject({ blocks: 1, characters: 4, credits: 8 });
    expect(count('chapter')).toBe(0);
  });

  it('is free of what this profile has paid for, and says of how many blocks that is so', async () => {
    paid.add(takeOf('block001', 'New.').fingerprint);
    expect(await ask([text('New.'), text('New.'), text('Newer.')])).toMatchObject({ blocks: 1, characters: 6, paid: 2 });
  });

  it('counts what would be sent, by the pronunciations and the cast that are given', async () => {
    const cast = [{ id: 'character1', name: 'IDA', voiceId: 'bert', modelId: null, controls: {}, colour: 1 }];
    const pronunciations = [{ written: 'SQL', spoken: 'sequel', language: null, voice: null }];
    expect(await ask([text('SQL.')], { pronunciations })).toMatchObject({ characters: 'sequel.'.length });
    expect(await ask([text('New.', null, 'character1')], { cast })).toMatchObject({ blocks: 1, credits: null });
    expect(count('voice')).toBe(2);
  });
});

describe('an estimate', () => {
  it('counts the blocks that are asked for and have words, their characters and their price', async () => {
    expect(await run(['block001', 'block002', 'block003', 'gone0001'])).toEqual({ blocks: 2, characters: 17, credits: 34, learnedFrom: 5 });
    expect(await run(['block002'])).toMatchObject({ blocks: 1, characters: 13, credits: 26 });
    expect(await run([])).toEqual({ blocks: 0, characters: 0, credits: 0, learnedFrom: 0 });
  });

  it('leaves out what has its sound, in the chapter or in the store; an incomplete sound is none', async () => {
    takes = [takeOf('block001', 'One.')];
    expect(await run(['block001', 'block002'])).toMatchObject({ blocks: 1, characters: 13 });
    takes = [takeOf('block001', 'One.', { state: 'incomplete' })];
    expect(await run(['block001'])).toMatchObject({ blocks: 1 });
    paid.add(takes[0]!.fingerprint);
    expect(await run(['block001'])).toMatchObject({ blocks: 0, characters: 0, credits: 0, learnedFrom: 0 });
  });

  it('leaves out what is under way, as asking for it joins that request', async () => {
    underWay.add(takeOf('block001', 'One.').fingerprint);
    expect(await run(['block001', 'block002'])).toEqual({ blocks: 1, characters: 13, credits: 26, learnedFrom: 5 });
  });

  it('counts what was sent before and arrived in part, as it is now, until all of it is in the store', async () => {
    takes = [takeOf('block001', 'One.', { state: 'incomplete' })];
    expect(await run(['block001', 'block002'])).toMatchObject({ blocks: 2, sentBefore: 1 });
    expect(await run(['block002'])).not.toHaveProperty('sentBefore');
    paid.add(takes[0]!.fingerprint);
    expect(await run(['block001', 'block002'])).not.toHaveProperty('sentBefore');
    [takes, paid] = [[takeOf('block001', 'Other words.', { state: 'incomplete' })], new Set()];
    expect(await run(['block001'])).not.toHaveProperty('sentBefore');
  });

  it('counts what was charged though nothing of it arrived', async () => {
    inVain = new Set([takeOf('block001', 'One.').fingerprint, takeOf('block001', 'Other words.').fingerprint]);
    expect(await run(['block001', 'block002'])).toMatchObject({ blocks: 2, sentBefore: 1 });
    expect(await run(['block002'])).not.toHaveProperty('sentBefore');
  });

  it('counts what was sent without an answer apart from what is charged again: a stream that had begun is not asked for with its ids', async () => {
    const sent = (text: string, status: number | null, accountId = 'user1') => ({
      fingerprint: takeOf('block001', text).fingerprint,
      family: 'aligned',
      status,
      accountId,
    });
    unknown = [sent('One.', null)];
    expect(await run(['block001', 'block002'])).toMatchObject({ blocks: 2, outcomeUnknown: 1 });
    expect(await run(['block001', 'block002'])).not.toHaveProperty('sentBefore');
    expect(await run(['block002'])).not.toHaveProperty('outcomeUnknown');
    unknown = [sent('One.', 200), sent('Twelve words.', null, 'user2')];
    const known = await run(['block001', 'block002']);
    expect(known).toMatchObject({ blocks: 2, sentBefore: 1 });
    expect(known).not.toHaveProperty('outcomeUnknown');
  });

  it('of another take counts what has its sound too, unless that reading is in the store', async () => {
    takes = [takeOf('block001', 'One.')];
    expect(await run(['block001'], { another: true })).toMatchObject({ blocks: 1, characters: 4 });
    paid.add(takes[0]!.fingerprint); // it is of the first reading, and this is the next
    expect(await run(['block001'], { another: true })).toMatchObject({ blocks: 1 });
  });

  it('names the blocks that are paid for already, each with its work, also two of the same words, and no others', async () => {
    blocks = [block('block001', 'One.'), block('block002', 'One.'), block('block003', 'Three.'), block('block004', 'Four.')];
    const [one, four] = [takeOf('block001', 'One.').fingerprint, takeOf('block004', 'Four.').fingerprint];
    paid.add(one).add(four);
    expect(await run(['block001', 'block002', 'block003'])).toMatchObject({
      blocks: 1,
      characters: 6,
      paid: [
        { blockId: 'block001', fingerprint: one },
        { blockId: 'block002', fingerprint: one },
      ],
    });
    underWay.add(takeOf('block003', 'Three.').fingerprint);
    expect(await run(['block003'])).not.toHaveProperty('paid');
    takes = [takeOf('block004', 'Four.')];
    expect(await run(['block004'])).not.toHaveProperty('paid');
  });

  it('counts what is the same once: it is bought once', async () => {
    blocks = [block('block001', 'One.'), block('block002', 'One.'), block('block003', 'One.', { voiceId: 'bert' })];
    expect(await run(['block001', 'block002', 'block003'])).toMatchObject({ blocks: 2, characters: 8 });
  });

  it('counts what is the same in several chapters once, and has one price for all of them', async () => {
    blocks = [block('block001', 'One.'), block('block002', 'Twelve words.')];
    const others = [
      { chapterId: 'chapter2', blockIds: ['block001'] },
      { chapterId: 'chapter3', blockIds: ['block002'] },
    ];
    expect(await run(['block001'], { others })).toEqual({ blocks: 2, characters: 17, credits: 34, learnedFrom: 5 });
    expect(asked.filter((one) => (one as unknown[])[0] === 'chapter')).toHaveLength(3);
  });

  it('has no price where one of its blocks has none, also for those that come after', async () => {
    blocks = [block('block001', 'One.'), block('block002', 'Two.', { voiceId: 'bert' }), block('block003', 'Three.')];
    expect(await run(['block001', 'block002', 'block003'])).toEqual({ blocks: 3, characters: 14, credits: null, learnedFrom: 5 });
    prices.set('m2', { creditsPerUnit: 1, samples: 2 });
    expect(await run(['block001', 'block002', 'block003'])).toEqual({ blocks: 3, characters: 14, credits: 24, learnedFrom: 7 });
  });

  it('leaves out a block without a voice, and knows no price of a voice that is gone', async () => {
    blocks = [block('block001', 'One.', { voiceId: 'gone' }), block('block002', 'Two.')];
    expect(await run(['block001', 'block002'])).toMatchObject({ blocks: 2, credits: null });
    voiceId = null;
    expect(await run(['block001', 'block002'])).toMatchObject({ blocks: 1, characters: 4 });
  });

  it('asks for the chapter, the store, the models, each voice and each price once', async () => {
    blocks = Array.from({ length: 6 }, (_, index) => block(`block00${index}`, `Text ${index}.`, { voiceId: index % 2 ? 'bert' : 'anna' }));
    await run(blocks.map(({ attrs }) => attrs['id'] as string));
    expect(asked[0]).toEqual(['chapter', 'project1', 'chapter1']);
    expect(['chapter', 'paid', 'models', 'voice', 'price'].map(count)).toEqual([1, 1, 1, 2, 2]);
    expect(asked).toContainEqual(['price', 'local', { unit: 'character', modelId: 'm1' }]);
  });

  it('asks for no further voice once the service cannot be reached; a voice that is gone is no such end', async () => {
    blocks = ['gone', 'lost', 'anna'].map((voice, index) => block(`block00${index}`, `Text ${index}.`, { voiceId: voice }));
    models['lost'] = 'lost';
    expect(await run(['block000', 'block001', 'block002'])).toMatchObject({ blocks: 3, credits: null });
    expect(asked.filter((one) => (one as unknown[])[0] === 'voice')).toEqual([
      ['voice', 'gone'],
      ['voice', 'lost'],
    ]);
  });
});
