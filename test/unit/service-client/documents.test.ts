import { describe, expect, it } from 'vitest';
import { declaredBy } from '#main/service-client/resources/documents.ts';

const document = {
  openapi: '3.1.0',
  paths: {
    '/jobs/{taskId}': { get: {} },
    '/videos': { post: { requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Video~1New' } } } } } },
    '/anything': { post: { requestBody: { content: { 'application/json': { schema: { type: 'object', additionalProperties: true } } } } } },
  },
  components: {
    schemas: {
      'Video/New': {
        allOf: [
          { $ref: '#/components/schemas/Video~1New' },
          { properties: { prompt: {} } },
          { oneOf: [{ properties: { start_frame: {} } }] },
        ],
      },
    },
  },
};

describe('what a service declares', () => {
  const declared = declaredBy(document);
  it('is an endpoint by its method and path, whatever its parameters are called', () => {
    expect(declared.endpoint('GET', '/jobs/{jobId}')).toBe(true);
    expect(declared.endpoint('POST', '/jobs/{jobId}')).toBe(false);
    expect(declared.endpoint('GET', '/jobs')).toBe(false);
  });
  it('is a field through references and alternatives, also of a schema that refers to itself', () => {
    expect(declared.field('POST', '/videos', 'prompt')).toBe(true);
    expect(declared.field('POST', '/videos', 'start_frame')).toBe(true);
    expect(declared.field('POST', '/videos', 'end_frame')).toBe(false);
  });
  it('is no field where anything is taken, and none that every object has by itself', () => {
    expect(declared.field('POST', '/anything', 'prompt')).toBe(false);
    expect(declared.field('POST', '/videos', 'constructor')).toBe(false);
    expect(declared.endpoint('constructor', '/videos')).toBe(false);
  });
});
