import { z } from 'zod';

/** What is read of an OpenAPI 3.1 document; everything else in it is kept. */
export const openApiDocument = z.looseObject({
  openapi: z.string().max(100),
  paths: z.record(z.string(), z.looseObject({})),
  components: z.looseObject({ schemas: z.record(z.string(), z.unknown()).optional() }).optional(),
});

export type OpenApiDocument = z.infer<typeof openApiDocument>;
