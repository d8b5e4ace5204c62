import { defaultSettings } from '#shared/operations/studio.ts';
import { fail } from '../../src-shared/failure.ts';
import type { Studio } from '../../src-main/app/studio.ts';
import type { Services } from '../../src-shared/operations/index.ts';
import { said } from './said.ts';

/** A studio behind a host under test: what matters here is the host, so that operations and bytes are only what shows it. */
export function stubStudio(): Pick<Studio, 'services' | 'openAhead' | 'bytes'> & { seen: StubEvents } {
  const seen: StubEvents = { cancelled: 0, watchEnded: 0, received: [] };
  const started: Services['studio.start'] = () =>
    Promise.resolve({
      version: '0.0.0',
      host: { kind: 'served', nativeDialogs: false, writesToChosenPath: false },
      settings: defaultSettings,
    });
  const watch: Services['studio.watch'] = async (_input, { emit, signal }) => {
    emit({ type: 'focus' });
    await new Promise((resolve) => {
      signal.addEventListener('abort', resolve, { once: true });
    });
    seen.watchEnded += 1;
    return null;
  };
  const others: Services['project.resume'] = () => Promise.reject(fail('not-found', said('This studio is a stub.')));
  const services = new Proxy({ 'studio.start': started, 'studio.watch': watch } as unknown as Services, {
    get: (known, name): unknown => Reflect.get(known, name) ?? others,
  });
  return { services, seen, openAhead: () => undefined, bytes: (request) => stubBytes(request, seen) };
}

export interface StubEvents {
  /** Endless bodies whose reader left. */
  cancelled: number;
  watchEnded: number;
  /** Sizes of bodies that were read to their end; -1 for one that failed. */
  received: number[];
}

async function stubBytes(request: Request, seen: StubEvents): Promise<Response | undefined> {
  const { pathname } = new URL(request.url);
  if (pathname === '/bytes/endless') {
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        controller.enqueue(new Uint8Array(16_384));
      },
      cancel: () => {
        seen.cancelled += 1;
      },
    });
    return new Response(body, { headers: { 'content-type': 'application/octet-stream' } });
  }
  if (pathname === '/bytes/hello') {
    const content = new TextEncoder().encode('hello, bytes');
    const range = /^bytes=(\d+)-(\d+)$/u.exec(request.headers.get('range') ?? '');
    if (!range) return new Response(content, { headers: { 'accept-ranges': 'bytes' } });
    const [from, to] = [Number(range[1]), Number(range[2])];
    return new Response(content.slice(from, to + 1), {
      status: 206,
      headers: { 'content-range': `bytes ${from}-${to}/${content.length}` },
    });
  }
  if (pathname === '/bytes/upload') {
    let size = 0;
    try {
      for await (const chunk of request.body ?? []) size += (chunk as Uint8Array).byteLength;
    } catch {
      size = -1;
    }
    seen.received.push(size);
    return Response.json({ size });
  }
  return undefined;
}
