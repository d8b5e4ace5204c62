import type { Connection } from '#shared/operations/connections.ts';
import { messages } from '#shared/messages/index.ts';

type Named = Pick<Connection, 'kind' | 'name'>;

/** The local service under its name in the window's language: main named it in the language that main started with. */
export const withOwnName = <T extends Named>(service: T): T =>
  service.kind === 'local' ? { ...service, name: messages.connections.localService } : service;

/** Both services of a connection, each under its own name. */
export function withOwnNames(connection: Connection): Connection {
  const shown = withOwnName(connection);
  return shown.awaited ? { ...shown, awaited: withOwnName(shown.awaited) } : shown;
}
