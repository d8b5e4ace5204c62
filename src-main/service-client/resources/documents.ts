import { openApiPath, openApiV3Path } from '#shared/wire/documents.ts';
import type { Exchange } from '../exchange.ts';
import { readDocument, type OpenApiDocument } from '../reading/documents.ts';

/** What a service's OpenAPI document says that an account may do there. */
export interface Declared {
  /** Whether the document names this method and path; a part in braces (`/jobs/{id}`) is any such part. */
  endpoint(method: string, path: string): boolean;
  /**
   * Whether it names this field of the JSON body, as failure rule 12 asks: a field that the interface does not name is sent only then. A
   * schema that takes anything names nothing.
   */
  field(method: string, path: string, field: string): boolean;
}

/** Interface, "What the service does" and "Media models": what is absent from the document is not available for the account. */
export interface DocumentsResource {
  /** The whole interface, or version 3 alone. */
  read(which: 'all' | 'v3', signal?: AbortSignal): Promise<OpenApiDocument>;
  declared(signal?: AbortSignal): Promise<Declared>;
}

export const documentsResource = (exchange: Exchange): DocumentsResource => {
  const read = async (which: 'all' | 'v3', signal?: AbortSignal): Promise<OpenApiDocument> =>
    (await exchange.json(which === 'all' ? openApiPath : openApiV3Path, readDocument, signal)).value;
  return { read, declared: async (signal) => declaredBy(await read('all', signal)) };
};

/** References and alternatives of one schema that are looked into, at most: a document may refer to itself. */
const maximumSteps = 200;

export function declaredBy(document: OpenApiDocument): Declared {
  const shape = (path: string): string => path.replaceAll(/\{[^/}]*\}/gu, '{}').replace(/(?<=.)\/$/u, '');
  const own = Object.entries(document.paths);
  // Paths may be counted from a server's own.
  const below = serverPaths(document).flatMap((base) => own.map(([path, item]) => [shape(`${base}${path}`), item] as const));
  const paths = new Map([...below, ...own.map(([path, item]) => [shape(path), item] as const)]);
  const operation = (method: string, path: string): unknown => member(paths.get(shape(path)), method.toLowerCase());

  const fieldsOf = (schema: unknown): Set<string> => {
    const fields = new Set<string>();
    const waiting = [schema];
    for (let steps = 0; waiting.length > 0 && steps < maximumSteps; steps++) {
      const one = waiting.shift();
      const reference = member(one, '$ref');
      if (typeof reference === 'string') waiting.push(resolve(reference));
      const properties = member(one, 'properties');
      if (typeof properties === 'object' && properties !== null) for (const name of Object.keys(properties)) fields.add(name);
      for (const many of ['allOf', 'anyOf', 'oneOf']) {
        const parts = member(one, many);
        if (Array.isArray(parts)) waiting.push(...(parts as unknown[]).slice(0, maximumSteps));
      }
    }
    return fields;
  };
  /** A reference inside the document; others are not followed. */
  const resolve = (reference: string): unknown => {
    if (!reference.startsWith('#/')) return undefined;
    const names = reference.slice(2).split('/');
    return names.reduce<unknown>((at, name) => member(at, name.replaceAll('~1', '/').replaceAll('~0', '~')), document);
  };

  return {
    endpoint: (method, path) => operation(method, path) !== undefined,
    field: (method, path, field) => {
      const body = ['requestBody', 'content', 'application/json', 'schema'].reduce(member, operation(method, path));
      return fieldsOf(body).has(field);
    },
  };
}

/** Where the servers of a document have their paths, where that is not at the root. */
function serverPaths(document: OpenApiDocument): string[] {
  const servers = document['servers'];
  if (!Array.isArray(servers)) return [];
  return (servers as unknown[]).slice(0, maximumSteps).flatMap((server) => {
    const url = member(server, 'url');
    const path = typeof url === 'string' ? (URL.parse(url, 'http://service.invalid')?.pathname.replace(/\/$/u, '') ?? '') : '';
    return path === '' ? [] : [path];
  });
}

function member(of: unknown, name: string): unknown {
  return typeof of === 'object' && of !== null && Object.hasOwn(of, name) ? (of as Record<string, unknown>)[name] : undefined;
}
