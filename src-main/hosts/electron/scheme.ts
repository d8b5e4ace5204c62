import { protocol, type Session } from 'electron';
import { toFailure } from '#shared/failure.ts';
import { commonHeaders, createStaticFiles, inertPolicy } from '../shared/static-files.ts';
import type { Log } from '../../infra/platform.ts';
import type { Studio } from '../../app/studio.ts';
import { messages } from '#shared/messages/index.ts';

export const appOrigin = 'app://voicewright';
export const appUrl = `${appOrigin}/`;

/** Must be called before the app is ready. A standard, secure scheme: the page has an origin of its own, and 'self' means it. */
export function registerAppScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true, codeCache: true } },
  ]);
}

/** Answers `app://voicewright/…` with the renderer's files and the studio's bytes, and lets the page reach nothing else. */
export function serveAppScheme(
  session: Session,
  { studio, rendererDirectory, log }: { studio: Pick<Studio, 'bytes'>; rendererDirectory: string; log: Log },
): void {
  const files = createStaticFiles(rendererDirectory);
  session.protocol.handle('app', async (request) => {
    try {
      const url = new URL(request.url);
      if (url.host !== 'voicewright') return nothingHere();
      if (!url.pathname.startsWith('/bytes/')) return (await files(request)) ?? nothingHere();
      const answer = await studio.bytes(request);
      if (!answer) return nothingHere();
      const headers = new Headers({ ...Object.fromEntries(answer.headers), ...commonHeaders, 'content-security-policy': inertPolicy });
      return new Response(answer.body, { status: answer.status, headers });
    } catch (thrown) {
      log.error('A request of the window failed.', { path: request.url, error: thrown });
      return plain(500, toFailure(thrown).message);
    }
  });
  const allowed = new Set(['app:', 'blob:', 'data:', 'devtools:']);
  session.webRequest.onBeforeRequest((details, answer) => {
    answer({ cancel: !allowed.has(schemeOf(details.url)) });
  });
}

function schemeOf(url: string): string {
  return URL.parse(url)?.protocol ?? '';
}

function nothingHere(): Response {
  return plain(404, messages.host.nothingHere);
}

function plain(status: number, message: string): Response {
  return new Response(`${message}\n`, {
    status,
    headers: { ...commonHeaders, 'content-type': 'text/plain; charset=utf-8', 'content-security-policy': inertPolicy },
  });
}
