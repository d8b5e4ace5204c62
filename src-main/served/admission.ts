import { createHash, randomBytes } from 'node:crypto';
import { type KeptSessions, noSessions } from './kept-sessions.ts';

/** Who may talk to the served host, and how a window comes to be one of them. */

export const admissionLimits = { maxTokens: 8, maxSessions: 32, maxSentAgain: 8 } as const;

/** What opens a session, for the browser that `url` is opened in. */
export interface SessionCookie {
  name: string;
  value: string;
  url: string;
}

/** The parts of a request that decide; the same for every route and for the upgrade. */
export interface Approach {
  method: string;
  /** The URL's path. */
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
 * One-time tokens that a page trades for a cookie. A token is used once; when more than `maxTokens` are out, the oldest
 * counts no more. Only hashes are kept, and looked up by hash, so that neither a dump nor the time of a look-up tells one.
 */
export class Admission {
  readonly #host: string;
  /** Where the studio is, for a browser that has a session. */
  readonly origin: string;
  readonly #cookieName: string;
  readonly #tokens = new Set<string>();
  readonly #sessions: Set<string>;
  readonly #kept: KeptSessions;
  #window: { given: Promise<boolean>; sendAgain: number } | undefined;

  constructor(port: number, kept: KeptSessions = noSessions) {
    this.#kept = kept;
    this.#sessions = new Set(kept.hashes);
    this.#host = `127.0.0.1:${port}`;
    this.origin = `http://127.0.0.1:${port}`;
    // Browsers keep cookies by host, not by port: the name keeps two profiles apart.
    this.#cookieName = `voicewright-${port}`;
  }

  /** The address to open, with a new token in its fragment, which no request carries. */
  newUrl(): string {
    const token = newSecret();
    keep(this.#tokens, hash(token), admissionLimits.maxTokens);
    return `${this.origin}/#${token}`;
  }

  /** The value of `Set-Cookie`, or `undefined` when the token is not one that is out. */
  trade(token: string): string | undefined {
    if (!this.#tokens.delete(hash(token))) return undefined;
    const { name, value } = this.#newSession();
    return `${name}=${value}; Path=/; HttpOnly; SameSite=Strict`;
  }

  /**
   * For a browser that this process starts itself: `give` hands it the cookie of a new session. Until it has it, whoever asks for the
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
    keep(this.#sessions, hash(value), admissionLimits.maxSessions);
    this.#kept.keep([...this.#sessions]);
    return { name: this.#cookieName, value };
  }

  judge(approach: Approach): Verdict {
    // A name that was rebound to 127.0.0.1 sends no Origin with a plain GET: only Host betrays it.
    if (approach.host !== this.#host) return { status: 421, message: `This is Voicewright at ${this.#host} and answers to no other name.` };
    if (approach.origin !== undefined && approach.origin !== this.origin) return { status: 403, message: 'Another origin has no access.' };
    const reads = (approach.method === 'GET' || approach.method === 'HEAD') && !approach.upgrade;
    if (!reads && approach.origin === undefined) return { status: 403, message: 'This needs the Origin of the studio’s own page.' };
    const ownPage = approach.fetchSite === undefined || approach.fetchSite === 'same-origin' || approach.fetchSite === 'none';
    const known = this.knows(approach.cookie);
    // Whoever leads here from elsewhere gets the page that only trades tokens, whatever cookie comes along.
    if (reads && approach.path === '/' && (!known || !ownPage)) return 'session-page';
    if (!ownPage) return { status: 403, message: 'Another site has no access.' };
    if (!known && (approach.upgrade || !withoutCookie.has(approach.path)))
      return { status: 401, message: 'Open the address that the studio printed.' };
    return 'admitted';
  }

  /** Whether the cookie header holds a session of this host. */
  knows(cookie: string | undefined): boolean {
    const prefix = `${this.#cookieName}=`;
    const value = cookie
      ?.split(';')
      .map((part) => part.trim())
      .find((part) => part.startsWith(prefix));
    return value !== undefined && this.#sessions.has(hash(value.slice(prefix.length)));
  }
}

function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

function hash(value: string): string {
  return createHash('sha256').update(value).digest('base64');
}

function keep(set: Set<string>, value: string, bound: number): void {
  set.add(value);
  for (const oldest of set) {
    if (set.size <= bound) break;
    set.delete(oldest);
  }
}
