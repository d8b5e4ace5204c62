import { createHash, randomBytes } from 'node:crypto';
import { type KeptSessions, noSessions, sessionLimits, type StoredSession } from './session-store.ts';
import { messages } from '#shared/messages/index.ts';

/** Who may talk to the served host, and how a window comes to be one of them. */

export const admissionLimits = { maxTokens: 8, maxSentAgain: 8 } as const;

/** How exact the stored time of a session's last use is, in milliseconds: it is not written with every request. */
const usedAtPrecision = 60 * 60 * 1000;

/** What opens a session, for the browser that `url` is opened in. */
export interface SessionCookie {
  name: string;
  value: string;
  url: string;
}

/** The parts of a request that decide; the same for every route and for the upgrade. */
export interface Approach {
  method: string;
  /** The URL's path; of an upgrade the target as it came. */
  path: string;
  host: string | undefined;
  origin: string | undefined;
  /** `Sec-Fetch-Site`; absent from what is no browser. */
  fetchSite: string | undefined;
  cookie: string | undefined;
  upgrade: boolean;
}

export type Verdict = 'admitted' | 'session-page' | { status: 401 | 403 | 421; message: string };

/** Routes that a window needs before it has its cookie; nothing on them is secret. */
const withoutCookie = new Set(['/session.js', '/session']);

/**
 * One-time tokens that a page trades for a cookie, and the sessions that such cookies stand for. A token is used once; when more than
 * `maxTokens` are out, the oldest counts no more. A session ends by the times of `sessionLimits`, and the one that was used least recently
 * makes room for a new one. Only hashes are kept, and looked up by hash, so that neither a dump nor the time of a look-up tells one.
 */
export class Admission {
  readonly #host: string;
  /** Where the studio is, for a browser that has a session. */
  readonly origin: string;
  readonly #cookieName: string;
  readonly #tokens = new Set<string>();
  /** By hash, from the one that was used least recently. */
  readonly #sessions = new Map<string, StoredSession>();
  readonly #kept: KeptSessions;
  readonly #now: () => number;
  #window: { given: Promise<boolean>; sendAgain: number } | undefined;
  #onEnded: (sessionId: string) => void = () => undefined;

  constructor(port: number, kept: KeptSessions = noSessions, now: () => number = Date.now) {
    this.#kept = kept;
    this.#now = now;
    const stored = kept.read(now()).sort((a, b) => a.usedAt - b.usedAt);
    for (const session of stored) this.#sessions.set(session.hash, session);
    this.#host = `127.0.0.1:${port}`;
    this.origin = `http://127.0.0.1:${port}`;
    // Browsers keep cookies by host, not by port: the name keeps two profiles apart.
    this.#cookieName = `voicewright-${port}`;
  }

  /** The address to open, with a new token in its fragment, which no request carries. */
  newUrl(): string {
    const token = newSecret();
    this.#tokens.add(hash(token));
    for (const oldest of this.#tokens) {
      if (this.#tokens.size <= admissionLimits.maxTokens) break;
      this.#tokens.delete(oldest);
    }
    return `${this.origin}/#${token}`;
  }

  /** The value of `Set-Cookie`, or `undefined` when the token is not one that is out. */
  trade(token: string): string | undefined {
    if (!this.#tokens.delete(hash(token))) return undefined;
    const { name, value } = this.#newSession();
    return `${name}=${value}; Path=/; HttpOnly; SameSite=Strict`;
  }

  /**
   * For a browser that this process starts itself: `give` hands it the cookie of a new session. Until it has it, everyone who asks for the
   * page waits and is then sent there again, since the browser asks while it is still being given the cookie.
   */
  admitWindow(give: (cookie: SessionCookie) => Promise<boolean>): void {
    const given = give({ ...this.#newSession(), url: `${this.origin}/` });
    this.#window = { given, sendAgain: admissionLimits.maxSentAgain };
  }

  /** Whether a visitor without a session may be the window of `admitWindow`, and is to ask again. Settles when that is known. */
  async maybeWindow(): Promise<boolean> {
    const window = this.#window;
    if (!window || window.sendAgain === 0) return false;
    window.sendAgain -= 1;
    return window.given;
  }

  #newSession(): { name: string; value: string } {
    const value = newSecret();
    const now = this.#now();
    this.#sessions.set(hash(value), { hash: hash(value), createdAt: now, usedAt: now });
    for (const leastUsed of this.#sessions.keys()) {
      if (this.#sessions.size <= sessionLimits.maxSessions) break;
      this.#end(leastUsed);
    }
    this.#store();
    return { name: this.#cookieName, value };
  }

  #end(sessionId: string): void {
    if (this.#sessions.delete(sessionId)) this.#onEnded(sessionId);
  }

  #store(): void {
    this.#kept.write([...this.#sessions.values()]);
  }

  /** Called with each session that ends; one listener. */
  onSessionEnded(listener: (sessionId: string) => void): void {
    this.#onEnded = listener;
  }

  /** Notes that a session is in use. False when it has ended. */
  use(sessionId: string): boolean {
    const session = this.#sessions.get(sessionId);
    if (session === undefined) return false;
    const now = this.#now();
    if (now - session.usedAt >= sessionLimits.idleMs || now - session.createdAt >= sessionLimits.lifeMs) {
      this.#end(sessionId);
      this.#store();
      return false;
    }
    const stale = now - session.usedAt >= usedAtPrecision;
    if (stale) session.usedAt = now;
    this.#sessions.delete(sessionId);
    this.#sessions.set(sessionId, session);
    if (stale) this.#store();
    return true;
  }

  judge(approach: Approach): Verdict {
    // A name that was rebound to 127.0.0.1 sends no Origin with a plain GET: only Host betrays it.
    if (approach.host !== this.#host) return { status: 421, message: messages.host.otherHostName(this.#host) };
    if (approach.origin !== undefined && approach.origin !== this.origin) return { status: 403, message: messages.host.otherOrigin };
    const reads = (approach.method === 'GET' || approach.method === 'HEAD') && !approach.upgrade;
    if (!reads && approach.origin === undefined) return { status: 403, message: messages.host.originMissing };
    const ownPage = approach.fetchSite === undefined || approach.fetchSite === 'same-origin' || approach.fetchSite === 'none';
    const known = this.knows(approach.cookie);
    // A link from elsewhere gets the page that only trades tokens, whatever cookie comes along.
    if (reads && approach.path === '/' && (!known || !ownPage)) return 'session-page';
    if (!ownPage) return { status: 403, message: messages.host.otherSite };
    if (!known && (approach.upgrade || !withoutCookie.has(approach.path)))
      return { status: 401, message: messages.host.openPrintedAddress };
    return 'admitted';
  }

  /** Whether the cookie header holds a session of this host; it counts as used. */
  knows(cookie: string | undefined): boolean {
    return this.sessionOf(cookie) !== undefined;
  }

  /** The session that the cookie header holds, which counts as used. */
  sessionOf(cookie: string | undefined): string | undefined {
    const prefix = `${this.#cookieName}=`;
    const value = cookie
      ?.split(';')
      .map((part) => part.trim())
      .find((part) => part.startsWith(prefix));
    if (value === undefined) return undefined;
    const sessionId = hash(value.slice(prefix.length));
    return this.use(sessionId) ? sessionId : undefined;
  }
}

function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

function hash(value: string): string {
  return createHash('sha256').update(value).digest('base64');
}
