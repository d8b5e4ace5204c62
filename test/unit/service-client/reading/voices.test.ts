import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readPages, type Page } from '#main/service-client/reading/list.ts';
import { readCreatedVoice, readListedVoices, readOpenAiVoices, readVoiceDetails, readVoices } from '#main/service-client/reading/voices.ts';
import { FailureError } from '#shared/failure.ts';
import { anyId, oddEnvelope, oddObject, oddValue, reading } from './odd.ts';

/** Interface, "Voice": the v3 list item. */
const item = {
  name: 'Anna',
  isPersonal: false,
  primaryLanguage: 'en-US',
  languages: ['en-US', 'de-DE'],
  modelIds: ['alpha-s21pro', 'alpha-s21pro-flash'],
};
const listed = {
  title: 'Anna',
  description: 'Warm',
  created_at: '2026-01-31T12:00:00Z',
  updated_at: '2026-02-01T12:00:00Z',
  isPersonal: true,
};

describe('the list of voices', () => {
  it('of the interface is read word for word', () => {
    const body = { total: 1, page: 1, pageSize: 20, totalPages: 1, items: [{ voiceId: 'v', ...item }], requestId: 'r' };
    expect(readVoices(body, reading)).toEqual({ items: [{ voiceId: 'v', ...item }], notUnderstood: [], total: 1, totalPages: 1 });
  });

  it('keeps every voice whatever the service says of it beside its id, with no field under a type that it has not', () => {
    const lists = fc
      .uniqueArray(anyId, { minLength: 1, maxLength: 4 })
      .chain((ids) =>
        fc.tuple(fc.constant(ids), fc.tuple(...ids.map((voiceId) => oddObject({ voiceId }, { ...item, description: 'Warm' })))),
      )
      .chain(([ids, items]) => fc.tuple(fc.constant(ids), oddEnvelope(items, 'voices')));
    fc.assert(
      fc.property(lists, ([ids, body]) => {
        const { items } = readVoices(body, reading);
        expect(items.map(({ voiceId }) => voiceId)).toEqual(ids);
        for (const { name, isPersonal, primaryLanguage, languages, modelIds, description } of items) {
          expect([typeof name, typeof isPersonal, typeof primaryLanguage]).toEqual(['string', 'boolean', 'string']);
          expect([...languages, ...modelIds].every((one) => typeof one === 'string')).toBe(true);
          expect(['string', 'undefined']).toContain(typeof description);
        }
      }),
    );
  });

  it('keeps fields that nobody knows as they came, and names entries that are no voices', () => {
    const { items, notUnderstood } = readVoices({ items: [{ voiceId: 'v', ...item, mood: { calm: 1 } }, { name: 'Nobody' }] }, reading);
    expect(items[0]).toMatchObject({ mood: { calm: 1 } });
    expect(notUnderstood).toEqual(['Nobody']);
  });

  it('of version 1 and of the compatibility endpoint keeps every id', () => {
    const lists = oddObject({ voiceId: 'v' }, listed).chain((one) => oddEnvelope([one], 'voices'));
    fc.assert(
      fc.property(lists, (body) => {
        expect(readListedVoices(body, reading).items[0]?.voiceId).toBe('v');
      }),
    );
    expect(readListedVoices({ items: [{ voiceId: 'v', ...listed }] }, reading).items).toEqual([{ voiceId: 'v', ...listed }]);
    expect(readOpenAiVoices({ voices: [{ id: 'a' }, { id: 7, name: null }] }, reading).items).toMatchObject([{ id: 'a' }, { id: '7' }]);
  });

  it('that cannot be recognized is a failure, never empty', () => {
    for (const body of [{}, { items: 'none' }, { items: [{ title: 'x' }] }, { result: null }, 'voices', null])
      for (const read of [readVoices, readListedVoices, readOpenAiVoices]) expect(() => read(body, reading)).toThrow(FailureError);
  });
});

describe('a single voice', () => {
  const read = readVoiceDetails('v');

  it('is there whatever its answer says, and is known by what can be recognized', () => {
    fc.assert(
      fc.property(fc.oneof(oddValue, oddObject({}, { voiceId: 'v', ...item })), (body) => {
        const { voiceId, known } = read(body, reading);
        expect(voiceId).toBe('v');
        for (const value of Object.values(known)) expect(value).toBeDefined();
      }),
    );
  });

  it.each([{ voiceId: 'v', ...item }, { voice: { voiceId: 'v', ...item } }, { data: { id: 'v', ...item }, requestId: null }])(
    'is read in %j',
    (body) => {
      expect(read(body, reading).known).toMatchObject(item);
    },
  );
});

describe('a voice that was made', () => {
  it('keeps its id whatever else the answer holds', () => {
    const made = anyId.chain((voiceId) =>
      oddObject({ voiceId }, { title: 'Anna', description: 'Warm', createdAt: '2026-01-31T12:00:00Z' }),
    );
    fc.assert(
      fc.property(made, (body) => {
        expect(readCreatedVoice(body, reading)?.voiceId).toBe(body['voiceId']);
      }),
    );
    fc.assert(
      fc.property(made, (data) => {
        expect(readCreatedVoice({ success: true, data }, reading)?.voiceId).toBe(data['voiceId']);
      }),
    );
  });

  it('has its time in text, whether it came as text or as a number', () => {
    const at = (createdAt: unknown) => readCreatedVoice({ voiceId: 'v', createdAt }, reading)?.createdAt;
    expect(
      [at('2026-01-31T12:00:00Z'), at(1_769_860_800), at(1_769_860_800_000), at('1769860800')].map((text) => Date.parse(text ?? '')),
    ).toEqual(Array.from({ length: 4 }, () => Date.parse('2026-01-31T12:00:00Z')));
    expect([at(null), at('soon'), at({}), at(1e300)]).toEqual([undefined, undefined, undefined, undefined]);
  });

  it('without an id is none', () => {
    for (const body of [undefined, {}, { voiceId: null }, { voiceId: '' }]) expect(readCreatedVoice(body, reading)).toBeUndefined();
  });
});

describe('the pages of a list', () => {
  const pages = (all: readonly string[], size: number, facts: (page: number) => Partial<Page<string>> = () => ({})) => {
    const asked: number[] = [];
    const read = (page: number): Promise<Page<string>> => {
      asked.push(page);
      return Promise.resolve({
        items: all.slice((page - 1) * size, page * size),
        notUnderstood: [],
        total: undefined,
        totalPages: undefined,
        ...facts(page),
      });
    };
    return { read, asked };
  };
  const names = Array.from({ length: 45 }, (_, index) => `v${index}`);

  it('are read to their end though the service does not count them, and gives fewer a page than it was asked for', async () => {
    const { read, asked } = pages(names, 20);
    const all = await readPages(read, String, { most: 100 });
    expect([all.items, all.isCut, asked]).toEqual([names, false, [1, 2, 3, 4]]);
  });

  it('end where a service gives the same page again and again', async () => {
    const { read, asked } = pages(names, 20);
    const all = await readPages(() => read(1), String, { most: 100 });
    expect([all.items.length, asked.length]).toEqual([20, 2]);
  });

  it('are as many as the service counts, and no more than the bound', async () => {
    const counted = pages(names, 20, () => ({ total: 45, totalPages: 3 }));
    expect((await readPages(counted.read, String, { most: 100, atOnce: 4 })).items).toEqual(names);
    expect(counted.asked).toEqual([1, 2, 3]);
    expect(await readPages(pages(names, 20, () => ({ totalPages: 3 })).read, String, { most: 2 })).toMatchObject({ isCut: true, pages: 2 });
    expect((await readPages(pages(names, 20).read, String, { from: 2, most: 1 })).items[0]).toBe('v20');
  });
});

describe('a voice in other spellings', () => {
  const odd = { items: [{ id: 'of something else' }] };
  it('has what the interface has where the service says nothing: its id for a name, no language and no model, not one’s own', () => {
    expect(readVoices({ ...odd, voices: [{ voice_id: 7 }] }, reading).items).toEqual([
      { voice_id: 7, voiceId: '7', name: '7', isPersonal: false, languages: [], primaryLanguage: '', modelIds: [] },
    ]);
    const [voice] = readVoices(
      [{ id: 'v', title: 'Anna', is_personal: 'true', languages: 'de, en', models: [{ id: 'm' }], created_at: 1_769_860_800 }],
      reading,
    ).items;
    expect(voice).toMatchObject({
      voiceId: 'v',
      name: 'Anna',
      isPersonal: true,
      languages: ['de', 'en'],
      primaryLanguage: 'de',
      modelIds: ['m'],
    });
    expect(voice?.createdAt).toBe('2026-01-31T12:00:00.000Z');
  });
  it('of the first interface has its id for a title, and its list stands under its own name first', () => {
    expect(
      readListedVoices({ ...odd, voices: [{ voiceId: 'v' }, { id: 'w', name: 'Tom', createdAt: 'soon', isPersonal: 0 }] }, reading).items,
    ).toEqual([
      { voiceId: 'v', title: 'v' },
      { id: 'w', name: 'Tom', createdAt: 'soon', voiceId: 'w', title: 'Tom', isPersonal: false },
    ]);
  });
  it('of the compatible list is an object with an id, or the id itself', () => {
    expect(readOpenAiVoices({ ...odd, voices: ['a', 5, { id: 'b', name: 'B' }, { voiceId: 'c' }] }, reading).items).toEqual([
      { id: 'a' },
      { id: '5' },
      { id: 'b', name: 'B' },
      { voiceId: 'c', id: 'c' },
    ]);
  });
  it('that is asked for by itself is read where it has an id or models, else from the answer itself', () => {
    const details = (body: unknown) => readVoiceDetails('v')(body, reading);
    expect(details({ success: true, voice: { voiceId: 'v', name: 'Anna' } })).toEqual({
      voiceId: 'v',
      known: { name: 'Anna' },
      fields: { voiceId: 'v', name: 'Anna' },
    });
    expect(details({ data: { modelIds: ['m'] } }).known).toEqual({ modelIds: ['m'] });
    expect(details({ name: 'Tom', voice: { name: 'Anna' } }).known).toEqual({ name: 'Tom' });
    expect(details('text')).toEqual({ voiceId: 'v', known: {}, fields: {} });
  });
  it('that was made has the id of the voice before any other, and what is said of it in whichever envelope', () => {
    const body = { id: 'of the answer', data: { voiceId: 'v', name: 'Anna', description: 'Warm', created_at: '2026-01-31T12:00:00Z' } };
    expect(readCreatedVoice(body, reading)).toEqual({
      voiceId: 'v',
      title: 'Anna',
      description: 'Warm',
      createdAt: '2026-01-31T12:00:00Z',
    });
    expect(readCreatedVoice({ result: { id: 'v' } }, reading)?.voiceId).toBe('v');
    expect(readCreatedVoice({ voice_id: 'v' }, reading)?.voiceId).toBe('v');
    expect(readCreatedVoice({ name: 'Anna' }, reading)).toBeUndefined();
  });
});

it('the fields of a voice are read in both spellings, in each of the lists and in each envelope', () => {
  const times = { created_at: '2026-01-31T12:00:00Z', updated_at: '2026-02-01T12:00:00Z' };
  expect(readVoices([{ voiceId: 'v', primary_language: 'de', model_ids: ['m'], ...times }], reading).items[0]).toMatchObject({
    primaryLanguage: 'de',
    modelIds: ['m'],
    createdAt: times.created_at,
    updatedAt: times.updated_at,
  });
  expect(readVoices([{ voiceId: 'v', language: 'fr', updatedAt: times.updated_at }], reading).items[0]).toMatchObject({
    primaryLanguage: 'fr',
    updatedAt: times.updated_at,
  });
  expect(
    readListedVoices(
      [{ voice_id: 'v', title: 'Anna', is_personal: true, createdAt: times.created_at, updatedAt: times.updated_at }],
      reading,
    ).items[0],
  ).toMatchObject({ voiceId: 'v', title: 'Anna', isPersonal: true, ...times });
  for (const name of ['voice', 'data', 'result', 'item']) {
    expect(readCreatedVoice({ [name]: { voiceId: 'v' } }, reading)?.voiceId).toBe('v');
    expect(readVoiceDetails('v')({ [name]: { voice_id: 'v', name: 'Anna' } }, reading).known).toEqual({ name: 'Anna' });
  }
});
