import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Speech, type SpeechOptions } from '#main/features/speech/service.ts';
import { fail } from '#shared/failure.ts';
import { noDefaults } from '#shared/narration/shape.ts';
import { createBlock, schema } from '#shared/narration/document.ts';
import { operations } from '#shared/operations/index.ts';
import type { GenerationEvent } from '#shared/operations/speech.ts';
import type { Wire } from '#shared/rpc.ts';
import { connect } from '#shared/rpc-client.ts';
import { serve } from '#shared/rpc-server.ts';
import { quietLog } from '../../helpers/quiet-log.ts';
import { said } from '../../helpers/said.ts';

/** Generation that ends before its blocks were made, and what is offered of it afterwards. Nothing is ever sent: the voice is looked up forever. */

const ids = { projectId: 'project1', chapterId: 'chapter1' };
const [first, second, third] = ['block001', 'block002', 'block003'];
const texts = { [first]: 'One.', [second]: 'Two.', [third]: 'Three.' };
const document = schema.node(
  'doc',
  null,
  Object.entries(texts).map(([id, text]) => createBlock(text, { id })),
);

let folder: string;
let speech: Speech;
/** Settles when the lookup for so many blocks has begun. */
let lookups: PromiseWithResolvers<undefined>[];
/** How many blocks fail, from the first one on, before the others stay under way. */
let failing: number;

function open(): Speech {
  let looked = 0;
  const nothing = () => Promise.resolve(undefined);
  const voice = (_id: string, signal: AbortSignal): Promise<never> => {
    const at = looked++;
    lookups[at]?.resolve(undefined);
    if (at < failing) return Promise.reject(fail('not-found', said('There is no such voice.'), { charged: 'no' }));
    return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(fail('cancelled', said('Stopped.')))));
  };
  return new Speech({
    connection: {
      current: () => ({ id: 'local', kind: 'local', name: 'Local service', state: 'ready' }),
      onChange: () => () => undefined,
      ready: () => Promise.resolve({ connectionId: 'local' }),
    },
    ledger: { pending: () => Promise.resolve([]), unsettled: () => Promise.resolve([]), price: nothing },
    library: {
      liveChapter: () => ({ document: () => document, defaults: () => ({ ...noDefaults, voiceId: 'anna' }), takes: () => [] }),
      findPaid: nothing,
    },
    account: { current: () => undefined, userId: () => Promise.resolve('account1') },
    voices: { voice, models: () => Promise.resolve([]) },
    budget: { batch: () => undefined },
    log: quietLog(),
    profileDirectory: folder,
  } as unknown as SpeechOptions);
}

/** What the studio offers of the project after its next start. */
async function offered(): Promise<string[]> {
  await speech.close();
  const next = open();
  const { chapters } = await next.services['speech.unsent'](ids, undefined as never);
  await next.close();
  return chapters.flatMap(({ blocks }) => blocks.map(({ id }) => id));
}

function generate(blockIds: string[], signal: AbortSignal = new AbortController().signal) {
  const events: GenerationEvent[] = [];
  const context = { signal, emit: (event: GenerationEvent) => void events.push(event) };
  return { events, ended: Promise.allSettled([speech.services['speech.generate']({ ...ids, blockIds }, context as never)]) };
}

const announce = (blockIds: string[], signal: AbortSignal = new AbortController().signal) =>
  speech.services['speech.announce']({ projectId: ids.projectId, chapters: [{ chapterId: ids.chapterId, blockIds }] }, { signal } as never);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'voicewright-cut-off-'));
  lookups = [first, second, third].map(() => Promise.withResolvers());
  failing = 0;
  speech = open();
});
afterEach(async () => {
  await speech.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('a generation that the end of the studio cuts off', () => {
  it('is offered with every block that was under way or waited', async () => {
    const { ended } = generate([first, second, third]);
    await lookups[0]?.promise;
    await speech.close();
    await ended;
    expect(await offered()).toEqual([first, second, third]);
  });

  it('is offered without the blocks that had failed before', async () => {
    failing = 1;
    const { ended, events } = generate([first, second, third]);
    await lookups[1]?.promise;
    await speech.close();
    await ended;
    expect(events).toContainEqual(expect.objectContaining({ type: 'failed', blockId: first }));
    expect(await offered()).toEqual([second, third]);
  });
});

describe('a generation that its window cuts off', () => {
  it('is offered with every block that was under way or waited', async () => {
    const { main, window } = wirePair();
    const ended = Promise.withResolvers<undefined>();
    const services = {
      'speech.generate': (...[input, context]: Parameters<Speech['services']['speech.generate']>) =>
        speech.services['speech.generate'](input, context).finally(() => ended.resolve(undefined)),
    };
    const served = { 'speech.generate': operations['speech.generate'] };
    serve(main, { operations: served, services });
    const call = connect<typeof served>(window).call('speech.generate', { ...ids, blockIds: [first, second] });
    call.result.catch(() => undefined);
    await lookups[0]?.promise;
    main.close('The window is gone.');
    await ended.promise;
    expect(await offered()).toEqual([first, second]);
  });
});

describe('what is announced to follow a generation', () => {
  it('is offered with it where the studio ends', async () => {
    const { ended } = generate([first]);
    const following = announce([second, third]);
    await lookups[0]?.promise;
    await speech.close();
    await Promise.all([ended, following]);
    expect((await offered()).toSorted()).toEqual([first, second, third]);
  });

  it('is offered no longer where the person stops it', async () => {
    const controller = new AbortController();
    const following = announce([second, third], controller.signal);
    controller.abort();
    await following;
    expect(await offered()).toEqual([]);
  });
});

describe('a generation that ended otherwise', () => {
  it('leaves nothing to offer where a person stopped it', async () => {
    const controller = new AbortController();
    const { ended } = generate([first, second], controller.signal);
    await lookups[0]?.promise;
    controller.abort();
    expect(await ended).toMatchObject([{ status: 'rejected', reason: { failure: { kind: 'cancelled' } } }]);
    expect(await offered()).toEqual([]);
  });

  it('leaves nothing to offer where every block failed by itself', async () => {
    failing = 2;
    const { ended } = generate([first, second]);
    expect(await ended).toMatchObject([{ status: 'fulfilled', value: { made: 0, failed: 2 } }]);
    expect(await offered()).toEqual([]);
  });
});

/** Two ends of one wire in this process. */
function wirePair(): { main: Wire; window: Wire } {
  interface End {
    frame: (frame: unknown) => void;
    close: (reason: string) => void;
  }
  const ends = [0, 1].map((): End => ({ frame: () => undefined, close: () => undefined }));
  const wire = (own: number): Wire => ({
    send: (frame) => queueMicrotask(() => ends[1 - own]?.frame(frame)),
    onFrame: (listener) => void (ends[own]!.frame = listener),
    onClose: (listener) => void (ends[own]!.close = listener),
    close: (reason) => {
      for (const end of ends) end.close(reason);
    },
    buffered: () => 0,
  });
  return { main: wire(0), window: wire(1) };
}
