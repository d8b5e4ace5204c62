import { expect, it } from 'vitest';
import { messages } from '#shared/messages/index.ts';
import { whyPaused } from '../../../src-renderer/core/connections/connection-status.ts';

const local = { id: 'local', kind: 'local', name: messages.connections.localService } as const;
const hosted = { id: 'https://speech.example', kind: 'account', name: 'Studio account' } as const;

it('a run says that it is paused and for which service, and nothing while the service is there', () => {
  expect(whyPaused({ ...local, state: 'ready' }, false)).toBeUndefined();
  expect(whyPaused({ ...local, state: 'starting' }, false)).toBe(messages.connections.pausedLocalRestarting);
  expect(whyPaused({ ...local, state: 'failed' }, true)).toBe(messages.connections.pausedLocalStopped);
  expect(whyPaused({ ...hosted, state: 'ready' }, true)).toBe(messages.connections.pausedWaitingFor('Studio account'));
  expect(whyPaused({ ...hosted, state: 'failed' }, false)).toBe(messages.connections.pausedWaitingFor('Studio account'));
});
