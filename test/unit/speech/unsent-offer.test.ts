import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createUnsentServices } from '#main/features/speech/unsent-services.ts';
import { Unsent } from '#main/features/speech/unsent.ts';
import { createBlock, schema } from '#shared/narration/document.ts';
import { noDefaults } from '#shared/narration/shape.ts';
import type { Take } from '#shared/narration/take.ts';
import { takeOf } from '../../helpers/fake-project.ts';
import { quietLog } from '../../helpers/quiet-log.ts';

/** What the window offers to resume, after each start of the studio. */

let folder: string;
let texts: Record<string, string>;
let takes: Take[];
/** Blocks whose request left and is not known to have ended. */
let sent: string[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'voicewright-unsent-offer-'));
  texts = { one: 'One.', two: 'Two.', three: 'Three.' };
  [takes, sent] = [[], []];
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const open = (): Unsent => new Unsent(folder, quietLog(), () => 1_000_000);

/** Starts the studio again, and answers with the blocks that it offers. */
async function offered(): Promise<string[]> {
  const services = createUnsentServices({
    unsent: open(),
    library: {
      liveChapter: () => ({
        document: () =>
          schema.node(
            'doc',
            null,
            Object.entries(texts).map(([id, text]) => createBlock(text, { id })),
          ),
        defaults: () => ({ ...noDefaults, voiceId: 'anna' }),
        takes: () => takes.map((take) => ({ take })) as never,
      }),
    },
    ledger: {
      pending: () => sent.map((blockId) => ({ family: 'job', format: 'wav', purpose: { projectId: 'project', blockId } })),
      unsettled: () => [],
    } as never,
    connection: { current: () => ({ id: 'local' }) } as never,
    closing: new AbortController().signal,
  });
  const { chapters } = await services['speech.unsent']({ projectId: 'project' }, {} as never);
  return chapters.flatMap(({ blocks }) => blocks.map(({ id }) => id));
}

it('a block that was made when the studio started again is not offered after an edit: no run of it was cut off', async () => {
  open().begin('project', 'chapter', ['one', 'two', 'three']).leave();
  takes = [takeOf('one', 'One.')];
  expect(await offered()).toEqual(['two', 'three']);
  texts['one'] = 'Quite another one.';
  expect(await offered()).toEqual(['two', 'three']);
});

it('nor is one whose request had left, and whose sound came later', async () => {
  open().begin('project', 'chapter', ['one', 'two']).leave();
  sent = ['one'];
  expect(await offered()).toEqual(['two']);
  [sent, takes, texts['one']] = [[], [takeOf('one', 'One.')], 'Quite another one.'];
  expect(await offered()).toEqual(['two']);
});

it('a block that no run got to is offered at each start, also after an edit, until it has its sound', async () => {
  open().begin('project', 'chapter', ['two']).leave();
  expect(await offered()).toEqual(['two']);
  texts['two'] = 'Two, changed.';
  expect(await offered()).toEqual(['two']);
  takes = [takeOf('two', 'Two, changed.')];
  expect(await offered()).toEqual([]);
});
