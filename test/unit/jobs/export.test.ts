import { expect, it } from 'vitest';
import { Jobs } from '#main/features/jobs/service.ts';
import { messages } from '#shared/messages/index.ts';
import { shown } from '#main/paid-requests/family.ts';
import type { LedgerEntry, OperationQuery } from '#main/paid-requests/ledger/types.ts';

const context = { signal: new AbortController().signal, emit: () => undefined, sends: [] as never };
const entryOf = (number: number) =>
  ({
    operationId: `operation${number}`,
    family: 'image',
    summary: `Image ${number}`,
    state: 'done',
    createdAt: 0,
    updatedAt: 0,
    purpose: null,
    dub: number % 2 === 0 ? { id: 'dub0000001', name: 'The harbour' } : undefined,
  }) as LedgerEntry;

/** The export of a ledger with so many operations, and what was written of it. */
async function exported(count: number) {
  const entries = Array.from({ length: count }, (_, at) => entryOf(count - at));
  let text = '';
  const { services } = new Jobs({
    ledger: {
      list: ({ before, limit }: OperationQuery) => {
        const from = before === undefined ? 0 : entries.findIndex(({ operationId }) => operationId === before) + 1;
        return Promise.resolve(entries.slice(from, from + limit));
      },
      projects: () => Promise.resolve([{ projectId: 'dub0000001', projectName: 'The harbour', operations: 1, lastAt: 0 }]),
    } as never,
    coordinator: { shown, workOf: () => undefined } as never,
    dubbing: {} as never,
    connection: {} as never,
    kept: {} as never,
    exports: {
      text: async ({ name }: { name: string }, content: AsyncIterable<Uint8Array>) => {
        for await (const bytes of content) text += Buffer.from(bytes).toString('utf8');
        return { name, bytes: text.length, path: null, url: null };
      },
    },
  });
  const answer = await services['jobs.export']({}, context);
  return { answer, lines: text.split('\r\n').filter((line) => line !== '') };
}

it('an export of jobs has a row for each operation, and says how many, also over several pages of the ledger', async () => {
  for (const count of [0, 1, 199, 200, 201, 400, 450]) {
    const { answer, lines } = await exported(count);
    expect(answer.rows).toBe(count);
    expect(lines.slice(1).map((line) => /Image \d+/u.exec(line)?.[0])).toEqual(
      Array.from({ length: count }, (_, at) => `Image ${count - at}`),
    );
  }
});

it('an export names the dub of a line, which is no project that can be opened', async () => {
  const { lines } = await exported(2);
  const [head = '', withDub = '', without = ''] = lines;
  const at = head.split(',').indexOf(messages.jobs.columns.project);
  expect([withDub.split(',')[at], without.split(',')[at]]).toEqual(['The harbour', '']);
});
