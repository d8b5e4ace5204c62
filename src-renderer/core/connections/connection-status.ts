import type { Failure, FailureKind } from '#shared/failure.ts';
import { serviceInUse, type Connection } from '#shared/operations/connections.ts';
import { messages } from '#shared/messages/index.ts';

/** Why a service cannot be used, in the few words that the bar has room for. */
const reasons: Partial<Record<FailureKind, string>> = {
  unreachable: messages.connections.stateUnreachable,
  unauthorized: messages.connections.keyNotAccepted,
  forbidden: messages.connections.keyNotAccepted,
  'service-timeout': messages.connections.notResponding,
  'rate-limited': messages.connections.tooManyRequests,
  'bad-response': messages.connections.notASpeechService,
};

/** The connection in words, and how well it is. `wire`: whether main, which knows of it, can be reached. */
export function statusOf(
  connection: Connection | undefined,
  accountFailure: Failure | undefined,
  restarting = false,
  wire: 'connecting' | 'open' | 'lost' = 'open',
): { name: string; words: string; health: 'waiting' | 'good' | 'bad' } {
  // What is known of the service is as old as the wire to main.
  if (wire === 'lost') return { name: '', words: messages.window.disconnected, health: 'bad' };
  if (wire === 'connecting' && connection) return { name: '', words: messages.window.reconnecting, health: 'waiting' };
  if (!connection) return { name: '', words: messages.connections.connecting, health: 'waiting' };
  const { name, kind } = serviceInUse(connection);
  if (connection.state === 'starting' || restarting)
    return { name, words: kind === 'local' ? messages.connections.stateStarting : messages.connections.stateConnecting, health: 'waiting' };
  if (connection.state === 'ready') {
    const words = accountFailure && accountFailure.kind !== 'bad-response' ? reasons[accountFailure.kind] : undefined;
    return words === undefined ? { name, words: messages.connections.stateReady, health: 'good' } : { name, words, health: 'bad' };
  }
  const words = kind === 'local' ? undefined : connection.failure && reasons[connection.failure.kind];
  return {
    name,
    words: `${words ?? messages.connections.notAvailable}${connection.isRetried === true ? messages.connections.retrying : ''}`,
    health: 'bad',
  };
}

/** Why a run sends nothing at the moment, in a few words; undefined while it does. `isPaused`: it said so itself. */
export function whyPaused(connection: Connection | undefined, isPaused: boolean): string | undefined {
  if (!connection || (connection.state === 'ready' && !isPaused)) return undefined;
  const { kind, name } = serviceInUse(connection);
  if (kind === 'account') return messages.connections.pausedWaitingFor(name);
  return connection.state === 'failed' ? messages.connections.pausedLocalStopped : messages.connections.pausedLocalRestarting;
}
