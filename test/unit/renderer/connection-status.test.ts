import { describe, expect, it } from 'vitest';
import { fail, type FailureKind } from '#shared/failure.ts';
import { messages } from '#shared/messages/index.ts';
import type { Connection } from '#shared/operations/connections.ts';
import { statusOf, whyPaused } from '../../../src-renderer/core/connections/connection-status.ts';
import { said } from '../../helpers/said.ts';

const local: Connection = { id: 'local', kind: 'local', name: messages.connections.localService, state: 'ready' };
const work: Connection = { id: 'https://work.example', kind: 'account', name: 'Work', state: 'ready' };
const failureOf = (kind: FailureKind) => fail(kind, said('No.')).failure;
const failed = (kind: FailureKind, rest: Partial<Connection> = {}): Connection => ({
  ...work,
  state: 'failed',
  failure: failureOf(kind),
  ...rest,
});

describe('the status of the connection', () => {
  it('is waiting, without a name, before there is a connection', () => {
    expect(statusOf(undefined, undefined)).toEqual({ name: '', words: 'Connecting', health: 'waiting' });
  });

  it('says that the studio itself is gone or connecting again, whatever was last known of the service', () => {
    for (const connection of [undefined, local, failed('unauthorized')])
      expect(statusOf(connection, undefined, false, 'lost')).toEqual({ name: '', words: messages.window.disconnected, health: 'bad' });
    expect(statusOf(local, undefined, false, 'connecting')).toEqual({ name: '', words: messages.window.reconnecting, health: 'waiting' });
    expect(statusOf(undefined, undefined, false, 'connecting').words).toBe(messages.connections.connecting);
  });

  it('is waiting while the service starts, or is started again', () => {
    expect(statusOf({ ...local, state: 'starting' }, undefined)).toEqual({
      name: messages.connections.localService,
      words: 'starting',
      health: 'waiting',
    });
    expect(statusOf({ ...work, state: 'starting' }, undefined)).toEqual({ name: 'Work', words: 'connecting', health: 'waiting' });
    expect(statusOf(work, undefined, true)).toEqual({ name: 'Work', words: 'connecting', health: 'waiting' });
    expect(statusOf(failed('unreachable'), undefined, true).health).toBe('waiting');
  });

  it('is good when the service is ready, also where its account cannot be understood', () => {
    for (const failure of [undefined, failureOf('bad-response'), failureOf('payment-required')])
      expect(statusOf(work, failure)).toEqual({ name: 'Work', words: 'ready', health: 'good' });
  });

  it.each([
    ['unreachable', messages.connections.stateUnreachable],
    ['unauthorized', messages.connections.keyNotAccepted],
    ['forbidden', messages.connections.keyNotAccepted],
    ['service-timeout', messages.connections.notResponding],
    ['rate-limited', messages.connections.tooManyRequests],
  ] as const)('is bad where the account fails with %s, in a few words, and where the connection does', (kind, words) => {
    expect(statusOf(work, failureOf(kind))).toEqual({ name: 'Work', words, health: 'bad' });
    expect(statusOf(failed(kind), undefined)).toEqual({ name: 'Work', words, health: 'bad' });
  });

  it('calls what answers in another way no speech service, and what has no few words not available', () => {
    expect(statusOf(failed('bad-response'), undefined).words).toBe(messages.connections.notASpeechService);
    expect(statusOf(failed('disk-full'), undefined).words).toBe(messages.connections.notAvailable);
    expect(statusOf({ ...work, state: 'failed' }, undefined).words).toBe(messages.connections.notAvailable);
  });

  it('adds that it is tried again where it is', () => {
    expect(statusOf(failed('unreachable', { isRetried: true }), undefined).words).toBe(
      messages.connections.stateUnreachable + messages.connections.retrying,
    );
    expect(statusOf(failed('unreachable', { isRetried: false }), undefined).words).toBe(messages.connections.stateUnreachable);
  });

  it('of the local service is never in words of a network', () => {
    const stopped: Connection = { ...local, state: 'failed', failure: failureOf('unreachable') };
    expect(statusOf(stopped, undefined)).toEqual({
      name: messages.connections.localService,
      words: messages.connections.notAvailable,
      health: 'bad',
    });
  });

  it('is of the service that is awaited, not of the one that answered last', () => {
    const awaiting: Connection = { ...local, state: 'starting', awaited: { id: work.id, kind: 'account', name: 'Work' } };
    expect(statusOf(awaiting, undefined)).toMatchObject({ name: 'Work', words: 'connecting' });
  });
});

describe('why a run is paused', () => {
  it('is nothing where the service is ready and the run has not paused itself, or no service is known', () => {
    expect(whyPaused(work, false)).toBeUndefined();
    expect(whyPaused(undefined, true)).toBeUndefined();
  });

  it('names a hosted service that is waited for', () => {
    expect(whyPaused(work, true)).toBe(messages.connections.pausedWaitingFor('Work'));
    expect(whyPaused({ ...work, state: 'starting' }, false)).toBe(messages.connections.pausedWaitingFor('Work'));
  });

  it('of the local service tells a stop from a restart', () => {
    expect(whyPaused({ ...local, state: 'failed' }, false)).toBe(messages.connections.pausedLocalStopped);
    expect(whyPaused({ ...local, state: 'starting' }, false)).toBe(messages.connections.pausedLocalRestarting);
    expect(whyPaused(local, true)).toBe(messages.connections.pausedLocalRestarting);
  });
});
