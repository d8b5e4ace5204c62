import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { type Answer, type Call, type Route, bytes } from './answer.ts';
import { Failure } from './failure.ts';

interface StoredFile {
  bytes: Buffer;
  type: string;
}

const storeLimit = 256 * 1024 * 1024;

/** Files that are fetched without a key, through an address that is signed and expires. They live on an origin of their own. */
export class FileStore {
  /** Set once the origin listens. */
  origin = '';
  private readonly files = new Map<string, StoredFile>();
  private stored = 0;
  private readonly secret = randomBytes(16);
  private readonly now: () => number;

  constructor(now: () => number) {
    this.now = now;
  }

  /** Puts bytes into the store and returns the id for `address`. The oldest files leave when the store is full. */
  put(content: Buffer, type: string): string {
    const id = randomUUID();
    this.files.set(id, { bytes: content, type });
    this.stored += content.length;
    for (const [oldest, file] of this.files) {
      if (this.stored <= storeLimit || oldest === id) break;
      this.files.delete(oldest);
      this.stored -= file.bytes.length;
    }
    return id;
  }

  /** A signed address that is good for an hour, unless `lifetimeMs` says otherwise. */
  address(id: string, extension: string, lifetimeMs = 3_600_000): string {
    const expires = String(this.now() + lifetimeMs);
    return `${this.origin}/files/${id}.${extension}?expires=${expires}&signature=${this.sign(id, expires)}`;
  }

  routes(): Route[] {
    return [{ method: 'GET', path: '/files/{name}', summary: 'A stored file', open: true, handle: (call) => this.serve(call) }];
  }

  private sign(id: string, expires: string): string {
    return createHmac('sha256', this.secret).update(`${id} ${expires}`).digest('hex');
  }

  private serve(call: Call): Answer {
    const id = call.params['name']?.split('.')[0] ?? '';
    const expires = call.query.get('expires') ?? '';
    if (call.query.get('signature') !== this.sign(id, expires)) throw new Failure(403, 'SignatureDoesNotMatch', 'The signature is wrong.');
    if (Number(expires) < this.now()) throw new Failure(403, 'AccessDenied', 'The address has expired.');
    const file = this.files.get(id);
    if (file === undefined) throw new Failure(404, 'NoSuchKey', 'There is no such file.');
    const range = /^bytes=(\d+)-(\d*)$/.exec(call.headers['range'] ?? '');
    const common = { 'accept-ranges': 'bytes', 'access-control-allow-origin': '*' };
    if (range === null) return bytes(file.type, file.bytes, common);
    const first = Number(range[1]);
    const last = Math.min(file.bytes.length - 1, range[2] === '' ? Infinity : Number(range[2]));
    if (first > last) throw new Failure(416, 'InvalidRange', 'The range lies outside the file.');
    const part = bytes(file.type, file.bytes.subarray(first, last + 1), {
      ...common,
      'content-range': `bytes ${first}-${last}/${file.bytes.length}`,
    });
    return { ...part, status: 206 };
  }
}
