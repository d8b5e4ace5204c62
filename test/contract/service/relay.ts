import type { ServerResponse } from 'node:http';
import { scriptedServer, type ScriptedServer, type SeenRequest } from './scripted-server.ts';

/** What a test makes of one answer of the real service: other headers, or an answer of its own. */
export type Change = (
  request: SeenRequest,
  answer: { status: number; headers: Record<string, string>; body: Buffer },
  response: ServerResponse,
) => 'answered' | undefined;

/** Stands before a service and hands everything on, but for what a test changes on the way back. */
export async function relay(baseUrl: string, change: Change): Promise<ScriptedServer> {
  const server: ScriptedServer = await scriptedServer(async (request, response) => {
    const { method, url, headers, body } = request;
    const sent = Object.fromEntries(
      Object.entries(headers).flatMap(([name, value]) =>
        typeof value === 'string' && !['host', 'connection', 'content-length'].includes(name) ? [[name, value]] : [],
      ),
    );
    const answered = await fetch(new URL(url, baseUrl), { method, headers: sent, redirect: 'manual', ...(body !== '' && { body }) });
    const answer = { status: answered.status, headers: headersOf(answered), body: Buffer.from(await answered.arrayBuffer()) };
    if (change(request, answer, response) === 'answered') return;
    response.writeHead(answer.status, answer.headers).end(answer.body);
  });
  return server;

  /** Addresses of the service in a redirect lead through here too. */
  function headersOf(answered: Response): Record<string, string> {
    const named = Object.fromEntries(
      [...answered.headers].filter(([name]) => !['connection', 'transfer-encoding', 'keep-alive'].includes(name)),
    );
    return named['location']?.startsWith(baseUrl) === true ? { ...named, location: named['location'].slice(baseUrl.length) } : named;
  }
}
