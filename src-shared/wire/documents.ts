/** Interface, "What the service does": the machine-readable contract, whole and of version 3 alone. Both answer with or without a key. */
export const openApiPath = '/api/openapi.json';
export const openApiV3Path = '/api/open/v3/openapi.json';
