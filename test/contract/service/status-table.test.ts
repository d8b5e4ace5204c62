import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Charged, Failure, FailureKind, NextStep } from '#shared/failure.ts';
import { failureSchema } from '#shared/failure.ts';
import { blocksOf, createBlock, documentFromJson, schema } from '#shared/narration/document.ts';
import { codes } from '#shared/wire/common.ts';
import { alignedPath } from '#shared/wire/speech.ts';
import { Slice } from '@tiptap/pm/model';
import { ReplaceStep } from '@tiptap/pm/transform';
import { startLocalService, type LocalService } from '../../helpers/local-service.ts';
import { openTestStudio, type TestStudio } from '../../helpers/studio.ts';
import { start } from '../cli/command-line.ts';
import { voiceFor } from '../local-service/support.ts';

/** The failing rows of the interface's table of statuses, and what the failure rules make of each for a stream that is paid for. */
interface Row {
  status: number;
  code?: string;
  kind: FailureKind;
  charged: Charged;
  next: NextStep;
  exit: 1 | 3;
}
const no = { charged: 'no', exit: 1 } as const;
const unknown = { charged: 'unknown', exit: 3 } as const;
const rows: readonly Row[] = [
  { status: 400, kind: 'invalid-input', next: 'fix-input', ...no },
  { status: 401, kind: 'unauthorized', next: 'replace-key', ...no },
  { status: 402, kind: 'payment-required', next: 'add-credits', ...no },
  { status: 403, kind: 'forbidden', next: 'none', ...no },
  { status: 404, kind: 'not-found', next: 'fix-input', ...no },
  { status: 409, code: codes.requestInProgress, kind: 'conflict', next: 'wait', ...unknown },
  { status: 409, code: codes.requestIdConflict, kind: 'conflict', next: 'generate-again', ...no },
  { status: 409, code: codes.requestAlreadyCompleted, kind: 'conflict', next: 'generate-again', charged: 'yes', exit: 1 },
  { status: 409, code: codes.requestPreviouslyRefunded, kind: 'conflict', next: 'generate-again', ...no },
  { status: 409, code: 'ERR_OF_A_LATER_VERSION', kind: 'conflict', next: 'none', ...no },
  { status: 413, kind: 'too-large', next: 'fix-input', ...no },
  { status: 415, kind: 'unsupported-media', next: 'fix-input', ...no },
  { status: 422, kind: 'unprocessable', next: 'fix-input', ...no },
  { status: 500, kind: 'service-failed', next: 'retry', ...unknown },
  { status: 503, kind: 'service-unavailable', next: 'wait', ...no },
  { status: 504, kind: 'service-timeout', next: 'retry', ...unknown },
  // The last one, for what is asked next waits as long as this says.
  { status: 429, kind: 'rate-limited', next: 'wait', ...no },
];
const named = rows.map((row) => [`${row.status}${row.code === undefined ? '' : ` ${row.code}`}`, row] as const);
const modelId = 'alpha-s21pro-flash';

let service: LocalService;
let voiceId: string;
beforeAll(async () => {
  service = await startLocalService();
  voiceId = (await voiceFor(service, 'en', modelId)).voiceId;
});
afterEach(() => service.clearFaults());
afterAll(() => service.stop());

/** Answered so for good, and asked to be left alone for longer than anybody waits by themselves. */
const answering = ({ status, code }: Row) =>
  service.setFaults([
    {
      on: `POST ${alignedPath}`,
      kind: 'status',
      status,
      times: 1000,
      retryAfterSeconds: 3600,
      ...(code !== undefined && { code }),
    },
  ]);

function expectRow(failure: Failure | undefined, { status, code, kind, charged, next }: Row): void {
  expect(failure).toMatchObject({ status, kind, charged, next, ...(code !== undefined && { code }) });
  expect(failure?.requestId).toMatch(/./u);
  expect(failure?.message).toMatch(/\p{L}.*[.]$/u);
}

describe('over the wire to the renderer, the service’s answer', () => {
  let studio: TestStudio;
  let project: { projectId: string; chapterId: string; blockIds: string[] };
  beforeAll(async () => {
    studio = await openTestStudio({ service: { baseUrl: service.baseUrl, apiKey: 'local-status-table' } });
    const { projectId, chapters } = await studio.client.run('project.create', { title: 'Statuses' });
    const chapter = chapters[0]!;
    const nodes = rows.map((_, index) => createBlock(`Line ${index}.`, { voiceId, modelId }));
    const document = schema.node('doc', null, nodes);
    const step = new ReplaceStep(0, documentFromJson(chapter.document).content.size, new Slice(document.content, 0, 0));
    const steps = JSON.parse(JSON.stringify([step.toJSON()])) as never[];
    await studio.client.run('project.edit', { projectId, chapterId: chapter.id, version: chapter.version, steps });
    project = { projectId, chapterId: chapter.id, blockIds: blocksOf(document).map(({ attributes }) => attributes.id) };
  });
  afterAll(() => studio.close());

  it.each(named)('%s ends in the failure of the rules, with its charge, next step and request id', async (_, row) => {
    await answering(row);
    const { projectId, chapterId, blockIds } = project;
    const call = studio.client.call('speech.generate', { projectId, chapterId, blockIds: [blockIds[rows.indexOf(row)]!] });
    let failure: Failure | undefined;
    for await (const event of call) if (event.type === 'failed') failure = event.failure;
    expect(await call.result).toEqual({ made: 0, reused: 0, failed: 1 });
    expectRow(failure, row);
    // The ledger says the same to Jobs: nothing else was sent, or every attempt was of one operation.
    const { operations } = await studio.client.run('jobs.list', { limit: 1 });
    expect(operations[0]).toMatchObject({ state: row.charged === 'unknown' ? 'unknown' : 'failed', status: row.status });
  });
});

describe('in the command line, the service’s answer', () => {
  let profile: string;
  beforeAll(() => {
    profile = mkdtempSync(join(tmpdir(), 'voicewright-statuses-'));
  });
  afterAll(() => rmSync(profile, { recursive: true, force: true }));

  const isFirstOfExit = (_: unknown, index: number): boolean =>
    rows.findIndex(({ charged, exit }) => exit === rows[index]?.exit && charged === rows[index].charged) === index;
  const usual = named.filter(isFirstOfExit);
  const beside = named.filter((each) => !usual.includes(each));
  it.each(usual)('%s ends in the same failure, and in its exit code', (_, row) => endsAs(row));
  it.each(beside)('%s ends in the same failure, and in its exit code', { tags: ['beside'] }, (_, row) => endsAs(row));

  async function endsAs(row: Row): Promise<void> {
    await answering(row);
    const env = { VOICEWRIGHT_BASE_URL: service.baseUrl, VOICEWRIGHT_API_KEY: 'local-status-line' };
    const args = ['speak', '--voice', voiceId, '--model', modelId, '--text', `Line ${rows.indexOf(row)}.`, '--out', join(profile, 'a.mp3')];
    const { code, stdout, stderr } = await start([...args, '--json'], { profile, env }).ended;
    const { failure } = JSON.parse(stdout.toString()) as { failure: unknown };
    expectRow(failureSchema.parse(failure), row);
    expect(code).toBe(row.exit);
    expect(existsSync(join(profile, 'a.mp3'))).toBe(false);
    // People are told the same: whether it was charged, and by which id to ask for it.
    expect(stderr).toMatch(row.charged === 'no' ? /not charged/iu : /charged/iu);
    expect(stderr).toContain(failureSchema.parse(failure).requestId);
  }
});
