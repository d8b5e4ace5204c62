import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Slice } from '@tiptap/pm/model';
import { ReplaceStep } from '@tiptap/pm/transform';
import { ProjectExports } from '#main/features/exports/service.ts';
import { type LibraryService, openLibrary } from '#main/library/library.ts';
import type { LibraryOptions } from '#main/library/library-parts.ts';
import type { ResultFacts } from '#main/library/types.ts';
import { wavHeader } from '#shared/sound/wav-header.ts';
import { schema, wordsOf } from '#shared/narration/document.ts';
import { noDefaults, shapeOf } from '#shared/narration/shape.ts';
import { fingerprintOf } from '#shared/narration/take.ts';
import type { Project } from '#shared/operations/project.ts';
import { quietLog } from '../../helpers/quiet-log.ts';

/** A profile and a library on it, in a folder that goes with the test. */
export class Fixture {
  readonly directory: string;
  readonly log = quietLog();
  readonly recent: { path: string; title: string }[] = [];
  readonly focused: string[] = [];
  readonly #open: LibraryService[] = [];

  constructor(directory = mkdtempSync(join(tmpdir(), 'voicewright-library-'))) {
    this.directory = directory;
    mkdirSync(this.projects, { recursive: true });
  }

  get profile(): string {
    return join(this.directory, 'profile');
  }

  get projects(): string {
    return join(this.directory, 'projects');
  }

  async open(options: Partial<LibraryOptions> = {}): Promise<LibraryService> {
    const library = await openLibrary({
      profileDirectory: this.profile,
      projectsDirectory: this.projects,
      log: this.log,
      connectionId: () => 'local',
      onFocus: (projectId) => this.focused.push(projectId),
      recent: {
        list: () => this.recent,
        opened: (path, title) => {
          const at = this.recent.findIndex((each) => each.path === path);
          if (at >= 0) this.recent.splice(at, 1);
          this.recent.unshift({ path, title });
        },
      },
      ...options,
    });
    this.#open.push(library);
    return library;
  }

  async close(): Promise<void> {
    for (const library of this.#open) await library.close();
    rmSync(this.directory, { recursive: true, force: true });
  }
}

type ReadableLedger = ConstructorParameters<typeof ProjectExports>[0]['ledger'];

/** Of a studio that has bought nothing. */
const emptyLedger: ReadableLedger = {
  list: () => Promise.resolve([]),
  sum: () => Promise.resolve({ operations: 0, credits: 0, inDoubt: 0, quota: 0, unreported: [] }),
  paid: () => Promise.resolve(undefined),
};

/** The exports of the studio over a library. */
export const exportServices = (library: LibraryService, ledger = emptyLedger): ProjectExports['services'] =>
  new ProjectExports({
    library,
    ledger,
    uploadPath: (uploadId) => library.uploadPath(uploadId),
    connectionId: () => 'local',
    nameOfVoice: () => undefined,
    wordsSettled: () => Promise.resolve(),
  }).services;

/** What handlers want besides their input; events are kept. */
export function context(controller = new AbortController()): {
  signal: AbortSignal;
  emit: (event: unknown) => void;
  sends: AsyncIterable<never>;
  events: unknown[];
} {
  const events: unknown[] = [];
  const nothing: AsyncIterable<never> = {
    [Symbol.asyncIterator]: () => ({ next: () => Promise.resolve({ done: true, value: undefined }) }),
  };
  return { events, signal: controller.signal, emit: (event) => events.push(event), sends: nothing };
}

type Json = Parameters<LibraryService['services']['project.edit']>[0]['steps'][number];

/** Text put at a position of the document, as a step in JSON. */
export function insertText(position: number, text: string): Json {
  const { content } = schema.node('block', { id: 'x' }, [schema.text(text)]);
  return new ReplaceStep(position, position, new Slice(content, 0, 0)).toJSON() as Json;
}

export function firstChapter(project: Project): Project['chapters'][number] {
  const chapter = project.chapters[0];
  if (!chapter) throw new Error('a project without a chapter');
  return chapter;
}

/** The blocks of the first chapter, as the document's JSON has them. */
export function blocks(project: Project): { id: string; text: string }[] {
  const document = firstChapter(project).document as { content: { attrs: { id: string }; content?: { text: string }[] }[] };
  return document.content.map(({ attrs, content }) => ({ id: attrs.id, text: (content ?? []).map(({ text }) => text).join('') }));
}

/** A tone as a WAV of the studio's own rate. */
export function toneWav(samples: number, hertz = 440): Uint8Array {
  const pcm = Int16Array.from({ length: samples }, (_, index) => Math.round(9000 * Math.sin((2 * Math.PI * hertz * index) / 48_000)));
  return Buffer.concat([wavHeader(samples), new Uint8Array(pcm.buffer)]);
}

export function factsOf(project: Project, blockIndex: number, extra: Partial<ResultFacts> = {}): ResultFacts {
  const block = blocks(project)[blockIndex];
  if (!block) throw new Error('no such block');
  const shape = shapeOf({ attributes: { voiceId: 'anna', modelId: null, controls: {} }, text: block.text }, noDefaults, 'local');
  return {
    fingerprint: shape ? fingerprintOf(shape) : `empty-${block.id}`,
    text: block.text,
    voiceId: 'anna',
    modelId: null,
    requestId: 'request-1',
    creditsUsed: 12,
    alignment: 'complete',
    words: wordsOf(block.text).map((word, index) => ({ text: word.text, startMs: index * 10, endMs: index * 10 + 10 })),
    ignoredParameters: [],
    purpose: { projectId: project.projectId, chapterId: firstChapter(project).id, blockId: block.id },
    ...extra,
  };
}

/** A whole take of a block, as the speech domain would make it. */
export async function makeTake(library: LibraryService, project: Project, blockIndex: number, sound: Uint8Array, operationId: string) {
  const arrival = await library.receive(operationId, 'wav');
  await arrival.write(sound);
  const result = await arrival.complete(factsOf(project, blockIndex));
  const take = await library.addTake(result);
  return { result, take, arrival };
}

export function get(library: LibraryService, path: string, init: RequestInit = {}): Promise<Response> {
  return library.bytes(new Request(`http://127.0.0.1${path}`, init)).then((response) => {
    if (!response) throw new Error(`${path} is not a path of bytes`);
    return response;
  });
}

export async function bodyOf(response: Response): Promise<Buffer> {
  return Buffer.from(await response.arrayBuffer());
}
