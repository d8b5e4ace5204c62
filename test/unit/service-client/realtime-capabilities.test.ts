import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boundsOfSession, completeCapabilities, controlsToSend } from '#main/features/live/capabilities.ts';
import { recogniseCapabilities } from '#main/service-client/realtime/capabilities.ts';
import { readRequestStatus } from '#main/service-client/realtime/request-status.ts';
import { liveCapabilities } from '#shared/live.ts';

const read = (body: unknown) => {
  const recognised = recogniseCapabilities(body);
  return completeCapabilities(recognised, recognised.models);
};
const input = { version: 'v3', mode: 'reliable', modelId: 'alpha-s1', format: 'pcm', controls: {} } as const;

describe('capabilities of the realtime host, whose fields are not shown', () => {
  it.each([undefined, null, {}, [], ['?'], 7, 'text', { error: 'none' }, { data: null }])(
    'that are %j leave the defaults of the interface',
    (body) => {
      const capabilities = read(body);
      expect(capabilities).toMatchObject({
        modes: ['simple', 'reliable'],
        formats: ['mp3', 'wav', 'opus', 'pcm'],
        limits: { inputCharacters: 10_000, textCharacters: 2_000, segmentCharacters: 10_000, sessionUnits: 100_000 },
        listsModels: false,
        models: [{ id: 'alpha-s21pro-flash' }],
      });
      expect(boundsOfSession(capabilities, input)).toEqual({ segmentCharacters: 10_000, textCharacters: 2_000, sessionUnits: 100_000 });
    },
  );

  it.each([
    [
      'lists of names',
      { models: ['alpha-s1', 'beta-2.8-hd'], formats: ['pcm', 'spx'], modes: ['reliable', 'duplex'], limits: { segment_max_chars: 500 } },
    ],
    [
      'maps',
      {
        models: { 'alpha-s1': { formats: { pcm: {}, mp3: false } } },
        modes: { reliable: true, simple: false },
        limits: { maxSegmentCharacters: 500.5 },
      },
    ],
    [
      'lists of objects, wrapped',
      {
        data: {
          models: [{ model_id: 'alpha-s1', output_formats: [{ format: 'PCM' }] }],
          modes: [{ name: 'reliable' }],
          limits: { segmentCharacters: 500 },
        },
      },
    ],
    [
      'models within their providers',
      {
        providers: [{ id: 'main', models: [{ id: 'alpha-s1', formats: ['pcm'] }] }],
        modes: ['reliable'],
        limits: { segment_characters: 500, session_units: null },
      },
    ],
  ])('are recognised as %s', (_, body) => {
    const capabilities = read(body);
    expect(capabilities.modes).toEqual(['reliable']);
    expect(capabilities.listsModels).toBe(true);
    expect(capabilities.models[0]).toMatchObject({ id: 'alpha-s1', available: true, formats: ['pcm'], maxSegmentCharacters: 500 });
    expect(boundsOfSession(capabilities, input)).toMatchObject({ segmentCharacters: 500 });
    expect(() => boundsOfSession(capabilities, { ...input, mode: 'simple' })).toThrow('simple mode');
    expect(() => boundsOfSession(capabilities, { ...input, modelId: 'other' })).toThrow('this model');
  });

  it('never raise a limit above the one of the interface', () => {
    expect(read({ limits: { session_units: 10 ** 9, textCharacters: 5_000 } }).limits).toMatchObject({
      sessionUnits: 100_000,
      textCharacters: 2_000,
    });
  });

  it('of any form are capabilities that a session can begin with', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.jsonValue(),
          fc.dictionary(fc.constantFrom('models', 'providers', 'formats', 'modes', 'limits', 'parameters', 'data'), fc.jsonValue()),
        ),
        (body) => {
          const capabilities = read(body);
          expect(liveCapabilities.safeParse(capabilities).error?.issues ?? []).toEqual([]);
          expect(capabilities.models.length).toBeGreaterThan(0);
          expect(capabilities.modes.length).toBeGreaterThan(0);
          for (const { formats, maxSegmentCharacters } of capabilities.models) {
            expect(formats.length).toBeGreaterThan(0);
            expect(maxSegmentCharacters).toBeGreaterThan(0);
          }
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe('the settings of a request', () => {
  const controls = { speed: 1.2, pitch: 2, emotion: 'happy', latency: 'low', parameterProfile: 'product_v1' } as const;

  it('are those that the version lists, and those that the service lists for the model', () => {
    expect(controlsToSend(read({}), { ...input, controls })).toEqual({
      controls: { speed: 1.2, latency: 'low' },
      left: ['pitch', 'emotion'],
    });
    expect(controlsToSend(read({}), { ...input, version: 'v2', controls })).toEqual({
      controls: { speed: 1.2, pitch: 2, parameterProfile: 'product_v1' },
      left: ['emotion', 'latency'],
    });
    const listed = read({ models: [{ id: 'alpha-s1', parameters: ['emotion', 'speed'] }] });
    expect(controlsToSend(listed, { ...input, controls }).left).toEqual(['pitch']);
  });
});

describe('the status of a request', () => {
  const report = (): void => undefined;

  it('is read in either spelling, with a manifest of any form', () => {
    const forms: unknown[] = [
      [{ segmentId: 'a', stored: true }, { segment_id: 'b', result_available: false }, 'c'],
      {
        segments: [
          { id: 'a', audio_available: true },
          { id: 'b', stored: false },
          { id: 'c', stored: null },
        ],
      },
      { a: { stored: true }, b: { stored: false }, c: {} },
    ];
    for (const segments of forms)
      for (const body of [
        { state: 'COMPLETED', result_available: true, units: 1.5, segments },
        { data: { state: 'completed', resultAvailable: true, units: 1.5, manifest: segments } },
      ])
        expect(readRequestStatus(body, report)).toEqual({
          state: 'completed',
          retryable: undefined,
          units: 1.5,
          resultAvailable: true,
          stored: new Map([['a', true], ['b', false], ['c', undefined]]), // prettier-ignore
        });
  });

  it('of any form is one', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (body) => {
        expect(readRequestStatus(body, report).stored).toBeInstanceOf(Map);
      }),
    );
  });

  it('has its state under its own name, else as a status in words, in small letters', () => {
    const stateOf = (body: unknown) => readRequestStatus(body, report).state;
    expect(stateOf({ state: 'RUNNING', status: 'other' })).toBe('running');
    expect(stateOf({ status: 'Completed' })).toBe('completed');
    expect(stateOf({ state: null, status: 'done' })).toBeUndefined();
    expect(stateOf({ status: 200 })).toBeUndefined();
    expect(stateOf({ state: 'running', data: { state: 'completed' } })).toBe('running');
    expect(stateOf({ request: { state: 'failed' } })).toBe('failed');
  });

  it('leaves out a segment without a name', () => {
    const { stored } = readRequestStatus({ segments: [{ stored: true }, 'a', { id: 'b', available: false }] }, report);
    expect([...stored]).toEqual([
      ['a', undefined],
      ['b', false],
    ]);
  });
});
