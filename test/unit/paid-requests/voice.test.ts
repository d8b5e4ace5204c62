import { expect, it } from 'vitest';
import { shown } from '#main/paid-requests/family.ts';
import type { LedgerEntry } from '#main/paid-requests/ledger/types.ts';

const voiceOf = (body: unknown, result: Record<string, unknown> | null = null): string | undefined =>
  shown({
    family: 'speech',
    state: 'done',
    body: typeof body === 'string' ? Buffer.from(body) : Buffer.from(JSON.stringify(body)),
    result,
    failure: null,
    purpose: null,
  } as unknown as LedgerEntry).voiceId;

it('an operation names the voice of its request, however the wire spells it', () => {
  expect(['voiceId', 'voice_id', 'reference_id', 'voice'].map((name) => voiceOf({ text: 'Hello.', [name]: 'ada' }))).toEqual(
    Array(4).fill('ada'),
  );
});

it('an operation that made a voice names it', () => {
  expect(voiceOf('--form', { voiceId: 'new' })).toBe('new');
});

it('a form, broken JSON, an empty body, another type and a body past the bound name no voice', () => {
  for (const body of ['--form\r\n"voiceId": "ada"', '{"voiceId":', '', { voiceId: 7 }, { voiceId: '' }, { voice: { id: 'ada' } }])
    expect(voiceOf(body)).toBeUndefined();
  expect(voiceOf({ voiceId: 'ada', text: 'x'.repeat(300_000) })).toBeUndefined();
});
