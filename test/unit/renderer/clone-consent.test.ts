import { describe, expect, test } from 'vitest';
import { emptyForm, type CloneForm, type Recording } from '#shared/clone/recordings.ts';
import { messages } from '#shared/messages/index.ts';
import { whyNotSent } from '../../../src-renderer/features/clone/why-not.ts';
import { useStudio } from '../../../src-renderer/core/studio/studio.ts';

const recording: Recording = {
  id: 'recording1',
  name: 'a.wav',
  kind: 'file',
  state: 'ready',
  bytes: 1_000_000,
  original: true,
  codec: 'WAV',
  seconds: 10,
  samples: 480_000,
  aacBytes: 0,
  cutShort: false,
  truncated: false,
  failure: null,
  trim: null,
  sendAs: 'auto',
  cleanUp: { reduceNoise: false, trimSilence: false },
  cleaned: null,
  facts: null,
};
const reason = (form: Partial<CloneForm>, transcribing?: string, change: Partial<Recording> = {}): string | undefined =>
  whyNotSent(
    {
      recordings: [{ ...recording, ...change }],
      form: { ...emptyForm, name: 'Anna', ...form },
      sending: undefined,
      cleaning: {},
      made: null,
      transcribing,
    },
    useStudio.getState(),
    {
      phase: 'idle',
    } as never,
  );

describe('Clone voice', () => {
  test('stays disabled, and says why, until the consent is confirmed, for a private and for a public voice', () => {
    for (const visibility of ['private', 'public'] as const) {
      expect(reason({ visibility, consent: false })).toBe(messages.clone.confirmConsent);
      expect(reason({ visibility, consent: true })).not.toBe(messages.clone.confirmConsent);
    }
  });

  test('waits for a transcript that is being made, which is paid for and which the voice would be without', () => {
    const filled = { visibility: 'private', consent: true } as const;
    expect(reason(filled, recording.id)).toBe(messages.clone.transcribingNow);
    expect(reason(filled)).not.toBe(messages.clone.transcribingNow);
  });

  test('names a recording without speech, which would be paid for and makes no voice', () => {
    const facts = {
      seconds: 10,
      peakDb: null,
      clippedPlaces: 0,
      noiseDb: null,
      silence: 1,
      loudnessLufs: null,
      ranges: null,
      hertz: null,
      voice: null,
    };
    const filled = { visibility: 'private', consent: true } as const;
    expect(reason(filled, undefined, { facts: { ...facts, speechDb: null } })).toBe(messages.clone.removeSilent('a.wav'));
    expect(reason(filled, undefined, { facts: { ...facts, speechDb: -20 } })).not.toBe(messages.clone.removeSilent('a.wav'));
  });

  test('an empty form has no consent', () => {
    expect(emptyForm.consent).toBe(false);
  });
});
