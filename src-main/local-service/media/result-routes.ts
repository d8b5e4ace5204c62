import { createRoute } from '@hono/zod-openapi';
import { z } from 'zod';
import { type Context } from 'hono';
import { codes, limits } from '#shared/wire/common.ts';
import { type App, type Env } from '../http/environment.ts';
import { responses, signedPrefix } from '../http/openapi.ts';
import { notFound, ServiceError } from '../http/service-error.ts';
import { secondsFromNow, signedName, verifiedName } from '../http/signed-address.ts';
import { type Service } from '../service.ts';

const scope = 'media';
const path = `${signedPrefix}media/`;
/** How long an address of a result is good. */
const addressSeconds = 900;
/** What is signed: whose file, and which. */
type FileName = 'result' | 'speech';

/** A short-lived address of a file, absolute, for its receiver. */
export function mediaLink(service: Service, c: Context<Env>, owner: string, name: FileName): { url: string; expiresAt: string } {
  const expires = secondsFromNow(addressSeconds);
  const token = signedName(service.secret, scope, `${name}-${owner}`, expires);
  return { url: new URL(`${path}${token}`, c.req.url).href, expiresAt: new Date(expires * 1_000).toISOString() };
}

const binary = { schema: z.string().meta({ format: 'binary' }) };
const contents = { 'video/mp4': binary, 'video/webm': binary, 'image/png': binary, 'audio/mpeg': binary, 'audio/wav': binary };
const described = createRoute({
  method: 'get',
  path: `${path}{token}`,
  summary: 'A result behind a short-lived address',
  description: 'The address carries its own signature and needs no key.',
  request: { params: z.object({ token: z.string().max(limits.signedTokenCharacters) }) },
  responses: responses(
    { 200: { description: 'The file', content: contents }, 206: { description: 'A part of it', content: contents } },
    [404, 416],
  ),
});

/** `GET` of results, in parts too, so that players can seek. The address is the permission. */
export function mediaResultRoutes(app: App, service: Service): void {
  app.openapi(described, (c) => {
    const [name, owner] = named(verifiedName(service.secret, scope, c.req.valid('param').token));
    const found = name === 'speech' ? service.media.speeches.file(owner) : service.media.jobs.result(owner);
    if (found === undefined) throw notFound('There is nothing at this address');
    const range = rangeOf(c.req.header('Range'), found.bytes);
    const { first, last } = range ?? { first: 0, last: found.bytes - 1 };
    return new Response(service.media.files.part(owner, name, first, last), {
      status: range === undefined ? 200 : 206,
      headers: {
        'Content-Type': found.contentType,
        'Content-Length': String(last - first + 1),
        'Accept-Ranges': 'bytes',
        'Cache-Control': 'private, no-store',
        ...(range && { 'Content-Range': `bytes ${first}-${last}/${found.bytes}` }),
      },
    });
  });
}

function named(token: string | undefined): [FileName, string] {
  const [, name, owner] = /^(result|speech)-(.+)$/u.exec(token ?? '') ?? [];
  if (owner === undefined) throw notFound('This address is not valid any more; read the job again for a new one');
  return [name as FileName, owner];
}

/** One range; what is malformed or has several is ignored, as HTTP allows. Throws 416. */
function rangeOf(header: string | undefined, bytes: number): { first: number; last: number } | undefined {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/u.exec(header ?? '') ?? [];
  if (from === '' && to === '') return undefined;
  const first = from === '' ? Math.max(0, bytes - Number(to)) : Number(from);
  const last = from === '' || to === '' ? bytes - 1 : Math.min(bytes - 1, Number(to));
  if (first <= last) return { first, last };
  throw new ServiceError(416, codes.invalidRequest, 'Range: there are no such bytes', { headers: { 'Content-Range': `bytes */${bytes}` } });
}
