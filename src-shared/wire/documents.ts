import { z } from 'zod';

/** Interface, "What the service does": the machine-readable contract, whole and of version 3 alone. Both answer with or without a key. */
export const openApiPath = '/api/openapi.json';
export const openApiV3Path = '/api/open/v3/openapi.json';

/** What is read of an OpenAPI 3.1 document; everything else in it is kept. */
export const openApiDocument = z.looseObject({
  openapi: z.string().max(100),
  paths: z.record(z.string(), z.looseObject({})),
  components: z.looseObject({ schemas: z.record(z.string(), z.unknown()).optional() }).optional(),
});
export type OpenApiDocument = z.infer<typeof openApiDocument>;
