import { expect, it } from 'vitest';
import { whyPaused } from '../../../src-renderer/core/connections/connection-status.ts';

const local = { id: 'local', kind: 'local', name: 'Local service' } as const;
const hosted = { id: 'https://speech.example', kind: 'account', name: 'Studio account' } as const;

it('a run says that it is paused and for which service, and nothing while the service is there', () => {
  expect(whyPaused({ ...local, state: 'ready' }, false)).toBeUndefined();
  expect(whyPaused({ ...local, state: 'starting' }, false)).toBe('Paused, the local service is restarting');
  expect(whyPaused({ ...local, state: 'failed' }, true)).toBe('Paused, the local service has stopped');
  expect(whyPaused({ ...hosted, state: 'ready' }, true)).toBe('Paused, waiting for Studio account');
  expect(whyPaused({ ...hosted, state: 'failed' }, false)).toBe('Paused, waiting for Studio account');
});
