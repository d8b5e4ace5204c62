import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { VoiceSamples } from '#main/features/voices/samples.ts';
import type { KeptFile } from '#shared/operations/kept-file.ts';
import type { VoiceSample } from '#shared/operations/voices.ts';
import { measureBands } from '#shared/sound/voice-measure.ts';
import { quietLog } from '../../helpers/quiet-log.ts';

let profile: string;
beforeEach(() => (profile = mkdtempSync(join(tmpdir(), 'voicewright-voice-samples-'))));
afterEach(() => rmSync(profile, { recursive: true, force: true }));

const context = { signal: new AbortController().signal, emit: () => undefined, sends: [] as never };
const file = (name: string): KeptFile => ({ url: `/bytes/media/${name}.wav`, contentType: 'audio/wav', bytes: 1 });
const measure = { pitch: null, bands: Array.from({ length: measureBands }, () => 0.25) };

function open(connectionId: string, has: (kept: KeptFile) => boolean = () => true) {
  const events: [string, VoiceSample][] = [];
  const samples = new VoiceSamples({
    profileDirectory: profile,
    kept: { has: (kept) => Promise.resolve(has(kept)) },
    connectionId: () => connectionId,
    log: quietLog(),
    onSample: (voiceId, sample) => events.push([voiceId, sample]),
    maximumVoices: 3,
  });
  return { samples, events, read: async () => (await samples.services['voices.samples'](null, context)).samples };
}

it('a line and a measure of a voice last, of one service and no other, and windows learn of each once', async () => {
  const { samples, events } = open('one');
  samples.note('ada', file('a'));
  samples.note('ada', file('a'));
  await samples.services['voices.measured']({ voiceId: 'ada', measure }, context);
  expect(events).toEqual([
    ['ada', { file: file('a'), measure: null }],
    ['ada', { file: file('a'), measure }],
  ]);
  expect(await open('one').read()).toEqual({ ada: { file: file('a'), measure } });
  expect(await open('two').read()).toEqual({});
});

it('a sample whose file is gone keeps its measure and can be heard no more', async () => {
  const { samples } = open('one');
  samples.note('ada', file('a'));
  await samples.services['voices.measured']({ voiceId: 'ada', measure }, context);
  expect(await open('one', () => false).read()).toEqual({ ada: { file: null, measure } });
});

it('past the most voices that are kept, the one that was changed first is forgotten', async () => {
  const { samples, read } = open('one');
  for (const voiceId of ['v0', 'v1', 'v2', 'v0', 'v3']) samples.note(voiceId, file(`${voiceId}-${Object.keys(await read()).length}`));
  expect(Object.keys(await read())).toEqual(['v2', 'v0', 'v3']);
});
