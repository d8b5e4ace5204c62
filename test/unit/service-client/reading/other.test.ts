import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readDesign } from '#main/service-client/reading/designs.ts';
import { readDocument } from '#main/service-client/reading/documents.ts';
import { readErrorBody } from '#main/service-client/reading/error-body.ts';
import { noteOnce } from '#main/service-client/reading/fields.ts';
import { readMediaModels } from '#main/service-client/reading/media-models.ts';
import { readProfile } from '#main/service-client/reading/profile.ts';
import { readTranscription } from '#main/service-client/reading/transcription.ts';
import { declaredBy } from '#main/service-client/resources/documents.ts';
import { typeByContent } from '#main/service-client/resources/files.ts';
import { FailureError } from '#shared/failure.ts';
import { readTranscript } from '#shared/transcripts/read.ts';
import { quietLog } from '../../../helpers/quiet-log.ts';
import { anyId, oddObject, oddValue, reading } from './odd.ts';

describe('a profile', () => {
  const others = { tier: 'pro', credits: 4_999.5, api_quota_remaining: 12 };
  it('keeps the account’s id whatever else the answer holds', () => {
    expect(readProfile({ user_id: 'u', ...others }, reading)).toMatchObject({
      userId: 'u',
      tier: 'pro',
      credits: 4_999.5,
      apiQuotaRemaining: 12,
    });
    fc.assert(
      fc.property(oddObject({ user_id: 'u' }, { ...others, webhookUrl: 'https://hooks.example' }), (body) => {
        const profile = readProfile(body, reading);
        expect(profile?.userId).toBe('u');
        for (const number of [profile?.credits, profile?.apiQuotaRemaining]) expect(['number', 'undefined']).toContain(typeof number);
        expect(profile?.fields).toEqual(body);
      }),
    );
    expect(readProfile({ ...others }, reading)).toBeUndefined();
  });
});

describe('a design', () => {
  const billing = { characters_used: 20.5, credits_used: 20.5, quota_remaining: 80 };
  it('keeps its id and its candidates whatever else the answer holds', () => {
    const candidate = (candidateId: string) =>
      oddObject({ candidateId }, { previewAudioUrl: 'https://x.example/a', provider: 'alpha', format: 'wav' });
    const designs = fc
      .tuple(anyId, candidate('c1'), candidate('c2'))
      .chain(([designId, ...candidates]) => oddObject({ designId, candidates }, { billing, language: 'en-US', expiresAt: 1_769_860_800 }));
    fc.assert(
      fc.property(designs, (body) => {
        const design = readDesign(body, reading);
        expect(design?.designId).toBe(body['designId']);
        expect(design?.candidates.map(({ candidateId }) => candidateId)).toEqual(['c1', 'c2']);
      }),
    );
  });

  it.each([
    { designId: 'd', previews: [{ candidateId: 'c1' }, { candidateId: 'c2' }] },
    { data: { designId: 'd', results: { alpha: { candidateId: 'c1' }, beta: { candidateId: 'c2' } } } },
    { designId: 'd', candidates: ['c1', 'c2'] },
    { designId: 'd', candidates: [{ id: 'c1' }, { id: 'c2' }] },
  ])('has its candidates in %j', (body) => {
    expect(readDesign(body, reading)).toMatchObject({ designId: 'd', candidates: [{ candidateId: 'c1' }, { candidateId: 'c2' }] });
  });

  it('whose ids are numbers has them as texts, and one without candidates keeps its id', () => {
    expect(readDesign({ designId: 12, candidates: [{ candidateId: 3 }] }, reading)).toMatchObject({
      designId: '12',
      candidates: [{ candidateId: '3' }],
    });
    expect(readDesign({ designId: 'd', billing }, reading)).toMatchObject({
      designId: 'd',
      candidates: [],
      charactersUsed: 20.5,
      creditsUsed: 20.5,
    });
    expect(readDesign({ billing }, reading)).toBeUndefined();
  });
});

describe('a transcription', () => {
  const others = { duration: 2.75, segments: [{ content: 'said', start_ms: 0 }], credits_used: 3, quota_remaining: 97 };
  it('keeps its text whatever else the answer holds, and the whole of the answer', () => {
    fc.assert(
      fc.property(oddObject({ text: 'said' }, others), (body) => {
        const read = readTranscription(body, reading);
        expect(read?.text).toBe('said');
        expect(read?.whole).toEqual(body);
        expect(readTranscript(read?.whole).text).toBe('said');
      }),
    );
    expect(readTranscription({ text: 'said', ...others }, reading)).toMatchObject({
      text: 'said',
      duration: 2.75,
      segments: others.segments,
      creditsUsed: 3,
    });
  });
  it('is read out of an envelope, and its text out of its segments', () => {
    expect(readTranscription({ success: true, data: { text: 'said', duration: 2 } }, reading)).toMatchObject({ text: 'said', duration: 2 });
    expect(readTranscript({ data: { text: 'said', segments: [] } }).segments[0]?.text).toBe('said');
    expect(readTranscription({ text: null, segments: [{ text: 'so' }, { text: 'it goes' }] }, reading)?.text).toBe('so it goes');
    expect(readTranscription('said', reading)).toBeUndefined();
  });
});

describe('a catalogue of images or videos', () => {
  const known = {
    id: 'm',
    name: 'Model',
    mediaType: 'image',
    available: true,
    resolutions: ['1k', '2k', '8k'],
    aspectRatios: ['1:1', 'wide'],
    references: { maximum: 1, resolutions: ['1k'], fields: ['image_url'] },
    quota: { '1k': 4.5, '2k': null },
  };
  it('is read as far as it goes: one odd model hides no other', () => {
    fc.assert(
      fc.property(oddObject({ id: 'odd' }, known), oddValue, (odd, strange) => {
        const { models } = readMediaModels('image')({ models: [known, odd, strange, 'plain'] }, reading);
        expect(models.map(({ id }) => id)).toEqual(expect.arrayContaining(['m', 'plain']));
      }),
    );
    expect(readMediaModels('image')([known, { title: 'What is this' }], reading)).toMatchObject({
      models: [{ id: 'm', resolutions: ['1k', '2k'], aspectRatios: ['1:1'], quota: { '1k': 4.5 } }],
      notUnderstood: ['What is this'],
    });
  });
  it('offers what the interface names where a model says nothing', () => {
    const references = (type: 'image' | 'video') => readMediaModels(type)(['m'], reading).models[0]?.references;
    expect(references('image')).toEqual({ maximum: 4, fields: ['image_url', 'image_urls'] });
    expect(references('video')).toEqual({ maximum: 0, fields: [] });
  });
  it('that cannot be recognized is a failure, never empty', () => {
    for (const body of [{}, { models: 3 }, { models: [{ title: 'x' }] }, 'none'])
      expect(() => readMediaModels('video')(body, reading)).toThrow(FailureError);
  });
});

describe('a document', () => {
  it('without paths says nothing', () => {
    for (const body of [null, {}, { paths: [] }]) expect(() => readDocument(body)).toThrow(FailureError);
  });
  it('declares paths that it counts from its server, or ends with a slash', () => {
    const operation = { post: { requestBody: { content: { 'application/json': { schema: { properties: { size: {} } } } } } } };
    const declared = declaredBy(
      readDocument({
        servers: [{ url: 'https://x.example/api/open/v1/' }, null],
        paths: { '/media/videos/jobs/': operation, '/odd': null },
      }),
    );
    expect(declared.endpoint('POST', '/api/open/v1/media/videos/jobs')).toBe(true);
    expect(declared.field('POST', '/api/open/v1/media/videos/jobs', 'size')).toBe(true);
    expect(declared.endpoint('GET', '/odd')).toBe(false);
  });
});

describe('an error body', () => {
  /** Interface, "Error body". */
  const whole = { code: 'ERR_X', message: 'Because', requestId: 'r', details: { media_kind: 'video', stage: 'download', retryable: true } };
  it('has each field by itself, whatever the others are', () => {
    expect(readErrorBody(whole)).toMatchObject({
      code: 'ERR_X',
      message: 'Because',
      requestId: 'r',
      mediaKind: 'video',
      stage: 'download',
      retryable: true,
    });
    for (const name of ['code', 'message', 'requestId'] as const)
      fc.assert(
        fc.property(oddObject({ [name]: whole[name] }, whole), (body) => {
          expect(readErrorBody(body)[name]).toBe(whole[name]);
        }),
      );
  });
  it('is never a failure to read', () => {
    fc.assert(
      fc.property(fc.oneof(oddValue, fc.jsonValue()), (body) => {
        expect(typeof readErrorBody(body).raw).toBe('object');
      }),
    );
    expect(readErrorBody({ code: 409, message: 'No' })).toMatchObject({ code: undefined, message: 'No' });
    expect(readErrorBody({ error: { code: 'E', message: 'No' } })).toMatchObject({ code: 'E', message: 'No' });
  });
});

it('a value that is not known is logged once with its path, as often as it comes, and so many paths at most', () => {
  const log = quietLog();
  const note = noteOnce(log);
  for (let times = 0; times < 3; times++) readProfile({ user_id: 'u', credits: null, tier: 7 }, { note });
  const facts = log.lines.map(({ level, facts }) => [level, facts?.['path'], facts?.['found']]);
  expect(facts).toEqual([
    ['info', 'profile.tier', 'number'],
    ['info', 'profile.credits', 'null'],
    ['debug', 'profile.api_quota_remaining', 'missing'],
  ]);
  for (let place = 0; place < 2_000; place++) note(`place ${place}`, 'null');
  expect(log.lines.length).toBe(500);
});

it('a file that nobody gave a type is known by how it begins', () => {
  const bytes = (text: string) => Buffer.from(text, 'latin1');
  expect(typeByContent(bytes('\x00\x00\x00\x20ftypisom'))).toBe('video/mp4');
  expect(typeByContent(bytes('\x89PNG\r\n\x1a\n'))).toBe('image/png');
  expect(typeByContent(bytes('RIFF\x00\x00\x00\x00WEBPVP8 '))).toBe('image/webp');
  expect(typeByContent(bytes('RIFF\x00\x00\x00\x00AVI '))).toBeUndefined();
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 20 }), (any) => {
      expect(['string', 'undefined']).toContain(typeof typeByContent(any));
    }),
  );
  expect(typeByContent(undefined)).toBeUndefined();
});

describe('where an error names the wrong field', () => {
  const fieldOf = (body: unknown) => readErrorBody(body).field;
  it('is the body, then its details, then its error object, as a name or a path', () => {
    expect(fieldOf({ field: 'a', details: { field: 'b' }, error: { field: 'c' } })).toBe('a');
    expect(fieldOf({ details: { param: 'b' }, error: { field: 'c' } })).toBe('b');
    expect(fieldOf({ error: { path: ['voices', 2, 'id'] } })).toBe('voices.2.id');
    expect(fieldOf({ field: '', param: 'p' })).toBe('p');
    expect(fieldOf({ field: [], path: 'p' })).toBe('p');
    for (const field of [5, null, {}, true, '']) expect(fieldOf({ field })).toBeUndefined();
  });
  it('stands beside what else it says, each field by itself', () => {
    expect(
      readErrorBody({
        error: { code: 'E', message: 'No.', requestId: 7, details: { stage: 'download', media_kind: 'video', retryable: true } },
      }),
    ).toMatchObject({
      code: 'E',
      message: 'No.',
      requestId: '7',
      stage: 'download',
      mediaKind: 'video',
      retryable: true,
    });
    expect(
      readErrorBody({ code: 'A', message: 'One.', requestId: 'r', error: { code: 'B', message: 'Two.', requestId: 's' } }),
    ).toMatchObject({
      code: 'A',
      message: 'One.',
      requestId: 'r',
    });
    expect(readErrorBody({ error: 'Words.', details: { retryable: 'yes' } })).toMatchObject({ message: 'Words.', retryable: undefined });
    expect(readErrorBody('text').raw).toEqual({});
  });
});

describe('a design in other spellings', () => {
  const read = (body: unknown) => readDesign(body, reading);
  it('has the id of the design before any other, in whichever envelope', () => {
    expect(read({ id: 'of the answer', data: { design_id: 'd' } })?.designId).toBe('d');
    expect(read({ result: { id: 'd' } })?.designId).toBe('d');
    expect(read({ id: 'outer', design: { id: 'd' } })?.designId).toBe('outer');
  });
  it('has each candidate once, with who made it, and is noted where it has none', () => {
    const noted: string[] = [];
    const one = { candidate_id: 'c1', provider: 'alpha' };
    expect(
      read({ designId: 'd', candidates: [one, { candidateId: 'c1', provider: 'beta' }, { candidateId: 'c2' }], chosen: one })?.candidates,
    ).toEqual([
      { candidateId: 'c1', provider: 'alpha' },
      { candidateId: 'c2', provider: undefined },
    ]);
    readDesign({ designId: 'd' }, { note: (path, found) => void noted.push(`${path} ${found}`) });
    readDesign({ designId: 'd', candidates: ['c'] }, { note: (path, found) => void noted.push(`${path} ${found}`) });
    expect(noted.filter((note) => note.startsWith('design.candidates'))).toEqual(['design.candidates missing']);
    expect(read({ designId: 'd', voices: [{ id: 'of a voice' }, 'text'] })?.candidates).toEqual([]);
  });
  it('says of a candidate what was said where it was named first, whatever names it again', () => {
    const candidates = [{ candidateId: 'c1', provider: 'alpha' }, { candidateId: 'c2' }];
    const first = [
      { candidateId: 'c1', provider: 'alpha' },
      { candidateId: 'c2', provider: undefined },
    ];
    expect(read({ designId: 'd', candidates, chosen: { candidateId: 'c1' } })?.candidates).toEqual(first);
    expect(read({ designId: 'd', candidates, chosen: { candidateId: 'c2', provider: 'beta' } })?.candidates).toEqual(first);
    expect(read({ designId: 'd', candidates, candidateIds: ['c1', 'c2'] })?.candidates).toEqual(first);
  });
  it('is looked through for candidates five objects deep', () => {
    const deep = (levels: number): unknown => (levels === 0 ? { candidateId: 'c' } : { level: deep(levels - 1) });
    expect([deep(5), deep(6)].map((inner) => read({ ...(inner as object), designId: 'd' })?.candidates.length)).toEqual([1, 0]);
    const lists = (levels: number): unknown => (levels === 0 ? 'c' : [lists(levels - 1)]);
    expect([lists(5), lists(6)].map((candidates) => read({ designId: 'd', candidates })?.candidates.length)).toEqual([1, 0]);
  });
  it('has its bill beside it or in an object about it, and when its previews go', () => {
    expect(
      read({ designId: 'd', usage: { charactersUsed: 5, credits: 2 }, data: { quotaRemaining: '7', expires_at: 1_769_860_800 } }),
    ).toMatchObject({
      charactersUsed: 5,
      creditsUsed: 2,
      quotaRemaining: 7,
      expiresAt: '2026-01-31T12:00:00.000Z',
    });
  });
});

it('the bill of a design is read in each spelling and from each object about it', () => {
  const bill = (fields: object) => readDesign({ design_id: 'd', ...fields }, reading);
  for (const name of ['billing', 'usage', 'billingDetails', 'cost']) expect(bill({ [name]: { credits_used: 2 } })?.creditsUsed).toBe(2);
  for (const name of ['credits_used', 'creditsUsed', 'credits']) expect(bill({ [name]: 3 })?.creditsUsed).toBe(3);
  for (const name of ['quota_remaining', 'quotaRemaining']) expect(bill({ [name]: 4 })?.quotaRemaining).toBe(4);
  for (const name of ['characters_used', 'charactersUsed']) expect(bill({ [name]: 5 })?.charactersUsed).toBe(5);
  for (const name of ['expiresAt', 'expires_at']) expect(bill({ [name]: 1_769_860_800 })?.expiresAt).toBe('2026-01-31T12:00:00.000Z');
  expect(bill({ design: { designId: 'inner' } })?.designId).toBe('d');
});
