import { fail } from '#shared/failure.ts';
import { asRecord } from './fields.ts';
import { message } from '#shared/messages/message.ts';

/** What is read of an OpenAPI document; everything else in it is kept. */
export interface OpenApiDocument {
  paths: Readonly<Record<string, unknown>>;
  [name: string]: unknown;
}

/** Fails with `bad-response` for what has no paths: such a document says nothing of what there is. */
export function readDocument(body: unknown): OpenApiDocument {
  const document = asRecord(body);
  const paths = asRecord(document?.['paths']);
  if (paths === undefined) throw fail('bad-response', message('service.openApiNamesNoPaths'));
  return { ...document, paths };
}
