import { z } from 'zod';

/**
 * Interface, "Errors": the body of every HTTP error. Additional properties are allowed.
 * The complete list of codes is not shown; the named ones are here, the rest are this project's choices, marked.
 */
export const errorBody = z.looseObject({
  code: z.string(),
  message: z.string(),
  requestId: z.string().optional(),
  details: z.looseObject({ media_kind: z.string().optional(), stage: z.string().optional(), retryable: z.boolean().optional() }).optional(),
});

export type ErrorBody = z.infer<typeof errorBody>;

/** A list envelope of v1 and v3 (interface, "Voice"), tolerant of unknown fields. */
export function listOf<Item extends z.ZodType>(item: Item) {
  return z.looseObject({
    total: z.int().nonnegative(),
    page: z.int().positive(),
    pageSize: z.int().positive(),
    totalPages: z.int().nonnegative(),
    items: z.array(item),
    requestId: z.string().optional(),
  });
}
