import { message, type Message } from './messages/message.ts';

/**
 * What bounds the calls of a wire: how many may be open, how much may wait, and how long and deep a payload may be. Electron’s IPC has no bound
 * of its own, so the bytes of one payload are bounded here, when it has arrived. Of a WebSocket message they are bounded before it is read, in
 * `src-main/infra/message-pack.ts`.
 */

/** The bounds of one wire. Going past one fails the call that did, never the others. */
export interface RpcLimits {
  maxOpenCalls: number;
  maxQueuedItems: number;
  maxQueuedBytes: number;
  /** What the transport may hold back before a call that goes on emitting is failed. */
  maxBufferedBytes: number;
  /** How deep a payload may nest: what reads it next recurses. */
  maxDepth: number;
  /** Values in one payload, the names of fields included: each costs more to check than to send. An operation may name more for itself. */
  maxValues: number;
  /** Items of one list in a payload. */
  maxItems: number;
  /** Bytes of one payload: texts by UTF-16 units, everything else at its least, so that what fits a WebSocket message is never refused. */
  maxPayloadBytes: number;
}
export const rpcLimits: RpcLimits = {
  maxOpenCalls: 256,
  maxQueuedItems: 4096,
  maxQueuedBytes: 16 * 1024 * 1024,
  maxBufferedBytes: 32 * 1024 * 1024,
  maxDepth: 100,
  maxValues: 50_000,
  maxItems: 50_000,
  maxPayloadBytes: 16 * 1024 * 1024,
};

/** `maxValues` of the operations that carry whole chapters, and the most that a frame may hold. */
export const maximumValues = 400_000;

/** Rough size of a payload in bytes, for the bounds only: strings by UTF-16 length, numbers as eight. */
function payloadBytes(value: unknown): number {
  let total = 0;
  const open: unknown[] = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next === 'string') total += next.length * 2;
    else if (next instanceof Uint8Array) total += next.byteLength;
    else if (Array.isArray(next)) {
      total += 8;
      for (const item of next) open.push(item);
    } else if (typeof next === 'object' && next !== null) {
      for (const [key, item] of Object.entries(next)) {
        total += key.length * 2;
        open.push(item);
      }
    } else total += 8;
  }
  return total;
}

/** What is wrong with a payload, whatever its schema: the dotted path of the field, and why, for people. */
export interface PayloadFault {
  kind: 'invalid-input' | 'too-large';
  /** Empty for the payload itself. */
  field: string;
  reason: Message;
}

interface Container {
  value: object;
  depth: number;
  name: string;
  parent: Container | undefined;
}

/**
 * The first fault of a payload: it nests too deep, holds too much, or a text in it is not well-formed Unicode (half of a surrogate pair). Looks
 * before any schema does, does not recurse, and stops at the first fault.
 */
export function findPayloadFault(
  payload: unknown,
  { maxDepth, maxValues, maxItems, maxPayloadBytes }: Pick<RpcLimits, 'maxDepth' | 'maxValues' | 'maxItems' | 'maxPayloadBytes'>,
): PayloadFault | undefined {
  const open: Container[] = [];
  let values = 1;
  let bytes = 0;
  const found: { fault?: PayloadFault } = {};
  const isFound = (): boolean => found.fault !== undefined;
  const blame = (kind: PayloadFault['kind'], reason: Message, parent: Container | undefined, name: string): void => {
    found.fault = { kind, reason, field: pathOf(parent, name) };
  };
  const addBytes = (more: number, parent: Container | undefined, name: string): void => {
    bytes += more;
    if (bytes > maxPayloadBytes) blame('too-large', message('studio.requestTooLarge'), parent, name);
  };
  const look = (value: unknown, parent: Container | undefined, name: string): void => {
    if (typeof value === 'string' || value instanceof Uint8Array) addBytes(value.length, parent, name);
    if (isFound()) return;
    if (typeof value === 'string') {
      if (!value.isWellFormed()) blame('invalid-input', illFormed, parent, name);
    } else if (typeof value === 'object' && value !== null && !(value instanceof Uint8Array)) {
      const depth = parent === undefined ? 0 : parent.depth + 1;
      if (depth >= maxDepth) blame('invalid-input', message('studio.nestsTooDeep'), parent, name);
      else if (Array.isArray(value) && value.length > maxItems) blame('too-large', message('studio.tooManyItems', maxItems), parent, name);
      else open.push({ value, depth, name, parent });
    }
  };
  const count = (more: number): void => {
    values += more;
    if (values > maxValues) found.fault = { kind: 'too-large', reason: message('studio.requestTooLarge'), field: '' };
  };

  look(payload, undefined, '');
  while (!isFound()) {
    const container = open.pop();
    if (container === undefined) return undefined;
    const { value } = container;
    if (Array.isArray(value)) {
      count(value.length);
      for (let index = 0; index < value.length && !isFound(); index++) look(value[index], container, String(index));
      continue;
    }
    for (const name in value) {
      count(2);
      addBytes(name.length, container.parent, container.name);
      if (isFound()) break;
      if (!name.isWellFormed()) blame('invalid-input', message('studio.nameOfField', illFormed), container.parent, container.name);
      if (isFound()) break;
      look((value as Record<string, unknown>)[name], container, name);
    }
  }
  return found.fault;
}

const illFormed = message('studio.loneSurrogate');

function pathOf(parent: Container | undefined, name: string): string {
  const names = [name];
  for (let at = parent; at !== undefined; at = at.parent) names.unshift(at.name);
  return names.filter((one) => one !== '').join('.').toWellFormed().slice(0, 200); // prettier-ignore
}

/** A queue read with `for await`, bounded by count and by bytes. */
export class BoundedQueue<T> implements AsyncIterable<T> {
  readonly #limits: RpcLimits;
  readonly #items: { value: T; bytes: number }[] = [];
  #bytes = 0;
  #ended: { error?: unknown } | undefined;
  #wake: (() => void) | undefined;

  constructor(limits: RpcLimits) {
    this.#limits = limits;
  }

  /** False when the item would go past a bound; it is then not kept. */
  push(value: T): boolean {
    if (this.#ended) return true;
    const bytes = payloadBytes(value);
    if (this.#items.length >= this.#limits.maxQueuedItems || this.#bytes + bytes > this.#limits.maxQueuedBytes) return false;
    this.#items.push({ value, bytes });
    this.#bytes += bytes;
    this.#wake?.();
    return true;
  }

  end(error?: unknown): void {
    this.#ended ??= error === undefined ? {} : { error };
    this.#wake?.();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    for (;;) {
      const item = this.#items.shift();
      if (item) {
        this.#bytes -= item.bytes;
        yield item.value;
      } else if (this.#ended) {
        if ('error' in this.#ended) throw this.#ended.error;
        return;
      } else {
        await new Promise<void>((resolve) => (this.#wake = resolve));
        this.#wake = undefined;
      }
    }
  }
}
