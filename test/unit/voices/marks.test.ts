import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openVoiceMarks } from '#main/features/voices/annotations.ts';
import type { VoiceMark } from '#shared/operations/voices.ts';
import { quietLog } from '../../helpers/quiet-log.ts';

let profile: string;
beforeEach(() => (profile = mkdtempSync(join(tmpdir(), 'voicewright-voice-marks-'))));
afterEach(() => rmSync(profile, { recursive: true, force: true }));

const context = { signal: new AbortController().signal, emit: () => undefined, sends: [] as never };
const now = 1_000;
const open = (connectionId: string, onMark: (voiceId: string, mark: VoiceMark) => void = () => undefined) =>
  openVoiceMarks({ profileDirectory: profile, connectionId: () => connectionId, log: quietLog(), now: () => now, onMark });

const change = fc.record(
  {
    favourite: fc.boolean(),
    alias: fc.option(fc.constantFrom('Anna', 'Bert')),
    tags: fc.array(fc.constantFrom('calm', 'old'), { maxLength: 3 }),
    used: fc.constant<true>(true),
    name: fc.constantFrom('Voice A', 'Voice B'),
  },
  { requiredKeys: [] },
);
const unmarked: VoiceMark = { favourite: false, alias: null, tags: [], usedAt: null, name: null };

it('each mark of a voice sets what it names, false and nothing too, leaves the rest, and lasts; a voice without any is forgotten', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(fc.constantFrom('one', 'two'), change), { maxLength: 8 }), async (changes) => {
      rmSync(join(profile, 'voice-marks.json'), { force: true });
      const told: VoiceMark[] = [];
      const services = open('local', (_voiceId, mark) => told.push(mark));
      const expected: Record<string, VoiceMark> = {};
      for (const [voiceId, { used, ...made }] of changes) {
        const before = expected[voiceId] ?? unmarked;
        const mark = { ...before, ...made, tags: [...new Set(made.tags ?? before.tags)], usedAt: used === true ? now : before.usedAt };
        if (mark.favourite || mark.alias !== null || mark.tags.length > 0 || mark.usedAt !== null) expected[voiceId] = mark;
        else Reflect.deleteProperty(expected, voiceId);
        expect(await services['voices.mark']({ voiceId, ...made, ...(used && { used }) }, context)).toEqual(mark);
        expect(told.at(-1)).toEqual(mark);
      }
      for (const opened of [services, open('local')]) expect(await opened['voices.marks'](null, context)).toEqual({ marks: expected });
      expect(await open('https://other.example')['voices.marks'](null, context)).toEqual({ marks: {} });
    }),
    {
      numRuns: 40,
      examples: [
        [
          [
            ['one', { favourite: true }],
            ['one', { favourite: false }],
          ],
        ],
      ],
    },
  );
});
