import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import { language } from '#shared/messages/index.ts';
import { directionOf } from '#shared/messages/languages.ts';
import { getMimeType } from 'hono/utils/mime';

/** No origin of the service stands here: the renderer reaches nothing but its own host. */
function contentSecurityPolicy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self' blob:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** The studio's own page may ask for the microphone, when recording starts; nothing may ask for anything else. */
const permissionsPolicy =
  'microphone=(self), camera=(), display-capture=(), geolocation=(), midi=(), usb=(), serial=(), hid=(), payment=()';

/** What every answer of a host carries, besides the policy of its pages. */
export const commonHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
} as const;

/** For what is not a page, should it ever be shown as one. */
export const inertPolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The page says in which language it is, and its code asks for no other. */
const [languageMark, directionMark] = ['__LANGUAGE__', '__DIRECTION__'];
const nonceMark = '__CSP_NONCE__';

/**
 * Answers the files of the built renderer. `index.html` is given a new nonce each time, in its policy and wherever the
 * page says `__CSP_NONCE__`. `undefined` where there is no such file.
 */
export function createStaticFiles(directory: string): (request: Request) => Promise<Response | undefined> {
  const root = resolve(directory);
  return async (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return undefined;
    const path = filePath(root, new URL(request.url).pathname);
    if (path === undefined) return undefined;
    let content: Buffer<ArrayBuffer>;
    try {
      content = await readFile(path);
    } catch {
      return undefined;
    }
    const headers = new Headers({ ...commonHeaders, 'content-security-policy': inertPolicy });
    headers.set('content-type', getMimeType(path) ?? 'application/octet-stream');
    headers.set('cache-control', path.startsWith(join(root, 'assets') + sep) ? 'private, max-age=31536000, immutable' : 'no-store');
    if (path.endsWith('.html')) {
      const nonce = randomBytes(18).toString('base64');
      headers.set('content-security-policy', contentSecurityPolicy(nonce));
      headers.set('permissions-policy', permissionsPolicy);
      content = Buffer.from(
        content
          .toString('utf8')
          .replaceAll(nonceMark, nonce)
          .replace(languageMark, language())
          .replace(directionMark, directionOf(language())),
      );
    }
    headers.set('content-length', String(content.byteLength));
    return new Response(request.method === 'HEAD' ? null : content, { headers });
  };
}

/** The file that a URL's path names inside `root`; `undefined` for anything that would lead out of it or hides something. */
function filePath(root: string, pathname: string): string | undefined {
  let decoded: string;
  try {
    decoded = decodeURIComponent(pathname);
  } catch {
    return undefined;
  }
  if (decoded === '/') return join(root, 'index.html');
  if (decoded.includes('\0') || decoded.includes('\\') || decoded.split('/').some((part) => part.startsWith('.'))) return undefined;
  const path = join(root, decoded);
  return path.startsWith(root + sep) ? path : undefined;
}
