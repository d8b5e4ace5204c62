import { mkdirSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { cutText } from '#shared/cut-text.ts';
import { fail } from '#shared/failure.ts';
import { idPattern, newId } from '#shared/ids.ts';
import { message } from '#shared/messages/message.ts';
import { keptFileSchema, type KeptFile } from '#shared/operations/kept-file.ts';
import { segmentSchema, type Segment } from '#shared/transcripts/read.ts';
import { fileFailure, replaceFile } from '../../infra/files.ts';
import type { Log } from '../../infra/platform.ts';
import type { KeptFiles } from '../../library/kept-files.ts';

const pageSchema = z.object({
  id: z.string().regex(idPattern),
  /** Unix milliseconds. */
  createdAt: z.number(),
  name: z.string(),
  /** What the text was called; `null` where it was pasted. */
  textName: z.string().nullable(),
  language: z.string(),
  /** Of the recording. */
  seconds: z.number(),
  /** Sentences or captions of the text that the recording ends before; older pages had no such recordings. */
  unsaid: z.int().nonnegative().default(0),
  excerpt: z.string(),
  sound: keptFileSchema,
  segments: keptFileSchema,
});
/** A transcript that was aligned here. Its words are a file of their own, so that a list of many is read quickly. */
export type AlignedPage = z.infer<typeof pageSchema>;

const excerptCharacters = 2_000;

/** Transcripts that were made of a known text, in `aligned-transcripts` of the profile: nothing was sent for them, so that no ledger holds them. */
export class AlignedStore {
  readonly #directory: string;
  readonly #kept: Pick<KeptFiles, 'keep' | 'path'>;
  readonly #log: Log;
  #pages: Promise<Map<string, AlignedPage>> | undefined;

  constructor(profileDirectory: string, kept: Pick<KeptFiles, 'keep' | 'path'>, log: Log) {
    this.#directory = join(profileDirectory, 'aligned-transcripts');
    this.#kept = kept;
    this.#log = log;
    mkdirSync(this.#directory, { recursive: true });
  }

  /** Durable when it settles; fails as the disk does. */
  async add(made: Omit<AlignedPage, 'id' | 'createdAt' | 'excerpt' | 'segments'>, segments: readonly Segment[]): Promise<AlignedPage> {
    const file = await this.#kept.keep([Buffer.from(JSON.stringify(segments))], 'application/json');
    const excerpt = cutText(segments.map(({ text }) => text).join(' '), excerptCharacters);
    const page = { ...made, id: newId(), createdAt: Date.now(), excerpt, segments: file };
    try {
      replaceFile(join(this.#directory, `${page.id}.json`), Buffer.from(`${JSON.stringify(page)}\n`));
    } catch (thrown) {
      throw fileFailure(thrown, message('transcribe.theTranscript'));
    }
    (await this.#read()).set(page.id, page);
    return page;
  }

  async find(id: string): Promise<AlignedPage | undefined> {
    return (await this.#read()).get(id);
  }

  /** Newest first. */
  async list(): Promise<AlignedPage[]> {
    const newer = (one: AlignedPage, other: AlignedPage): number => other.createdAt - one.createdAt || (one.id < other.id ? 1 : -1);
    return [...(await this.#read()).values()].sort(newer);
  }

  /** Fails with `file-missing` and `damaged`. */
  async segments({ segments: { url } }: AlignedPage): Promise<Segment[]> {
    const bytes = await readFile(this.path({ url })).catch((cause: unknown) => {
      throw fail('file-missing', message('transcribe.transcriptGone'), { cause, charged: 'no', next: 'none' });
    });
    try {
      return z.array(segmentSchema).parse(JSON.parse(bytes.toString('utf8')));
    } catch (cause) {
      throw fail('damaged', message('transcribe.transcriptUnreadable'), { cause, charged: 'no', next: 'none' });
    }
  }

  /** Where a kept file is. */
  path({ url }: Pick<KeptFile, 'url'>): string {
    return this.#kept.path(url.slice(url.lastIndexOf('/') + 1));
  }

  #read(): Promise<Map<string, AlignedPage>> {
    return (this.#pages ??= this.#readAll());
  }

  /** A page that cannot be read stays where it is, and is not listed. */
  async #readAll(): Promise<Map<string, AlignedPage>> {
    const pages = new Map<string, AlignedPage>();
    for (const name of await readdir(this.#directory).catch(() => [])) {
      if (!name.endsWith('.json')) continue;
      const path = join(this.#directory, name);
      try {
        const page = pageSchema.parse(JSON.parse(await readFile(path, 'utf8')));
        pages.set(page.id, page);
      } catch {
        this.#log.error('An aligned transcript could not be read.', { path });
      }
    }
    return pages;
  }
}
