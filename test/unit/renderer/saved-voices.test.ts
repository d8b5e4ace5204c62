import { expect, it } from 'vitest';
import { findVoiceOf, isGone } from '../../../src-renderer/features/design/saved-voices.ts';

const save = (voiceId: string | null, candidateId = 'c1') =>
  ({ operation: { connectionId: 'local', updatedAt: 100 }, fields: { candidateId, name: 'Tom' }, voiceId }) as never;
const known = (listed: readonly string[], { fresh = true, asOf = 200, id = 'local' } = {}) =>
  ({ voices: { state: 'ready', value: listed.map((voiceId) => ({ voiceId })), asOf, fresh }, connection: { id } }) as never;

it.each([
  ['is listed', known(['v1']), false],
  ['is not listed', known(['v2']), true],
  ['is not in a list that is older than it', known([], { asOf: 100 }), false],
  ['is not in a list that was not confirmed yet', known([], { fresh: false }), false],
  ['belongs to another service than the one that is connected', known([], { id: 'account' }), false],
  ['is not known while the list is read', { voices: { state: 'loading' }, connection: { id: 'local' } } as never, false],
])('a saved voice that %s', (_, state, gone) => {
  expect(isGone(save('v1'), state)).toBe(gone);
});

it('a candidate is the voice that was saved of it and is there; without one it can be saved again', () => {
  const record = { saves: [save('gone'), save(null), save('other', 'c2'), save('v1')] } as never;
  expect(findVoiceOf(record, 'c1', known(['v1', 'other']))).toMatchObject({ voiceId: 'v1' });
  expect(findVoiceOf(record, 'c1', known(['other']))).toBeUndefined();
  expect(findVoiceOf(record, 'c2', known(['other']))).toMatchObject({ voiceId: 'other' });
});
